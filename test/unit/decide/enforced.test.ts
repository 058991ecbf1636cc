import { describe, expect, test } from 'vitest';
import { judgeCall } from '../../../src/calls/judge-call.ts';
import { joinEnforced } from '../../../src/decide/enforced.ts';
import { guard } from '../../../src/guard.ts';
import { askingMatches, type Decision } from '../../../src/model/decision.ts';
import type { Request } from '../../../src/model/request.ts';
import { newSession } from '../../../src/model/session.ts';
import { policyOf, requestOf, worldOf } from '../../support/judged.ts';

type Files = Readonly<Record<string, string>>;

const line = (text: string): Partial<Request> => ({ actor: 'ai', action: { kind: 'line', line: text } });

function decided(files: Files, asked: Partial<Request>): Decision {
  const policy = policyOf(files);
  const request = requestOf([], asked);
  return guard(request, worldOf(policy, request));
}

/** `allow, not enforced: deny r/x`. */
function said({ verdict, redaction, decider, watched }: Decision): string {
  const what = [verdict, decider?.rule.name, redaction && 'masked'].filter(Boolean).join(' ');
  const rest = watched && [watched.verdict, watched.decider?.rule.name ?? watched.byDefault].filter(Boolean).join(' ');
  return rest === undefined ? what : `${what}, not enforced: ${rest}`;
}

const rules = (...all: readonly string[]) => `rules:\n${all.map((one) => `  - ${one}`).join('\n')}\n`;
const RULES = rules(
  '{ name: deny, commands: [a], action: deny, enforce: false }',
  '{ name: ask, commands: [a, b], action: require_approval }',
  '{ name: escalate, commands: [c], action: escalate, enforce: false }',
  '{ name: instead, commands: [d], action: redirect, redirect_to: z $ARGS, enforce: false }',
  '{ name: mask, commands: [e], action: redact, enforce: false }',
  '{ name: open, commands: [f], action: allow, enforce: false }',
  '{ name: same, commands: [b], action: require_approval, enforce: false }',
  '{ name: unsure, commands: [g], conditions: [{ env_equals: { name: X, value: "1" } }], action: deny, on_unknown: require_approval, enforce: false }',
);

describe('a rule that is not enforced decides nothing, and is told where it would have made it stricter', () => {
  test.each([
    ['a', 'require_approval ask, not enforced: deny deny'],
    ['b', 'require_approval ask'],
    ['c', 'allow, not enforced: escalate escalate'],
    ['d 1', 'allow, not enforced: redirect instead'],
    ['e', 'allow, not enforced: redact mask'],
    ['f', 'allow'],
    ['g', 'allow'],
    ['X=$(z) g', 'allow, not enforced: require_approval unsure'],
    ['h', 'allow'],
    ['c; b', 'require_approval ask'],
    ['b; a', 'require_approval ask, not enforced: deny deny'],
    ['c; e; d', 'allow, not enforced: escalate escalate'],
  ])('%s', (text, wanted) => expect(said(decided({ r: RULES }, line(text)))).toBe(wanted));

  test('nobody is asked about it, and nothing runs in its place', () => {
    const redirect = decided({ r: RULES }, line('d 1'));
    expect(redirect).not.toHaveProperty('replacement');
    expect(askingMatches(decided({ r: RULES }, line('c')))).toEqual([]);
  });

  test('it is in the trace, with what its conditions found', () => {
    const { trace } = decided({ r: RULES }, line('a'));
    expect(trace.map(({ rule, end }) => [rule.name, end])).toEqual([
      ['deny', 'watched'],
      ['ask', 'matched'],
    ]);
  });

  test('what does not match is no match', () => {
    const own = rules(
      '{ name: x, commands: [a], conditions: [{ args: { any_flag: -f } }], action: deny, enforce: false }',
    );
    expect(decided({ own }, line('a')).trace.map(({ end }) => end)).toEqual(['condition']);
    expect(said(decided({ own }, line('a')))).toBe('allow');
    expect(said(decided({ own }, line('a $X -f')))).toBe('allow, not enforced: deny x');
  });
});

describe('a file that is not enforced', () => {
  const FILE = `enforce: false\n${rules(
    '{ name: deny, commands: [a], action: deny }',
    '{ name: held, commands: [b], action: deny, enforce: true }',
  )}`;
  test.each([
    ['its rules', 'a', 'allow, not enforced: deny deny'],
    ['but one that says otherwise', 'b', 'deny held'],
    ['doubts about lines for its sake', 'echo "', 'allow, not enforced: require_approval'],
  ])('%s', (_what, text, wanted) => expect(said(decided({ FILE }, line(text)))).toBe(wanted));

  test('beside one that is, a line has to be understood', () => {
    expect(said(decided({ FILE, own: rules('{ name: z, commands: [z], action: deny }') }, line('echo "')))).toBe(
      'require_approval',
    );
  });

  const CALLS = `enforce: false\ntool_calls: { unmatched: escalate }\n${rules(
    '{ name: web, conditions: [{ tool: web }], action: deny }',
  )}`;
  const tool = (name: string): Partial<Request> => ({ actor: 'ai', action: { kind: 'tool', tool: name, input: {} } });
  test.each([
    ['web', 'allow, not enforced: deny web'],
    ['other', 'allow, not enforced: escalate calls'],
  ])('of calls: %s', (name, wanted) => expect(said(decided({ calls: CALLS }, tool(name)))).toBe(wanted));
});

describe('what changes a decision leaves what is not enforced beside it', () => {
  test('a replacement', () => {
    const own = rules(
      '{ name: instead, commands: [a], action: redirect, redirect_to: b $ARGS }',
      '{ name: watch, commands: [b], action: deny, enforce: false }',
    );
    const decision = decided({ own }, line('a 1'));
    expect(said(decision)).toBe('redirect instead, not enforced: deny watch');
    expect(decision.replacement?.argv).toEqual(['b', '1']);
  });

  test('a plan: what it would have asked was agreed to, what it would have denied was not', () => {
    const own = rules(
      '{ name: ask, commands: [a], action: require_approval }',
      '{ name: deny, commands: [a], conditions: [{ args: { any_flag: -f } }], action: deny, enforce: false }',
      '{ name: also, commands: [a], action: escalate, enforce: false }',
    );
    const planned = (text: string) => {
      const request = requestOf([], line(text));
      const world = worldOf(policyOf({ own }), request);
      const { signature = '' } = guard(request, { ...world, isPlanning: true });
      return said(guard(request, { ...world, session: { ...newSession(''), planned: [signature] } }));
    };
    expect(planned('a')).toBe('allow');
    expect(planned('a -f')).toBe('allow, not enforced: deny deny');
  });

  test('a tool call that writes a file', () => {
    const own = rules(
      '{ name: etc, conditions: [{ path_matches: { patterns: ["/etc/**"], access: change } }], action: deny, enforce: false }',
    );
    const action = { kind: 'tool', tool: 'Write', input: { file_path: '/etc/passwd', content: '' } } as const;
    const { action: _, ...request } = requestOf([], { actor: 'ai' });
    const { decision } = judgeCall(action, request, worldOf(policyOf({ own }), requestOf([])));
    expect(said(decision)).toBe('allow, not enforced: deny etc');
  });
});

test('a default is told only where it is what decides', () => {
  const said = (...codes: readonly string[]) =>
    joinEnforced({
      evaluated: [],
      defaults: [{ name: 's', unmatched: 'require_approval' }],
      doubts: codes.map((code) => ({ code, detail: '' })),
      aboutCommands: [],
    } as never);
  expect(said()).toStrictEqual({ verdict: 'require_approval', byDefault: 's', unsure: [] });
  expect(said('other')).toMatchObject({ verdict: 'require_approval', byDefault: 's' });
  expect(said('refused-syntax')).toStrictEqual({ verdict: 'deny', unsure: [{ code: 'refused-syntax', detail: '' }] });
});
