import type { PlainStart } from '../conditions/condition.ts';
import { conditionFamily } from '../conditions/index.ts';
import {
  ANYTHING,
  allOf,
  anyOf,
  byWorth,
  type Clause,
  isNever,
  NEVER,
  type Sign,
  type Signs,
  worthOf,
} from '../conditions/signs.ts';
import { type AttachedPaths, attachedPaths, loneOptions, nodesOf, subcommandNames } from '../grammar/spellings.ts';
import type { Condition, Pattern, Rule } from '../model/policy.ts';
import { isRestrictive } from '../model/verdict.ts';
import { requiredLiterals } from '../patterns/literals.ts';
import { WRAPPERS } from '../shell/wrappers/index.ts';
import { memoize } from '../util/memoize.ts';
import { starterSigns } from './starters.ts';

/** What may keep a command from being let pass, and what shows in its words then. */
export interface Reason {
  /** a rule's id, or STARTS_OTHERS */
  readonly id: string;
  /** all of them show; none = always */
  readonly clauses: readonly Clause[];
}

/** The command may start another program, or may not be understood. */
export const STARTS_OTHERS = 'starts other programs';

/** In place of the name of a program that nothing here knows; none has it. */
export const OTHER = '-other';

/** What may hold for some words of a command, and how their paths are read. */
export interface Case {
  readonly reasons: readonly Reason[];
  readonly attached: AttachedPaths;
}

/** How the calls of one command are told that no rule can match. */
export interface GatePlan {
  readonly program: string;
  /** by the first word, or the only one where that is an option; where there are any, other first words ask Node */
  readonly subcommands: ReadonlyMap<string, Case>;
  readonly words: Case;
}

/** What was found out about rules for one program helps with the next. */
type Known = Pick<PlainStart, 'literalsOf' | 'once'>;

export function newlyKnown(): Known {
  const signsOf = new WeakMap<object, Signs>();
  return {
    literalsOf: memoize(decidedLiterals),
    once(part, find) {
      const signs = signsOf.get(part) ?? find();
      signsOf.set(part, signs);
      return signs;
    },
  };
}

/** `all`: every rule that holds where no project's rules do. */
export function planGate(program: string, all: readonly Rule[], known: Known = newlyKnown()): GatePlan {
  const rules = all.filter((rule) => isAbout(program, rule));
  const caseOf = memoize((subcommand: string | undefined): Case => {
    const start: PlainStart = {
      program,
      ...known,
      ...(subcommand !== undefined && { subcommand }),
      ...(program === OTHER && { isOther: true }),
    };
    return { reasons: reasonsOf(rules, start), attached: attachedPaths(nodesOf(program, subcommand)) };
  });
  const names = [...subcommandNames(program)];
  const lone = names.length === 0 ? [] : loneOptions(program).map((name) => [name, ''] as const);
  const subcommands = new Map([...names, ...lone].map(([name, full]) => [name, caseOf(full)]));
  return { program, subcommands, words: caseOf(undefined) };
}

function isAbout(program: string, { commands, tools, action }: Rule): boolean {
  return tools === undefined && isRestrictive(action) && (commands?.includes(program) ?? true);
}

function reasonsOf(rules: readonly Rule[], start: PlainStart): readonly Reason[] {
  const all: readonly (readonly [string, Signs])[] = [
    ...(WRAPPERS.has(start.program) ? [[STARTS_OTHERS, starterSigns(start)] as const] : []),
    ...rules.map(({ id, when }) => [id, allSigns(when, start)] as const),
  ];
  return all.filter(([, signs]) => !isNever(signs)).map(([id, signs]) => ({ id, clauses: telling(signs, start) }));
}

/** What cannot be is found out soonest: most rules are about other subcommands. */
function allSigns(conditions: readonly Condition[], start: PlainStart): Signs {
  const parts: Signs[] = [];
  for (const condition of conditions) {
    const signs = conditionSigns(condition, start);
    if (isNever(signs)) return signs;
    parts.push(signs);
  }
  return allOf(parts);
}

/** Exceptions are not looked at: that they may hold makes nothing less likely to be asked. */
function conditionSigns(condition: Condition, start: PlainStart): Signs {
  if (condition.op === 'is') return conditionFamily(condition.type)?.signs?.(condition.data, start) ?? ANYTHING;
  if (condition.op === 'not') return oppositeSigns(condition.of, start);
  if (condition.op === 'all') return allSigns(condition.of, start);
  return anyOf(condition.of.map((one) => conditionSigns(one, start)));
}

function oppositeSigns(condition: Condition, start: PlainStart): Signs {
  if (condition.op !== 'is') return ANYTHING;
  return conditionFamily(condition.type)?.always?.(condition.data, start) ? NEVER : ANYTHING;
}

/** A clause that says so much is looked for alone. */
const ENOUGH = 6;

/** The one or two clauses that say most. One that the program's name alone fulfils says nothing. */
function telling(signs: Signs, { program }: PlainStart): readonly Clause[] {
  const shown = ` ${program} `;
  const always = (sign: Sign) =>
    'pieces' in sign && sign.pieces.length === 1 && shown.includes(sign.pieces[0] as string);
  const distinct = new Map(signs.map((clause) => [JSON.stringify(clause), clause]));
  const [first, second] = byWorth([...distinct.values()].filter((clause) => !clause.some(always)));
  if (first === undefined) return [];
  return second === undefined || worthOf(first) >= ENOUGH ? [first] : [first, second];
}

/** See requiredLiterals. Nothing of a pattern that may not be decided within its limits: unknown is as good as a match. */
export function decidedLiterals(pattern: Pattern): readonly (readonly string[])[] {
  const isDecided = pattern.linear || pattern.program?.exact === true;
  return (isDecided ? requiredLiterals(pattern) : undefined) ?? [];
}
