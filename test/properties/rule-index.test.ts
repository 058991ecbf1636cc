import { beforeAll, describe, expect, test } from 'vitest';
import { indexOf } from '../../src/decide/rule-index.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { Policy } from '../../src/model/policy.ts';
import { policyFromTexts } from '../../src/policy/load.ts';
import { judgeIn } from '../support/judge.ts';
import { linesOf } from '../support/lines.ts';
import { sampled } from '../support/runs.ts';
import { shipped } from '../support/shipped.ts';

let policy: Policy;
beforeAll(() => {
  policy = shipped().policy;
});

const said = ({ verdict, decider, trace }: Decision) => ({
  verdict,
  decider: decider?.rule.id,
  matched: trace.filter(({ end }) => end === 'matched').map(({ rule, certainty }) => [rule.id, certainty]),
});

describe('rules about other subcommands are left out', () => {
  test.each(['everyday', 'destructive', 'mentions', 'people'])('and no decision on %s lines changes', (list) => {
    let left = 0;
    for (const line of sampled(linesOf(`test/cases/${list}.yaml`), 'LINES_EVERY', 10)) {
      const [some, all] = [judgeIn(policy, line), judgeIn(policy, line, 'ai', true)];
      expect([line, said(some)]).toEqual([line, said(all)]);
      left += all.trace.length - some.trace.length;
    }
    expect(left).toBeGreaterThan(100);
  });

  test('so that a plain `git status` asks few of those about git', () => {
    const index = indexOf(policy);
    const all = index.rulesOf('git').length;
    expect(index.rulesOf('git', 'status').length).toBeLessThan(all / 5);
    expect(index.rulesOf('git', 'push').length).toBeGreaterThan(index.rulesOf('git', 'status').length);
  });
});

describe('a rule names', () => {
  const text = (commands: string, conditions: string) =>
    `version: 1\nrules:\n  - {name: r, commands: ${commands}, conditions: ${conditions}, action: deny}\n`;

  test.each<[string, string, readonly string[] | undefined]>([
    ['git', '[{args: {subcommand: push}}]', ['push']],
    ['git', '[{args: {subcommand: [stash drop, stash clear, push]}}]', ['stash', 'push']],
    ['docker', '[{args: {subcommand: [container remove, rmi]}}]', ['container', 'rmi']],
    ['npm', '[{args: {subcommand: i}}]', ['i', 'install']], // its other name is the one that the grammar reads
    ['[git, hg]', '[{args: {subcommand: no-such-one}}]', ['no-such-one']],
    ['git', '[{args: {any_flag: -f}}]', undefined],
    ['git', '[{command_contains: push}]', undefined],
    ['git', '[{command_contains: x}, {args: {subcommand: push}}]', ['push']],
    ['git', '[{not: {args: {subcommand: push}}}]', undefined],
    ['git', '[{any_of: [{args: {subcommand: push}}, {args: {subcommand: fetch, any_flag: -f}}]}]', ['push', 'fetch']],
    ['git', '[{any_of: [{args: {subcommand: push}}, {command_contains: x}]}]', undefined],
    ['git', '[{all_of: [{command_contains: x}, {args: {subcommand: push}}]}]', ['push']],
  ])('%s, %s: %j', (commands, conditions, names) => {
    const { policy: one } = policyFromTexts([{ file: '/r.yaml', text: text(commands, conditions) }]);
    expect(one.modules.flatMap(({ rules }) => rules.map(({ subcommands }) => subcommands))).toEqual([names]);
  });

  test('none where it is about no program', () => {
    const { policy: one } = policyFromTexts([
      {
        file: '/r.yaml',
        text: 'version: 1\nrules:\n  - {name: r, conditions: [{args: {subcommand: push}}], action: deny}\n',
      },
    ]);
    expect(one.modules[0]?.rules[0]?.subcommands).toBeUndefined();
    expect(judgeIn(one, 'git push').verdict).toBe('deny');
  });

  test.each([
    ['npm i x', 'deny'],
    ['npm install x', 'deny'],
    ['npm add x', 'deny'], // the same by the grammar
    ['npm ls', 'allow'],
    ['npm $X', 'allow'], // nothing that is known speaks for it
    ['npm no-such-one', 'allow'],
  ] as const)('what `%s` may be: %s', (line, verdict) => {
    const { policy: one } = policyFromTexts([
      { file: '/r.yaml', text: text('npm', '[{args: {subcommand: install}}]') },
    ]);
    expect(judgeIn(one, line).verdict).toBe(verdict);
  });
});
