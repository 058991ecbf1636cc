import { describe, expect, test } from 'vitest';
import { clearedBy, escalationOf } from '../../../src/decide/escalation.ts';
import { fillMessage } from '../../../src/decide/message.ts';
import { passPlanned } from '../../../src/decide/plan.ts';
import { replacementFor, withReplacement } from '../../../src/decide/replacement.ts';
import { unsureVerdict } from '../../../src/decide/unsure.ts';
import type { Decision, RuleTrace } from '../../../src/model/decision.ts';
import type { Facts } from '../../../src/model/facts.ts';
import type { Analysis } from '../../../src/model/invocation.ts';
import { newSession } from '../../../src/model/session.ts';

const word = (value: string) => ({ kind: 'known', value, text: value }) as const;
const ANALYSIS = {
  text: 'cd /a; frob -f x y',
  invocations: [
    { argv: ['frob', '-f', 'x', 'y'].map(word), program: 'frob', text: 'frob -f x y', cwd: '/a' },
    { argv: [{ ...word(''), kind: 'unknown', text: '$P', prefix: '', suffix: '' }], text: '$P', cwd: undefined },
    { argv: [], text: '', cwd: '/b' },
  ],
} as unknown as Analysis;

describe('a message', () => {
  const TEXT = '{command}|{program}|{cwd}|{git.root}|{git.branch}|{other}';
  const REPOSITORIES: Readonly<Record<string, unknown>> = {
    '/a': { root: '/r', branch: 'main' },
    '/b': { root: '/r', branch: undefined },
    '/start': { root: '/s', branch: null },
    '/none': null,
  };
  const facts = { git: (cwd: string) => REPOSITORIES[cwd] ?? (cwd === '/none' ? null : 'unknown') } as unknown as Facts;
  test.each<[number | undefined, string, string]>([
    [0, '/start', 'frob -f x y|frob|/a|/r|main|{other}'],
    [1, '/start', '$P|$P|/start|/s|a detached HEAD|{other}'],
    [2, '/start', '||/b|/r|a branch that only git can tell|{other}'],
    [undefined, '/none', 'cd /a; frob -f x y||/none|no repository|no repository|{other}'],
    [undefined, '/unreadable', 'cd /a; frob -f x y||/unreadable|no repository|no repository|{other}'],
  ])('of start %s in %s', (invocation, cwd, wanted) => {
    const trace = { rule: { message: TEXT }, invocation } as unknown as RuleTrace;
    expect(fillMessage(trace, ANALYSIS, cwd, facts)).toBe(wanted);
  });
});

describe('what runs instead', () => {
  const of = (redirectTo: unknown, invocation: number | undefined) =>
    replacementFor({ rule: { redirectTo }, invocation } as unknown as RuleTrace, ANALYSIS);
  const all = [{ kind: 'literal', value: 'a' }, { kind: 'command' }];
  test.each<[string, unknown, number | undefined, readonly string[] | undefined]>([
    ['the program', all, 0, ['a', 'frob']],
    ['its words', [{ kind: 'args' }], 0, ['-f', 'x', 'y']],
    ['its operands', [{ kind: 'operands' }], 0, ['x', 'y']],
    ['one word', [{ kind: 'positional', index: 2 }], 0, ['x']],
    ['a word that it lacks', [{ kind: 'positional', index: 9 }], 0, []],
    ['a word that is not known', all, 1, undefined],
    ['of the whole line', all, undefined, undefined],
    ['of a start that there is not', all, 7, undefined],
    ['of no redirect', undefined, 0, undefined],
  ])('%s', (_what, redirectTo, invocation, argv) => {
    expect(of(redirectTo, invocation)).toEqual(argv && { argv, invocation });
  });

  test('is reported of the start that it replaces, where a rule matched it', () => {
    const trace = (end: string, invocation?: number) => ({ end, ...(invocation !== undefined && { invocation }) });
    const [first, next] = [
      { verdict: 'redirect', trace: [trace('matched', 2)], analysis: ANALYSIS },
      { verdict: 'allow', trace: [trace('matched', 0), trace('condition', 0), trace('matched')] },
    ] as unknown as [Decision, Decision];
    expect(withReplacement(first, { argv: ['a'], invocation: 2 }, next).trace).toEqual([
      trace('matched', 2),
      trace('matched', 2),
      trace('matched'),
    ]);
  });
});

describe('what a judge is asked', () => {
  const decision = (more: object) => ({ verdict: 'escalate', trace: [], ...more }) as unknown as Decision;
  const rule = (more: object) => ({ decider: { rule: { name: 'r', ...more } } });
  const traced = (...ends: readonly (readonly [string, string])[]) => ({
    trace: ends.map(([end, verdict]) => ({ end, verdict })),
  });
  test.each<[string, Decision, string | undefined]>([
    ['a message', decision(rule({ message: 'm' })), 'm'],
    ['a name', decision(rule({})), 'r'],
    ['a default', decision({ byDefault: 'f' }), 'No rule is about this call, and f leaves such calls to judgement'],
    ['nothing', decision({}), 'No rule is about this call, and the rules leaves such calls to judgement'],
    ['what is denied', decision({ verdict: 'deny', ...rule({}) }), undefined],
    [
      'what is redirected',
      decision({ ...rule({}), ...traced(['matched', 'redirect'], ['matched', 'deny']) }),
      undefined,
    ],
    ['what is redacted', decision({ ...rule({}), ...traced(['condition', 'deny'], ['matched', 'redact']) }), undefined],
    [
      'what a rule would redirect that does not match',
      decision({ ...rule({}), ...traced(['condition', 'redirect']) }),
      'r',
    ],
    ['what another rule is about', decision({ ...rule({}), ...traced(['matched', 'escalate']) }), 'r'],
  ])('%s', (_what, one, sentence) => {
    expect(escalationOf(one)).toEqual(sentence && { sentence, role: 'escalation' });
  });

  test('and what comes of its answer', () => {
    const one = decision({ ...rule({}), byDefault: 'f' });
    expect(clearedBy(() => ({ applies: true, reason: 'fine' }) as never, one)).toEqual({
      verdict: 'allow',
      trace: [],
      message: 'The judge lets it run: fine',
    });
    expect(clearedBy(() => ({ applies: false, reason: 'no' }) as never, one)).toBe(one);
    expect(clearedBy(undefined, one)).toBe(one);
  });
});

test.each([
  ['refused-syntax', 'deny'],
  ['anything-else', 'require_approval'],
])('a part that is not understood: %s is %s', (code, verdict) => {
  expect(unsureVerdict({ code } as never)).toBe(verdict);
});

test.each<[string, string | undefined, readonly string[] | undefined, boolean]>([
  ['require_approval', 's', ['s'], true],
  ['deny', 's', ['s'], false],
  ['require_approval', 's', ['t'], false],
  ['require_approval', 's', undefined, false],
  ['require_approval', undefined, ['mutant'], false],
])('%s of %s where %s is planned: runs %s', (verdict, signature, planned, runs) => {
  const one = { verdict, signature, byDefault: 'f' } as unknown as Decision;
  const after = passPlanned(one, planned && { ...newSession('s'), planned });
  expect(after).toStrictEqual(runs ? { verdict: 'allow', signature, planned: true } : one);
});
