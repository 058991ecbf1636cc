import { expect, test } from 'vitest';
import { createSubject } from '../../../src/conditions/subject.ts';
import { matchRule } from '../../../src/decide/match-rule.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import type { Invocation } from '../../../src/model/invocation.ts';
import type { Rule, RuleFileHeader } from '../../../src/model/policy.ts';
import { newSession } from '../../../src/model/session.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';
import { policyOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: plain, commands: [frob], action: deny }
  - { name: human, commands: [frob], action: deny, context: human_only }
  - { name: agent, commands: [frob], action: deny, context: ai_only }
  - { name: srv, commands: [frob], action: deny, directory: /srv/** }
  - { name: home, commands: [frob], action: deny, directory: ~/project }
  - { name: other-home, commands: [frob], action: deny, directory: ~/other }
  - { name: operand, commands: [frob], action: deny, conditions: [{ args: { operand: x } }] }
  - { name: allowing, commands: [frob], action: allow, conditions: [{ args: { operand: x } }] }
  - { name: asks, commands: [frob], action: allow, on_unknown: require_approval, conditions: [{ args: { operand: x } }] }
  - { name: loose, commands: [frob], action: deny, on_unknown: allow, conditions: [{ args: { operand: x } }] }
  - { name: strict, commands: [frob], action: deny, on_unknown: deny, conditions: [{ args: { operand: x } }] }
  - { name: two, commands: [frob], action: deny, conditions: [{ args: { operand: x } }, { args: { operand: y } }] }
  - { name: not, commands: [frob], action: deny, conditions: [{ not: { args: { operand: x } } }] }
  - { name: either, commands: [frob], action: deny, conditions: [{ any_of: [{ args: { operand: x } }, { args: { operand: y } }] }] }
  - { name: dots, commands: [cat], action: allow, conditions: [{ path_matches: .env }] }
  - { name: dots-deny, commands: [cat], action: deny, conditions: [{ path_matches: .env }] }
  - { name: within, commands: [cat], action: allow, conditions: [{ path_matches: /etc/** }] }
  - { name: within-deny, commands: [cat], action: deny, conditions: [{ path_matches: /etc/** }] }
  - { name: typed, commands: [frob], action: deny, in_files: false }
  - { name: read, commands: [frob], action: deny, in_files: only }
  - { name: excepted, commands: [frob], action: deny, unless: [{ args: { operand: x } }] }
`,
});
const RULES = new Map(POLICY.modules.flatMap(({ rules }) => rules.map((rule) => [rule.name, rule] as const)));
const [MODULE] = POLICY.modules;
const ENV = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
const FACTS = whatIfFacts({ env: ENV, cwd: '/srv/a', at: localTime('2025-01-06T10:00:00'), git: null, files: [] });

interface Trial {
  readonly cwd?: string | undefined;
  readonly named?: 'yes' | 'unknown';
  readonly detail?: boolean;
  readonly facts?: typeof FACTS;
  readonly session?: Partial<ReturnType<typeof newSession>>;
  readonly switches?: boolean;
  /** of the start */
  readonly start?: Partial<Invocation>;
}

function trace(rule: Rule, line: string, trial: Trial = {}) {
  const { named = 'yes', detail = false, facts = FACTS, session = {}, switches = false, start = {} } = trial;
  const cwd = 'cwd' in trial ? trial.cwd : '/srv/a';
  const analysis = analyzeLine(line, { cwd: '/srv/a', env: ENV, facts });
  const invocation = analysis.invocations[0];
  if (invocation === undefined || MODULE === undefined) throw new Error(line);
  const caller = { session: { ...newSession('s'), ...session } } as never;
  const subject = createSubject({
    analysis,
    invocation: { ...invocation, cwd, ...start },
    cwd: '/srv/a',
    env: ENV,
    caller,
  });
  const module = switches ? ({ ...MODULE, hasSwitches: true } as RuleFileHeader) : MODULE;
  return matchRule({ rule, module, named }, { subject, facts, actor: 'ai', invocation: 0, detail });
}

const named = (name: string) => RULES.get(name) as Rule;

test.each<[string, string, string, Trial?]>([
  ['plain', 'frob', 'matched yes deny'],
  ['plain', 'frob', 'matched unknown deny', { named: 'unknown' }],
  ['human', 'frob', 'actor yes deny'],
  ['agent', 'frob', 'matched yes deny'],
  ['srv', 'frob', 'matched yes deny'],
  ['srv', 'frob', 'directory yes deny', { cwd: '/home/dev/project' }],
  ['srv', 'frob', 'matched unknown deny', { cwd: undefined }],
  ['home', 'frob', 'matched yes deny', { cwd: '/home/dev/project' }],
  ['other-home', 'frob', 'directory yes deny', { cwd: '/home/dev/project' }],
  ['home', 'frob', 'directory yes deny'],
  ['home', 'frob', 'matched unknown deny', { facts: { ...FACTS, home: undefined } as typeof FACTS }],
  ['operand', 'frob x', 'matched yes deny'],
  ['operand', 'frob z', 'condition yes deny'],
  ['operand', 'frob $A', 'condition unknown deny'],
  ['operand', 'frob x $A', 'matched yes deny'],
  ['allowing', 'frob x', 'matched yes allow'],
  ['allowing', 'frob $A', 'condition unknown allow'],
  ['within', 'cat /etc/a', 'matched yes allow'],
  ['dots', 'cat .e*', 'condition yes allow'],
  ['dots-deny', 'cat .e*', 'matched yes deny'],
  ['within', 'cat /etc/a /opt/b', 'condition yes allow'],
  ['within-deny', 'cat /etc/a /opt/b', 'matched yes deny'],
  ['asks', 'frob $A', 'matched unknown require_approval'],
  ['loose', 'frob $A', 'condition unknown allow'],
  ['strict', 'frob $A', 'matched unknown deny'],
  ['two', 'frob x $A', 'matched unknown deny'],
  ['two', 'frob y $A', 'condition unknown deny'],
  ['two', 'frob x', 'condition yes deny'],
  ['not', 'frob x', 'condition yes deny'],
  ['not', 'frob z', 'matched yes deny'],
  ['not', 'frob $A', 'matched unknown deny'],
  ['either', 'frob y', 'matched yes deny'],
  ['either', 'frob $A', 'condition unknown deny'],
  ['excepted', 'frob x', 'exception yes deny'],
  ['typed', 'frob', 'matched yes deny'],
  ['typed', 'frob', 'file yes deny', { start: { inFile: true } }],
  ['read', 'frob', 'file yes deny'],
  ['read', 'frob', 'matched yes deny', { start: { inFile: true } }],
  ['plain', 'frob', 'matched yes deny', { start: { inFile: true } }],
  ['plain', 'frob', 'condition yes deny', { start: { inFile: true, program: undefined } }],
  ['plain', 'frob', 'matched yes deny', { start: { program: undefined } }],
  ['plain', 'frob', 'condition yes deny', { start: { mayNotRun: true } }],
  ['allowing', 'frob x', 'matched yes allow', { start: { mayNotRun: true } }],
  ['operand', 'frob $A', 'condition unknown deny', { start: { inFile: true } }],
  ['excepted', 'frob $A', 'matched yes deny'],
  ['plain', 'frob', 'disabled yes deny', { session: { disabled: ['p/plain'] }, switches: true }],
  ['plain', 'frob', 'matched yes deny', { session: { disabled: ['p/plain'] } }],
  ['plain', 'frob', 'matched yes deny', { session: { disabled: ['p/other'] }, switches: true }],
])('%s on `%s`: %s', (name, line, wanted, trial) => {
  const { end, certainty, verdict } = trace(named(name), line, trial);
  expect(`${end} ${certainty} ${verdict}`).toBe(wanted);
});

const latched = (trigger: string): Rule => ({
  ...named('plain'),
  activation: { kind: 'latched', trigger: named(trigger).when[0] as never },
});

test.each<[string, string, string, Trial?]>([
  ['operand', 'frob x', 'matched yes yes'],
  ['operand', 'frob z', 'inactive yes no'],
  ['operand', 'frob z', 'matched unknown no', { session: { suspected: ['p/plain'] } }],
  ['operand', 'frob z', 'matched yes undefined', { session: { activated: ['p/plain'] } }],
  ['operand', 'frob z', 'inactive yes no', { session: { suspected: ['p/other'], activated: ['p/other'] } }],
  ['operand', 'frob x', 'matched yes yes', { session: { suspected: ['p/plain'] } }],
  ['operand', 'frob $A', 'matched unknown unknown'],
  ['dots-deny', 'cat .e*', 'matched yes yes'],
])('a rule with trigger %s on `%s`: %s', (trigger, line, wanted, trial) => {
  const { end, certainty, trigger: answer } = trace(latched(trigger), line, trial);
  expect(`${end} ${certainty} ${answer}`).toBe(wanted);
});

test('the trace has each condition up to the one that ended it, with what is nested', () => {
  const results = (name: string, line: string) =>
    trace(named(name), line).conditions.map(({ result, children }) => [result, children?.map((one) => one.result)]);
  expect(results('two', 'frob x z')).toEqual([
    ['yes', undefined],
    ['no', undefined],
  ]);
  expect(results('two', 'frob z')).toEqual([['no', undefined]]);
  expect(results('not', 'frob x')).toEqual([['no', ['yes']]]);
  expect(results('either', 'frob x')).toEqual([['yes', ['yes']]]);
  expect(results('either', 'frob y')).toEqual([['yes', ['no', 'yes']]]);
});

test('only with detail a condition has its reason', () => {
  const detailOf = (detail: boolean) => trace(named('operand'), 'frob x', { detail }).conditions[0]?.detail;
  expect(detailOf(false)).toBeUndefined();
  expect(detailOf(true)).not.toBeUndefined();
});

test('the trace has the start and the trigger only where there are any', () => {
  expect(Object.keys(trace(named('plain'), 'frob')).sort()).toEqual(
    ['certainty', 'conditions', 'end', 'invocation', 'module', 'rule', 'verdict'].sort(),
  );
});

test('a condition that this version lacks may hold', () => {
  const rule = { ...named('plain'), when: [{ op: 'is', type: 'from-the-future', data: 1 }] } as Rule;
  const { end, certainty, conditions } = trace(rule, 'frob');
  expect([end, certainty, conditions[0]?.result]).toEqual(['matched', 'unknown', 'unknown']);
});
