import type { PlainStart } from '../conditions/condition.ts';
import { conditionFamily } from '../conditions/index.ts';
import {
  ANYTHING,
  allOf,
  anyOf,
  bySelectivity,
  type Clause,
  isNever,
  NEVER,
  type Sign,
  type Signs,
  selectivityOf,
} from '../conditions/signs.ts';
import { type AttachedPaths, attachedPaths, loneOptions, nodesOf, subcommandNames } from '../grammar/spellings.ts';
import type { Condition, Pattern, Rule } from '../model/policy.ts';
import { isRestrictive } from '../model/verdict.ts';
import { requiredLiterals } from '../patterns/literals.ts';
import { memoize, memoizeByObject } from '../util/memoize.ts';
import { WRAPPERS } from '../wrappers/index.ts';
import { wrapperSigns } from './starters.ts';

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
type PlanCache = Pick<PlainStart, 'literalsOf' | 'once'>;

export function createPlanCache(): PlanCache {
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
export function planGate(program: string, all: readonly Rule[], known: PlanCache = createPlanCache()): GatePlan {
  const rules = rulesAbout(program, all);
  const reasonOf = reasonsOnce();
  const caseOf = memoize((subcommand: string | undefined): Case => {
    const start = { program, ...known, subcommand, ...(program === OTHER && { isOther: true }) };
    const starts = WRAPPERS.has(program) ? reason(STARTS_OTHERS, wrapperSigns(start), start) : undefined;
    const ofRules = rules.flatMap((rule) => (isAboutOthers(rule, subcommand) ? [] : (reasonOf(rule, start) ?? [])));
    return { reasons: starts ? [starts, ...ofRules] : ofRules, attached: attachedPaths(nodesOf(program, subcommand)) };
  });
  const names = [...subcommandNames(program)];
  const lone = names.length === 0 ? [] : loneOptions(program).map((name) => [name, ''] as const);
  const subcommands = new Map([...names, ...lone].map(([name, full]) => [name, caseOf(full)]));
  return {
    program,
    subcommands,
    get words() {
      return caseOf(undefined); // seldom asked for beside subcommands, and dear: options of all of them count
    },
  };
}

/** In their order. There are hundreds of programs, and nearly all rules are about a few of them. */
function rulesAbout(program: string, all: readonly Rule[]): readonly Rule[] {
  const { ofAny, byProgram } = indexedRules(all);
  const own = byProgram.get(program) ?? [];
  return [...ofAny, ...own].sort((a, b) => a.at - b.at).map(({ rule }) => rule);
}

interface PlacedRule {
  readonly rule: Rule;
  readonly at: number;
}

const indexedRules = memoizeByObject((all: readonly Rule[]) => {
  const ofAny: PlacedRule[] = [];
  const byProgram = new Map<string, PlacedRule[]>();
  for (const [at, rule] of all.entries()) {
    const { commands, tools, action } = rule;
    if (tools !== undefined || !isRestrictive(action)) continue;
    if (commands === undefined) ofAny.push({ rule, at });
    for (const program of new Set(commands)) {
      const own = byProgram.get(program) ?? [];
      own.push({ rule, at });
      byProgram.set(program, own);
    }
  }
  return { ofAny, byProgram };
});

/** By its own words: most rules are. */
function isAboutOthers({ subcommands }: Rule, subcommand: string | undefined): boolean {
  return subcommand !== undefined && subcommands !== undefined && !subcommands.includes(subcommand);
}

/**
 * The reason that a rule is for the starts of one program; where nothing looks at their first words it is the same for all,
 * and the same object: with thousands of rules, looking at each again takes seconds.
 */
function reasonsOnce(): (rule: Rule, start: PlainStart) => Reason | undefined {
  const same = new Map<Rule, Reason | undefined>();
  return (rule, start) => {
    if (same.has(rule)) return same.get(rule);
    let isSame = true;
    const watched: PlainStart = {
      ...start,
      get subcommand() {
        isSame = false;
        return start.subcommand;
      },
    };
    const found = reason(rule.id, allSigns(rule.when, watched), start);
    if (isSame) same.set(rule, found);
    return found;
  };
}

/** undefined = it never keeps such a command. */
function reason(id: string, signs: Signs, start: PlainStart): Reason | undefined {
  return isNever(signs) ? undefined : { id, clauses: mostSelective(signs, start) };
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
function mostSelective(signs: Signs, { program }: PlainStart): readonly Clause[] {
  const shown = ` ${program} `;
  const always = (sign: Sign) =>
    'pieces' in sign && sign.pieces.length === 1 && shown.includes(sign.pieces[0] as string);
  const distinct = new Map(signs.map((clause) => [JSON.stringify(clause), clause]));
  const [first, second] = bySelectivity([...distinct.values()].filter((clause) => !clause.some(always)));
  if (first === undefined) return [];
  return second === undefined || selectivityOf(first) >= ENOUGH ? [first] : [first, second];
}

/** See requiredLiterals. Nothing of a pattern that may not be decided within its limits: unknown is as good as a match. */
export function decidedLiterals(pattern: Pattern): readonly (readonly string[])[] {
  const isDecided = pattern.linear || pattern.program?.exact === true;
  return (isDecided ? requiredLiterals(pattern) : undefined) ?? [];
}
