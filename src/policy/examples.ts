import { conditionFamily } from '../conditions/index.ts';
import { localTime } from '../facts/local-time.ts';
import { type WhatIfWorld, whatIfFacts } from '../facts/what-if.ts';
import { guard } from '../guard.ts';
import type { Decision, RuleTrace } from '../model/decision.ts';
import type { Problem } from '../model/errors.ts';
import type { Condition, Policy, Rule } from '../model/policy.ts';
import type { Action, Actor } from '../model/request.ts';
import { VERDICTS } from '../model/verdict.ts';
import { SAFESHELL } from '../rules/dialects/safeshell/dialect.ts';
import { worldOf } from '../rules/facts-schema.ts';
import type { RuleExamples } from '../rules/load.ts';
import { endText } from '../text/decision.ts';

const CWD = '/home/u/project';
const ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin' };
const AT = '2025-01-06T10:00:00';

export type Example = RuleExamples['match'][number]['example'];
type WorldExample = Exclude<Example, string>;

/** Runs the examples that rules carry; each that comes out wrong is a problem at its own line. */
export function checkExamples(examples: readonly RuleExamples[]): readonly Problem[] {
  for (const { rule, match, noMatch, list } of examples) {
    const trace = tracer(rule);
    for (const [located, wanted] of [
      ...match.map((one) => [one, true] as const),
      ...noMatch.map((one) => [one, false] as const),
    ]) {
      const { example, path } = located;
      const ask = (detail: boolean) => trace(example, detail);
      if (ask(false).some(isMatch) === wanted) continue;
      const expected = wanted ? `a match by rule \`${rule.name}\`` : `no match by rule \`${rule.name}\``;
      const why = wanted ? whyNot(ask(true)) : undefined;
      list.add('failed-example', path, { expected, ...(why !== undefined && { help: why }) });
    }
  }
  return [...new Set(examples.map((one) => one.list))].flatMap((list) =>
    list.all.filter((one) => one.code === 'failed-example'),
  );
}

/** How a rule comes out on examples, alone. Conditions about the command are the rule's own objects. */
export function tracer(rule: Rule): (example: Example, detail?: boolean) => readonly RuleTrace[] {
  const plain = satisfiedWorld(rule);
  return (example, detail = false) =>
    typeof example === 'string' ? traceOfPlain(plain, example, detail) : traceInWorld(rule, example, detail);
}

/** A rule that only watches has examples, too. */
function isMatch({ end }: RuleTrace): boolean {
  return end === 'matched' || end === 'watched';
}

/** Why the rule did not match the last program of the line, in the words of `explain`. */
function whyNot(trace: readonly RuleTrace[]): string {
  const last = trace.at(-1);
  return last === undefined ? 'the rule is about no program of it' : `it ${endText(last)}`;
}

function traceOfPlain(rule: Rule, line: string, detail: boolean): readonly RuleTrace[] {
  return traceOf(rule, plainWorld(line, rule.actor ?? 'human', detail));
}

function traceInWorld(rule: Rule, example: WorldExample, detail: boolean): readonly RuleTrace[] {
  return traceOf(rule, ownWorld(example, example.actor ?? rule.actor ?? 'human', detail));
}

/** What a policy says of an example: a plain one is asked in the home of nobody, in a repository on `main`, on a Monday morning. */
export function decideExample(example: Example, actor: Actor, policy: Policy): Decision {
  const world = typeof example === 'string' ? plainWorld(example, actor) : ownWorld(example, example.actor ?? actor);
  return decideIn(world, policy);
}

function plainWorld(line: string, actor: Actor, detail = false): ExampleWorld {
  const facts = { git: { branch: 'main', root: CWD }, files: [] };
  return { action: { kind: 'line', line }, actor, cwd: CWD, env: ENV, at: AT, facts, detail };
}

function ownWorld(example: WorldExample, actor: Actor, detail = false): ExampleWorld {
  const { command, argv, cwd = CWD, env = ENV, at = AT, facts } = example;
  const action: Action = argv === undefined ? { kind: 'line', line: command ?? '' } : { kind: 'argv', argv };
  return { action, actor, cwd, env, at, facts: worldOf(facts), detail };
}

interface ExampleWorld {
  readonly action: Action;
  readonly actor: Actor;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly at: string;
  readonly facts: Pick<WhatIfWorld, 'git' | 'files' | 'modes' | 'links' | 'foldsCase'>;
  /** with the result of each condition */
  readonly detail: boolean;
}

function traceOf(rule: Rule, world: ExampleWorld): readonly RuleTrace[] {
  return decideIn(world, onlyRule(rule)).trace;
}

function decideIn({ action, actor, cwd, env, at: wall, facts, detail }: ExampleWorld, policy: Policy): Decision {
  const at = localTime(wall);
  const world = { policy, facts: whatIfFacts({ env, cwd, at, ...facts }), detail };
  return guard({ action, cwd, env, actor, at }, world);
}

const EXAMPLE_MODULE = {
  name: 'example',
  file: '',
  dialect: SAFESHELL.name,
  tier: 'user',
  rank: VERDICTS,
  order: [],
  unmatched: 'allow',
} as const;

/** Examples of a rule about files are lines of one. */
function onlyRule({ inFiles, ...rule }: Rule): Policy {
  const kept = inFiles === false ? { ...rule, inFiles } : rule;
  return { modules: [{ ...EXAMPLE_MODULE, rules: [kept] }] };
}

/** The rule with everything that asks the world, not the command, taken as satisfied. */
function satisfiedWorld(rule: Rule): Rule {
  const { directory, ...rest } = rule;
  return {
    ...rest,
    when: rule.when.map((condition) => satisfied(condition, true)),
    unless: rule.unless.map((condition) => satisfied(condition, false)),
  };
}

function satisfied(condition: Condition, wanted: boolean): Condition {
  if (condition.op === 'not') return { op: 'not', of: satisfied(condition.of, !wanted) };
  if (condition.op !== 'is') return { op: condition.op, of: condition.of.map((one) => satisfied(one, wanted)) };
  if (!conditionFamily(condition.type)?.ofWorld) return condition;
  return { op: wanted ? 'all' : 'any', of: [] };
}
