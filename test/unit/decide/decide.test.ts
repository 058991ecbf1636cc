import { describe, expect, test } from 'vitest';
import { isOfLine } from '../../../src/decide/evaluate.ts';
import { guard } from '../../../src/guard.ts';
import type { RuleTrace } from '../../../src/model/decision.ts';
import type { Condition, Policy } from '../../../src/model/policy.ts';
import type { Request } from '../../../src/model/request.ts';
import { policyOf, requestOf, worldOf } from '../../support/judged.ts';

const line = (text: string, more: Partial<Request> = {}): Request =>
  requestOf([], { actor: 'ai', action: { kind: 'line', line: text }, ...more });

/** Nothing that was kept for the policy comes in. */
const decided = (policy: Policy, request: Request, detail = false) =>
  guard(request, { ...worldOf({ ...policy }, request), detail });

/** `rule@start end`, of each rule that was evaluated; `line` = on the line as a whole. */
const evaluated = (trace: readonly RuleTrace[]) =>
  trace.map(({ rule, invocation, end }) => `${rule.name}@${invocation ?? 'line'} ${end}`);

const POLICY = policyOf({
  p: `
rules:
  - { name: push, commands: [git], action: deny, conditions: [{ args: { subcommand: push } }] }
  - { name: hard, commands: [git], action: deny, conditions: [{ args: { subcommand: reset, any_flag: --hard } }] }
  - { name: person, commands: [git], action: deny, context: human_only }
  - { name: files, commands: [git], action: deny, in_files: only }
`,
});

test.each<[string, boolean, readonly string[]]>([
  ['git push', false, ['push@0 matched']],
  ['git push', true, ['push@0 matched', 'hard@0 condition', 'person@0 actor', 'files@0 file']],
  ['git status', false, []],
  ['git status', true, ['push@0 condition', 'hard@0 condition', 'person@0 actor', 'files@0 file']],
  ['$X/git reset --hard', false, ['hard@0 matched']],
  ['$X/git reset --soft', false, ['hard@0 condition']],
  ['ls', true, []],
])('of `%s`, in detail: %s, these rules are evaluated: %j', (text, detail, wanted) => {
  const { trace } = decided(POLICY, line(text), detail);
  expect(evaluated(trace)).toEqual(wanted);
  const found = trace.flatMap(({ conditions }) => conditions.map((one) => one.detail !== undefined));
  expect(found.every((one) => one === detail)).toBe(true);
});

describe('rules without commands', () => {
  const rules = policyOf({
    p: `
rules:
  - { name: text, action: deny, conditions: [{ command_contains: frob }] }
  - { name: words, action: deny, conditions: [{ args: { operand: x } }] }
  - { name: both, action: deny, conditions: [{ command_contains: frob }, { args: { operand: x } }] }
  - { name: not, action: deny, conditions: [{ command_contains: frob }], unless: [{ not: { command_contains: frob } }] }
`,
  });
  const onLine = (trace: readonly RuleTrace[]) =>
    trace.flatMap(({ rule, invocation }) => (invocation === undefined ? [rule.name] : []));

  test.each<[string, readonly string[]]>([
    ['frob x', []],
    ['  frob x  ', []],
    ['frob x; frob y', ['text', 'not']],
    ['if frob x; then :; fi', ['text', 'not']],
    ['A=1; frob x', ['text', 'not']],
    ['# nothing', ['text', 'not']],
  ])('%j as a whole is for those that need no start: %j', (text, wanted) => {
    expect(onLine(decided(rules, line(text)).trace)).toEqual(wanted);
  });

  test('say why only in detail, and of no start', () => {
    const [found] = decided(rules, line('frob x; frob y'), true).trace.slice(-2);
    expect(Object.keys(found ?? {})).not.toContain('invocation');
    expect(found?.conditions[0]?.detail).toBeDefined();
    expect(decided(rules, line('frob x; frob y')).trace.at(-1)?.conditions[0]?.detail).toBeUndefined();
  });

  test('are not for a call that runs no command', () => {
    const request = requestOf([], { actor: 'ai', action: { kind: 'tool', tool: 'frob', input: { frob: 'frob' } } });
    expect(decided(rules, request)).toMatchObject({ verdict: 'allow', trace: [] });
  });
});

test('a condition can be evaluated on a line where all in it can', () => {
  const leaf = (type: string): Condition => ({ op: 'is', type, data: {} });
  const [text, words] = [leaf('command_contains'), leaf('args')] as const;
  const all = (...of: readonly Condition[]): Condition => ({ op: 'all', of });
  const not = (of: Condition): Condition => ({ op: 'not', of });
  const answers = [text, words, leaf('from-the-future'), not(text), not(words), all(text, text), all(text, words)];
  expect(answers.map(isOfLine)).toEqual([true, false, false, true, false, true, false]);
});

describe('of a line with very many starts', () => {
  const many = (...last: readonly string[]) =>
    line([...Array.from({ length: 300 }, (_none, at) => `frob ${at}`), ...last].join('; '));
  const rules = policyOf({
    p: `
rules:
  - { name: x, commands: [frob], action: deny, conditions: [{ args: { operand: x } }] }
  - { name: y, commands: [frob], action: deny, conditions: [{ args: { operand: y } }] }
`,
  });

  test('why rules did not match is on record for the first five hundred', () => {
    expect(decided(rules, many()).trace).toHaveLength(500);
    expect(decided(rules, many(), true).trace).toHaveLength(600);
  });

  test('a match further down counts', () => {
    const { verdict, trace } = decided(rules, many('frob x', 'frob z'));
    expect([verdict, trace.length, trace.at(-1)?.invocation]).toEqual(['deny', 501, 300]);
  });
});

describe('a rule that something else switches on', () => {
  const { modules } = policyOf({
    p: `
rules:
  - { name: late, commands: [git], action: deny, context: human_only, conditions: [{ args: { subcommand: push } }] }
`,
  });
  const trigger: Condition = { op: 'is', type: 'command_contains', data: undefined };
  const [text] = policyOf({ p: 'rules: [{ name: t, action: deny, conditions: [{ command_contains: status }] }]' })
    .modules[0]?.rules[0]?.when ?? [trigger];
  const rules = {
    modules: modules.map((module) => ({
      ...module,
      rules: module.rules.map((rule) => {
        const { subcommands: _, ...rest } = rule;
        return { ...rest, activation: { kind: 'latched' as const, trigger: text as Condition } };
      }),
    })),
  };

  test('is evaluated for its trigger alone, whoever it is about', () => {
    const { trace } = decided(rules, line('git status'));
    expect(trace.map(({ end, trigger: answer }) => [end, answer])).toEqual([['actor', 'yes']]);
  });

  test('and is on record however long the line is', () => {
    const twice = { modules: [...rules.modules, ...rules.modules] };
    const text = Array.from({ length: 300 }, (_none, at) => `git log ${at}`).join('; ');
    expect(decided(twice, line(text)).trace).toHaveLength(600);
  });
});

describe('a default about tool calls', () => {
  const blocks = (name: string) => ({
    [name]:
      'shield_name: s\nversion: 1\ndefault_verdict: block\nrules:\n  - { id: open, when: { tool: web }, then: allow }\n',
  });
  const BLOCKS = policyOf(blocks('s'));
  const tool = (name: string, actor: 'ai' | 'human' = 'ai') =>
    requestOf([], { actor, action: { kind: 'tool', tool: name, input: {} } });

  test.each<[string, Request, string]>([
    ["an agent's line", line('ls'), 'deny'],
    ["a person's line", line('ls', { actor: 'human' }), 'allow'],
    ["an agent's start", requestOf(['ls'], { actor: 'ai' }), 'allow'],
    ["an agent's tool", tool('other'), 'deny'],
    ["a person's tool", tool('other', 'human'), 'deny'],
    ['a tool that a rule allows', tool('web'), 'allow'],
  ])('%s', (_what, request, wanted) => {
    const { verdict, byDefault } = decided(BLOCKS, request);
    expect([verdict, byDefault]).toEqual([wanted, wanted === 'deny' ? 's' : undefined]);
  });

  test('of two that are as strict, the first is told', () => {
    expect(decided(policyOf({ ...blocks('s'), ...blocks('t') }), tool('other')).byDefault).toBe('s');
  });

  test('beside files about tools alone, a line need not be understood', () => {
    expect(
      decided(policyOf({ s: 'shield_name: s\nversion: 1\ndefault_verdict: allow\nrules: []\n' }), line('echo )'))
        .unsure,
    ).toEqual([]);
    expect(decided({ modules: [] }, line('echo )')).unsure).not.toEqual([]);
  });

  test('the trace of a call has its tool, and a reason only in detail', () => {
    const rules = policyOf({
      s: 'shield_name: s\nversion: 1\ndefault_verdict: allow\nrules:\n  - { id: a, when: { tool: web, args_match: { to: { contains: x } } }, then: block }\n',
    });
    const [found] = decided(rules, tool('web'), true).trace;
    expect([found?.tool, found?.conditions[0]?.detail !== undefined]).toEqual(['web', true]);
    expect(decided(rules, tool('web')).trace[0]?.conditions[0]?.detail).toBeUndefined();
  });
});
