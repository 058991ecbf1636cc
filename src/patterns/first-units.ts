import type { RegexProgram } from '../model/regex-program.ts';
import { memoizeByObject } from '../util/memoize.ts';

/** Whether a match may begin with the unit; undefined = it may be empty, and so begins anywhere. */
export type Begins = ((unit: number) => boolean) | undefined;

const PLAIN = 128;

/** Where a search without a match under way need not look: conditions before the first unit are taken as met. */
export const beginningOf = memoizeByObject(({ code, sets }: RegexProgram): Begins => {
  const firsts: (readonly number[])[] = [];
  const seen = new Set<number>();
  const open = [0];
  for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
    const step = code[pc];
    if (step === undefined || seen.has(pc)) continue;
    seen.add(pc);
    if (step[0] === 'match') return undefined;
    if (step[0] === 'set') firsts.push(sets[step[1]] ?? []);
    else if (step[0] === 'jump') open.push(step[1]);
    else if (step[0] === 'split') open.push(step[1], step[2]);
    else open.push(step[0] === 'edge' ? pc + 1 : step[2]);
  }
  const holds = (unit: number) => firsts.some((set) => inSet(set, unit));
  const plain = Array.from({ length: PLAIN }, (_, unit) => holds(unit));
  return (unit) => (unit < PLAIN ? plain[unit] === true : holds(unit));
});

/** `set`: ascending pairs, both ends included. */
export function inSet(set: readonly number[], unit: number): boolean {
  for (let i = 0; i < set.length; i += 2) {
    if (unit < (set[i] as number)) return false;
    if (unit <= (set[i + 1] as number)) return true;
  }
  return false;
}
