import { describe, expect, test } from 'vitest';
import { guard } from '../../../src/guard.ts';
import type { Policy, Tier } from '../../../src/model/policy.ts';
import { loadRules } from '../../../src/rules/load.ts';
import { requestOf, worldOf } from '../../support/judged.ts';

interface File {
  readonly tier: Tier;
  readonly text: string;
  readonly trusted?: boolean;
}

function policyOf(...files: readonly File[]): Policy {
  const { policy, problems } = loadRules(
    files.map(({ tier, text, trusted = false }, at) => ({
      file: `/${at}.yaml`,
      module: `m${at}`,
      tier,
      text,
      trusted,
    })),
  );
  expect(problems).toEqual([]);
  return policy;
}

/** What an agent's call of a tool comes to: verdict, and the rule or the file whose default it is. */
function callOf(policy: Policy, tool: string): string {
  const request = requestOf([], { actor: 'ai', action: { kind: 'tool', tool, input: {} } });
  const { verdict, decider, byDefault } = guard(request, worldOf(policy, request));
  return [verdict, decider?.rule.name ?? byDefault].filter(Boolean).join(' ');
}

/** The same of a command. */
function runOf(policy: Policy, ...argv: readonly string[]): string {
  const request = requestOf(argv);
  const { verdict, decider, redaction } = guard(request, worldOf(policy, request));
  return [verdict, decider?.rule.name, redaction && `redacted by ${redaction.by.join(', ')}`].filter(Boolean).join(' ');
}

const shield = (tier: Tier, verdict: string, rules = ''): File => ({
  tier,
  text: `shield_name: s\nversion: 1\ndefault_verdict: ${verdict}\nrules:${rules === '' ? ' []' : `\n${rules}`}\n`,
});
const allows = '  - { id: open, when: { tool: web }, then: allow }';

describe("a project's allow has no say beside other files", () => {
  test.each<[string, readonly File[], string]>([
    ["a person's default block", [shield('user', 'block'), shield('project', 'allow', allows)], 'deny m0'],
    [
      "a person's default approve",
      [shield('user', 'approve'), shield('project', 'allow', allows)],
      'require_approval m0',
    ],
    ['nothing', [shield('project', 'allow', allows)], 'allow'],
    ['its own default alone', [shield('project', 'block', allows)], 'allow'],
  ])('beside %s', (_what, files, wanted) => {
    expect(callOf(policyOf(...files), 'web')).toBe(wanted);
  });

  test.each<[Tier, string]>([
    ['user', 'allow open'],
    ['managed', 'allow open'],
  ])('that of a %s file does', (tier, wanted) => {
    expect(callOf(policyOf(shield('user', 'block'), shield(tier, 'allow', allows)), 'web')).toMatch(wanted);
  });

  test('where nobody speaks of the call, the strictest default holds', () => {
    const files = [shield('user', 'allow'), shield('user', 'approve'), shield('project', 'block')];
    expect(callOf(policyOf(...files), 'other')).toBe('deny m2');
    expect(callOf(policyOf(...files.slice(0, 2)), 'other')).toBe('require_approval m1');
    expect(callOf(policyOf(...files.slice(0, 1)), 'other')).toBe('allow');
  });
});

const safe = (tier: Tier, ...rules: readonly string[]): File => ({
  tier,
  text: `version: 1\nrules:\n${rules.map((rule) => `  - { commands: [frob], message: m, ${rule} }`).join('\n')}\n`,
});

const MAYBE = 'name: maybe, action: deny, on_unknown: deny, conditions: [{ args: { operand: y } }]';

describe('several matches', () => {
  test.each<[string, readonly File[], string]>([
    ['the strictest', [safe('user', 'name: x, action: require_approval', 'name: y, action: deny')], 'deny y'],
    [
      'the strictest of several files',
      [safe('user', 'name: x, action: deny'), safe('user', 'name: y, action: require_approval')],
      'deny x',
    ],
    [
      'the most severe',
      [safe('user', 'name: x, action: deny, severity: low'), safe('user', 'name: y, action: deny, severity: high')],
      'deny y',
    ],
    ['the first of equals', [safe('user', 'name: x, action: deny'), safe('user', 'name: y, action: deny')], 'deny x'],
    [
      'severity never beats the verdict',
      [
        safe('user', 'name: x, action: require_approval, severity: critical'),
        safe('user', 'name: y, action: deny, severity: low'),
      ],
      'deny y',
    ],
    [
      'redaction beside a stop',
      [safe('user', 'name: x, action: redact', 'name: y, action: require_approval')],
      'require_approval y redacted by m0/x',
    ],
    [
      'redactions of two files',
      [safe('user', 'name: x, action: redact'), safe('user', 'name: y, action: redact')],
      'allow x redacted by m0/x, m1/y',
    ],
    [
      "no other file's allow takes redaction away",
      [safe('user', 'name: x, action: redact'), safe('user', 'name: y, action: allow')],
      'allow x redacted by m0/x',
    ],
  ])('%s', (_what, files, wanted) => {
    expect(runOf(policyOf(...files), 'frob', 'a')).toBe(wanted);
  });
});

describe('in a language with priorities the first part of its order that tells two rules apart decides', () => {
  const rule = (id: string, rest: string, when = '{ tool: web }') => `  - { id: ${id}, when: ${when}, ${rest} }`;
  test.each<[string, readonly string[], string]>([
    ['priority', [rule('a', 'then: block, priority: 2'), rule('b', 'then: allow, priority: 1')], 'allow b'],
    ['none is 1', [rule('a', 'then: block, priority: 2'), rule('b', 'then: allow')], 'allow b'],
    ['verdict', [rule('a', 'then: allow'), rule('b', 'then: block')], 'deny b'],
    ['severity', [rule('a', 'then: block, severity: low'), rule('b', 'then: block, severity: high')], 'deny b'],
    ['a tool by its name', [rule('a', 'then: block', '{ tool: "w.*" }'), rule('b', 'then: block')], 'deny b'],
    [
      'tools by names',
      [rule('a', 'then: block', '{ tool: "w.*" }'), rule('b', 'then: block', '{ tool: [web, x] }')],
      'deny b',
    ],
    [
      'tools that are not all by names',
      [rule('a', 'then: block', '{ tool: [x, "w.*"] }'), rule('b', 'then: block')],
      'deny b',
    ],
    ['order of the file', [rule('a', 'then: block'), rule('b', 'then: block')], 'deny a'],
  ])('%s', (_what, rules, wanted) => {
    expect(callOf(policyOf(shield('user', 'allow', rules.join('\n'))), 'web')).toBe(wanted);
  });

  const redacts = rule('r', 'then: redact, priority: 2');
  const user = (verdict: string, ...rules: readonly string[]) => shield('user', verdict, rules.join('\n'));
  test.each<[string, readonly File[], readonly string[] | undefined]>([
    [
      'an allow before it takes redaction away',
      [user('allow', redacts, rule('a', 'then: allow, priority: 1'))],
      undefined,
    ],
    ['an allow behind it does not', [user('allow', redacts, rule('a', 'then: allow, priority: 3'))], ['m0/r']],
    ['a stop before it does not', [user('allow', redacts, rule('a', 'then: approve, priority: 1'))], ['m0/r']],
    [
      'one of another tool does not',
      [user('allow', redacts, rule('a', 'then: allow, priority: 1', '{ tool: x }'))],
      ['m0/r'],
    ],
    [
      "another file's does not",
      [user('allow', redacts), user('allow', rule('a', 'then: allow, priority: 1'))],
      ['m0/r'],
    ],
    ['a default redacts', [user('redact')], ['m0']],
    ['and only that of its file', [user('redact'), user('block')], ['m0']],
    ['no default does', [user('block')], undefined],
  ])('%s', (_what, files, by) => {
    const request = requestOf([], { actor: 'ai', action: { kind: 'tool', tool: 'web', input: {} } });
    const { redaction } = guard(request, worldOf(policyOf(...files), request));
    expect(redaction?.by).toEqual(by);
    expect(redaction?.input).toBe(by && true);
  });
});

test.each([
  ['of one file', [safe('user', MAYBE, 'name: sure, action: deny')]],
  ['of two', [safe('user', MAYBE), safe('user', 'name: sure, action: deny')]],
])('a match that is certain decides before one that may be: %s', (_what, files) => {
  const request = requestOf([], { action: { kind: 'line', line: 'frob "$X"' } });
  const { decider, trace } = guard(request, worldOf(policyOf(...files), request));
  expect(trace.filter(({ end }) => end === 'matched')).toHaveLength(2);
  expect(decider?.rule.name).toBe('sure');
});

describe('confinement', () => {
  const confinedOf = (line: string, ...files: readonly File[]) => {
    const request = requestOf([], { action: { kind: 'line', line } });
    return guard(request, worldOf(policyOf(...files), request)).confinement;
  };
  const walls = (name: string, more = '') => `name: ${name}, action: confine${more}`;

  test('is of the starts that rules confine, with all that these let them write', () => {
    const writes = walls('w', ', confine: { write: [./out] }');
    expect(confinedOf('ls; frob; ls', safe('user', walls('w')))).toEqual({ by: ['m0/w'], invocations: [1], write: [] });
    expect(confinedOf('frob; frob', safe('user', writes), safe('user', walls('v')))).toEqual({
      by: ['m0/w', 'm1/v'],
      invocations: [0, 1],
      write: ['./out'],
    });
    expect(confinedOf('ls', safe('user', walls('w')))).toBeUndefined();
  });

  test('is of the line where a rule is about that', () => {
    const text = 'rules: [{ name: l, action: confine, conditions: [{ command_contains: "ls; " }] }]';
    expect(confinedOf('ls; frob', { tier: 'user', text })).toEqual({ by: ['m0/l'], invocations: [], write: [] });
  });

  test('of what runs instead is of the start that it replaces', () => {
    const other = 'rules: [{ name: o, commands: [old], action: redirect, redirect_to: frob $ARGS }]';
    expect(confinedOf('ls; old x', safe('user', walls('w')), { tier: 'user', text: other })).toEqual({
      by: ['m0/w'],
      invocations: [1],
      write: [],
    });
  });
});

test('what is masked is what any of the rules says', () => {
  const request = requestOf(['frob']);
  const redacts = (more: string) => `name: r, action: redact${more}`;
  const redactionOf = (...files: readonly File[]) => guard(request, worldOf(policyOf(...files), request)).redaction;
  expect(redactionOf(safe('user', redacts('')))).toEqual({ by: ['m0/r'], input: false, patterns: [] });
  const tickets = safe('user', redacts(', redact: { patterns: { ticket: "T-[0-9]+" } }'));
  expect(redactionOf(tickets)?.patterns).toMatchObject([{ name: 'ticket' }]);
});

test('one that may match decides where it is more severe', () => {
  const request = requestOf([], { action: { kind: 'line', line: 'frob "$X"' } });
  const files = [safe('user', `${MAYBE}, severity: high`), safe('user', 'name: sure, action: deny, severity: medium')];
  expect(guard(request, worldOf(policyOf(...files), request)).decider?.rule.name).toBe('maybe');
});
