import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { type ConditionFamily, defineCondition } from '../../../src/conditions/condition.ts';
import { CONDITIONS } from '../../../src/conditions/index.ts';
import { remembers, remembersMatches } from '../../../src/conditions/memory.ts';
import { createSubject, type Subject } from '../../../src/conditions/subject.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import type { Condition, Rule } from '../../../src/model/policy.ts';
import { type Caller, newSession } from '../../../src/model/session.ts';
import { loadRules } from '../../../src/rules/load.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';
import { shipped } from '../../support/shipped.ts';

/** What a family says of itself has to agree with what its `evaluate` does on the conditions of shipped rules and of case files. */

const CWD = '/home/dev/project';
const ENV = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
const FACTS = whatIfFacts({
  env: ENV,
  cwd: CWD,
  at: localTime('2025-01-06T10:00:00'),
  git: { branch: 'x' },
  files: [],
});

const CASES = readdirSync('test/cases', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => join('test/cases', name));

function rulesOfCases(): readonly Rule[] {
  const texts = CASES.flatMap((file) => parseCaseFile(readFileSync(file, 'utf8'), file).cases)
    .flatMap(({ rules = [] }) => rules)
    .map((text, at) => ({ file: `${at}.yaml`, module: `m${at}`, text, tier: 'user' as const, trusted: true }));
  return loadRules(texts).policy.modules.flatMap(({ rules }) => rules);
}

const SAMPLES = new Map<string, unknown[]>();

function addSamples(condition: Condition): void {
  if (condition.op === 'not') addSamples(condition.of);
  else if (condition.op !== 'is') for (const one of condition.of) addSamples(one);
  else SAMPLES.set(condition.type, [...(SAMPLES.get(condition.type) ?? []), condition.data]);
}

const allRules = [...shipped().policy.modules.flatMap(({ rules }) => rules), ...rulesOfCases()];
for (const { tools, when, unless } of allRules) {
  // the tools that a rule names first are taken out of its conditions
  if (tools !== undefined && tools !== 'any') addSamples({ op: 'is', type: 'tool', data: { names: tools } });
  for (const condition of [...when, ...unless]) addSamples(condition);
}

/** A start, a line and a tool call whose session says when it is read. */
function watchedSubjects(onRead: () => void): readonly Subject[] {
  const session = newSession('');
  const caller: Caller = {
    get session() {
      onRead();
      return session;
    },
    sender: { name: 'ann' },
    context: {},
  };
  const analysis = analyzeLine('git push origin x', { cwd: CWD, env: ENV, facts: FACTS });
  const [invocation] = analysis.invocations;
  const call = { tool: 'Write', names: ['Write'], input: { file_path: 'a' } };
  const common = { analysis, cwd: CWD, env: ENV, caller, operations: () => [], signature: () => 'sha256:0' };
  return [common, { ...common, call }, { ...common, ...(invocation && { invocation }) }].map(createSubject);
}

function readsSession(family: ConditionFamily, samples: readonly unknown[]): boolean {
  let isRead = false;
  const subjects = watchedSubjects(() => {
    isRead = true;
  });
  for (const data of samples) for (const subject of subjects) family.evaluate(data, subject, FACTS);
  return isRead;
}

const conditionOf = (type: string): Condition => ({ op: 'is', type, data: {} });

describe.each(CONDITIONS.map((family) => [family.type, family] as const))('%s', (type, family) => {
  const samples = SAMPLES.get(type) ?? [];

  test('is used by a shipped rule or a case in test/cases', () => {
    expect(samples).not.toEqual([]);
  });

  test('says `remembers` where it reads the session, and only there', () => {
    expect(family.remembers !== undefined).toBe(readsSession(family, samples));
    const rule = { when: [], unless: [{ op: 'not', of: conditionOf(type) }] } as const;
    expect([remembers(rule), remembersMatches(rule)]).toEqual([
      family.remembers === true,
      family.remembers === 'matches',
    ]);
  });
});

describe('a rule remembers', () => {
  test.each<[string, Pick<Rule, 'when' | 'unless' | 'activation'>, boolean]>([
    ['without conditions', { when: [], unless: [] }, false],
    ['with a condition that this version lacks', { when: [conditionOf('no_such_one')], unless: [] }, true],
    [
      'once it is activated',
      { when: [], unless: [], activation: { kind: 'latched', trigger: conditionOf('tool') } },
      true,
    ],
    ['inside a group', { when: [{ op: 'any', of: [conditionOf('tool'), conditionOf('counter')] }], unless: [] }, true],
  ])('%s', (_what, rule, expected) => {
    expect(remembers(rule)).toBe(expected);
  });
});

test('a family that forgets to say so is found', () => {
  const manyCalls = defineCondition<unknown, unknown>({
    type: 'many_calls',
    summary: '',
    schema: (z) => z.unknown(),
    lower: (args) => args,
    evaluate: (_data, { caller }) => (caller.session.counts.total > 100 ? 'yes' : 'no'),
    explain: () => '',
  });
  expect(readsSession(manyCalls, [{}])).toBe(true);
});
