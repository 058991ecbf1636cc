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
import { programOf } from '../patterns/program-text.ts';
import { memoize, memoizeByObject } from '../util/memoize.ts';
import { type KeptFor, keepingReasons, losingReasons } from './losing.ts';
import { starterSigns } from './starters.ts';

/** Why a call may have to go to Node, and the signs that its words show then. */
export interface Reason {
  /** a rule's id, or STARTS_OTHERS */
  readonly id: string;
  /** each shows in such a call; none = every call is one */
  readonly clauses: readonly Clause[];
}

/** The id of the reason that a wrapper may start another program, or have words that are not understood. */
export const STARTS_OTHERS = 'starts other programs';

/** Stands for any program without a rule, grammar or wrapper of its own; no program has this name. */
export const OTHER = '-other';

/** What the gate has to test for one first word, or for all. */
export interface Case {
  readonly reasons: readonly Reason[];
  readonly attached: AttachedPaths;
}

/** What the gate of one program tests; see docs/adr for why that is sound. */
export interface GatePlan {
  readonly program: string;
  /** by the first word, or by the only word where that is an option; where there are any, calls with other first words go to Node */
  readonly subcommands: ReadonlyMap<string, Case>;
  readonly words: Case;
}

/** What holds for all programs; results about conditions that do not depend on the program are kept from one to the next. */
export interface PlanContext {
  readonly known: Pick<PlainStart, 'literalsOf' | 'once'>;
  readonly keptFor: KeptFor;
}

export function planContext(keptFor: KeptFor = 'nobody'): PlanContext {
  return { keptFor, known: createCache() };
}

function createCache(): PlanContext['known'] {
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

/** `all`: every rule in force outside of projects. */
export function planGate(
  program: string,
  all: readonly Rule[],
  { known, keptFor }: PlanContext = planContext(),
): GatePlan {
  const rules = rulesAbout(program, all);
  const reasonOf = reasonsOnce();
  const caseOf = memoize((subcommand: string | undefined): Case => {
    const start = { program, ...known, subcommand, ...(program === OTHER && { isOther: true }) };
    const starts = reason(STARTS_OTHERS, starterSigns(start), start);
    const ofRules = rules.flatMap((rule) => {
      const found = isAboutOthers(rule, subcommand) ? undefined : reasonOf(rule, start);
      if (found === undefined) return [];
      if (rule.action === 'confine') return [confiningReason(found, rule)];
      return isRestrictive(rule.action) ? [found] : keepingReasons(found, keptFor);
    });
    const reasons = [...(starts === undefined ? [] : [starts]), ...ofRules, ...losingReasons(start, keptFor)];
    return { reasons, attached: attachedPaths(nodesOf(program, subcommand)) };
  });
  const names = [...subcommandNames(program)];
  const lone = names.length === 0 ? [] : loneOptions(program).map((name) => [name, ''] as const);
  const subcommands = new Map([...names, ...lone].map(([name, full]) => [name, caseOf(full)]));
  return {
    program,
    subcommands,
    get words() {
      return caseOf(undefined); // lazy: rarely needed where there are subcommands, and slow, as it reads the options of all of them
    },
  };
}

/** All that a gate is made from beside the program. In the order of the policy. Looked up in an index: there are hundreds of programs, and most rules name one or two. */
export function rulesAbout(program: string, all: readonly Rule[]): readonly Rule[] {
  const { ofAny, byProgram } = indexedRules(all);
  const own = byProgram.get(program) ?? [];
  return [...ofAny, ...own].sort((a, b) => a.at - b.at).map(({ rule }) => rule);
}

interface OrderedRule {
  readonly rule: Rule;
  readonly at: number;
}

const indexedRules = memoizeByObject((all: readonly Rule[]) => {
  const ofAny: OrderedRule[] = [];
  const byProgram = new Map<string, OrderedRule[]>();
  for (const [at, rule] of all.entries()) {
    const { commands, tools, action, inFiles, keep } = rule;
    // what stands in files is for Node
    if (tools !== undefined || inFiles === 'only' || !(isRestrictive(action) || keep !== undefined)) continue;
    if (commands === undefined) ofAny.push({ rule, at });
    for (const program of new Set(commands)) {
      const own = byProgram.get(program) ?? [];
      own.push({ rule, at });
      byProgram.set(program, own);
    }
  }
  return { ofAny, byProgram };
});

/**
 * Behind a wall the same start needs none, and an agent's that was confined lately has the same one again. Who it is is asked last, as that takes
 * longest.
 */
function confiningReason({ id, clauses }: Reason, { actor }: Rule): Reason {
  const ofAgents: readonly Clause[] = actor === 'ai' ? [[{ caller: 'agent' }], [{ caller: 'first' }]] : [];
  return { id, clauses: [...clauses, [{ caller: 'unconfined' }], ...ofAgents] };
}

/** Cheap first test, by the subcommands that the rule names. */
function isAboutOthers({ subcommands }: Rule, subcommand: string | undefined): boolean {
  return subcommand !== undefined && subcommands !== undefined && !subcommands.includes(subcommand);
}

/**
 * The reason that a rule makes for starts of one program. Where no condition reads the subcommand it is computed once and the
 * same object is returned for all subcommands: with thousands of rules, computing it for each takes seconds.
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

/** undefined = no call has it. */
function reason(id: string, signs: Signs, start: PlainStart): Reason | undefined {
  return isNever(signs) ? undefined : { id, clauses: mostSelective(signs, start) };
}

/** Stops at the first condition that can never hold: most rules are about other subcommands. */
function allSigns(conditions: readonly Condition[], start: PlainStart): Signs {
  const parts: Signs[] = [];
  for (const condition of conditions) {
    const signs = conditionSigns(condition, start);
    if (isNever(signs)) return signs;
    parts.push(signs);
  }
  return allOf(parts);
}

/** Exceptions (`unless`) are left out: without them the gate sends more calls to Node, never fewer. */
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

/** A clause of this selectivity is tested alone. */
const ENOUGH = 6;

/** The one or two clauses that the fewest calls show. Those that the program's name alone fulfils are left out. */
function mostSelective(signs: Signs, { program }: PlainStart): readonly Clause[] {
  const shown = ` ${program} `;
  const always = (sign: Sign) =>
    'pieces' in sign && sign.pieces.length === 1 && shown.includes(sign.pieces[0] as string);
  const distinct = new Map(signs.map((clause) => [JSON.stringify(clause), clause]));
  const [first, second] = bySelectivity([...distinct.values()].filter((clause) => !clause.some(always)));
  if (first === undefined) return [];
  return second === undefined || selectivityOf(first) >= ENOUGH ? [first] : [first, second];
}

/** See requiredLiterals. None for a pattern whose match may exceed its time limit: the answer is `unknown` then, which counts as a match. */
export function decidedLiterals(pattern: Pattern): readonly (readonly string[])[] {
  const isDecided = pattern.linear || programOf(pattern)?.exact === true;
  return (isDecided ? requiredLiterals(pattern) : undefined) ?? [];
}
