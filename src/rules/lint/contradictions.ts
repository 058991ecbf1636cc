import type { ProblemList } from '../problems.ts';
import { textsAt, type WrittenCondition } from './written-conditions.ts';

/** Bounds that leave nothing between them: the lower key, the upper key, whether a value may be both. */
const BOUNDS: readonly (readonly [lower: string, upper: string, meets: boolean])[] = [
  ['min_operands', 'max_operands', true],
  ['gte', 'lte', true],
  ['gt', 'lte', false],
  ['gte', 'lt', false],
  ['gt', 'lt', false],
];

/** What must be there and must not. */
const OPPOSITES: readonly (readonly [wanted: string, unwanted: string])[] = [
  ['all_flags', 'no_flag'],
  ['operand', 'no_operand'],
];

/** Keys of one condition that are never true together. */
export function lintContradictions(condition: WrittenCondition, list: ProblemList): void {
  const { keys, path } = condition;
  for (const [lower, upper, meets] of BOUNDS) {
    const [least, most] = [keys[lower], keys[upper]];
    if (typeof least !== 'number' || typeof most !== 'number') continue;
    if (meets ? least <= most : least < most) continue;
    const help = `no number is both: \`${lower}: ${least}\` and \`${upper}: ${most}\``;
    list.add('never-holds', [...path, lower], { level: 'warning', subject: `${lower}: ${least}`, help });
  }
  for (const [wanted, unwanted] of OPPOSITES) {
    const not = textsAt(condition, unwanted).map(([text]) => text);
    const must = textsAt(condition, wanted);
    const never = wanted === 'operand' ? must.length > 0 && must.every(([text]) => not.includes(text)) : undefined;
    const hit = must.find(([text]) => never ?? not.includes(text));
    if (hit === undefined || never === false) continue;
    const help = `\`${unwanted}\` beside it says the opposite`;
    list.add('never-holds', hit[1], { level: 'warning', subject: `${wanted}: ${hit[0]}`, help });
  }
}
