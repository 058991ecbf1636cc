import { describe, expect, test } from 'vitest';
import { changeOf, commit, credentialsOf, isNotable } from '../../../src/decide/session.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Action, Request } from '../../../src/model/request.ts';
import { newSession, type Session } from '../../../src/model/session.ts';
import { permissionOf, type Verdict } from '../../../src/model/verdict.ts';

function request(action: Action, epochMs = 0): Request {
  return { action, cwd: '/', env: {}, actor: 'ai', at: { epochMs, minuteOfDay: 0, day: 1 } };
}

function decision(word: Verdict): Decision {
  const redaction = { by: ['p/r'], input: false, patterns: [] };
  const verdict = permissionOf(word);
  return {
    verdict,
    ...(word === 'redact' && { redaction }),
    trace: [],
    analysis: { text: '', invocations: [], unsure: [] },
    unsure: [],
  };
}

const call = (tool: string): Action => ({ kind: 'tool', tool, input: {} });

function sessionAfter(session: Session, tools: readonly string[], verdict: Verdict = 'allow'): Session {
  return tools.reduce((so, tool, at) => commit(so, request(call(tool), at), decision(verdict)), session);
}

describe('commit', () => {
  test('leaves the session before as it was', () => {
    const before = newSession('s');
    const copy = structuredClone(before);
    sessionAfter(before, ['a', 'b']);
    expect(before).toEqual(copy);
  });

  test.each<[Verdict, boolean | undefined, boolean]>([
    ['allow', undefined, true],
    ['redact', undefined, true],
    ['redirect', undefined, true],
    ['deny', undefined, false],
    ['require_approval', undefined, false],
    ['escalate', undefined, false],
    ['require_approval', true, true],
    ['allow', false, false],
  ])('%s, run: %s -> counted: %s', (verdict, ran, counted) => {
    const session = commit(newSession('s'), request(call('t')), decision(verdict), ran);
    expect(session.counts).toEqual(counted ? { total: 1, tools: { t: 1 } } : { total: 0, tools: {} });
    expect(session.events).toEqual([{ tools: ['t'], programs: [], verdict, ran: counted, epochMs: 0 }]);
  });

  test('knows a command by the names that languages have for a shell', () => {
    const session = commit(newSession('s'), request({ kind: 'line', line: 'ls' }), decision('allow'));
    expect(session.events[0]?.tools).toEqual(['shell', 'Bash', 'exec']);
  });

  test('counts tools whose names objects already have', () => {
    const { counts } = sessionAfter(newSession('s'), ['__proto__', 'constructor', '__proto__']);
    expect(Object.entries(counts.tools)).toEqual([
      ['__proto__', 2],
      ['constructor', 1],
    ]);
  });

  test('forgets harmless calls before it forgets that something was called at all', () => {
    let session = sessionAfter(newSession('s'), ['read_database']);
    session = sessionAfter(session, Array<string>(10_000).fill('noise'));
    expect(session.events.length).toBeLessThan(2100);
    expect(session.events.some(({ tools }) => tools.includes('read_database'))).toBe(true);
    expect(session.counts.total).toBe(10_001);
  });

  test('stays as small after very many calls', () => {
    const session = sessionAfter(newSession('s'), Array<string>(60_000).fill('t'));
    expect(session.events.length).toBeLessThanOrEqual(2000);
    expect(session.counts.total).toBe(60_000);
  });
});

describe('what a call leaves in its session', () => {
  const REQUEST = request({ kind: 'line', line: 'x' });
  const names = (count: number, lead: string) => Array.from({ length: count }, (_none, at) => `${lead}${at}`);
  const starts = (...programs: readonly string[]) => ({
    analysis: { text: '', unsure: [], invocations: programs.map((program) => ({ program, argv: [] })) },
  });
  const traced = (...ends: readonly (readonly [string, string])[]) => ({
    trace: ends.map(([id, end]) => ({ rule: { id }, end })),
  });
  const change = (more: object, ran?: boolean | 'maybe', verdict: Verdict = 'allow') =>
    changeOf(REQUEST, { ...decision(verdict), ...more } as Decision, ran);

  test('the rules that matched, enforced or not, and the programs: of each sixteen, once', () => {
    const trace = traced(['m', 'matched'], ['w', 'watched'], ['c', 'condition'], ['m', 'matched']);
    expect(change(trace).event?.rules).toEqual(['m', 'w']);
    expect(change({}).event).not.toHaveProperty('rules');
    const all = traced(...names(20, 'r').map((id) => [id, 'matched'] as const));
    expect(change(all).event?.rules).toEqual(names(16, 'r'));
    expect(change(starts('a', 'b', 'a')).event?.programs).toEqual(['a', 'b']);
    expect(change(starts(...names(20, 'p'))).event?.programs).toEqual(names(16, 'p'));
  });

  test.each([
    [['ls'], false],
    [['rm', 'x'], true],
    [['mv', 'x', 'y'], true],
    [['find', '.', '-delete'], true],
    [['cp', 'x', 'y'], false],
  ])('%j deletes: %s', (words, wanted) => {
    const argv = words.map((value) => ({ kind: 'known', value, text: value }));
    const analysis = { text: '', unsure: [], invocations: [{ program: words[0], argv }] };
    expect(change({ analysis }).event?.deletes ?? false).toBe(wanted);
  });

  test('it is of interest where a rule matched or something was deleted', () => {
    const event = { tools: [], programs: [], verdict: 'allow', ran: true, epochMs: 0 } as const;
    expect(isNotable({ event })).toBe(false);
    expect(isNotable({ event: { ...event, rules: ['p/r'] } })).toBe(true);
    expect(isNotable({ event: { ...event, deletes: true } })).toBe(true);
    expect(isNotable({})).toBe(false);
  });

  test('what was approved is known again by its signature and its credentials', () => {
    const operations = [
      { credential: ['a', 'b'] },
      { credential: ['b'] },
      { credential: ['c'], anyCredential: true },
      {},
    ];
    const asked = { signature: 's', operations };
    expect(change(asked, true, 'require_approval').add).toEqual({ approved: ['s'], approvedCredentials: ['a', 'b'] });
    expect(change({}, true, 'require_approval').add).toEqual({ approved: [], approvedCredentials: [] });
    for (const ran of [false, 'maybe'] as const) expect(change(asked, ran, 'require_approval').add).toEqual({});
    expect(change(asked, true).add).toEqual({});
    expect(credentialsOf({})).toEqual([]);
  });

  test.each<[boolean | 'maybe', object]>([
    [true, { activated: ['yes'], suspected: ['unknown'] }],
    ['maybe', { activated: [], suspected: ['yes', 'unknown'] }],
    [false, {}],
  ])('where it ran: %s, these rules are switched on: %j', (ran, wanted) => {
    const triggers = ['yes', 'no', 'unknown', undefined, 'yes'];
    const trace = triggers.map((trigger) => ({ rule: { id: trigger }, end: 'condition', trigger }));
    expect(change({ trace }, ran).add).toEqual(wanted);
  });

  test('its attributes are kept where there are any', () => {
    expect(change({})).not.toHaveProperty('attributes');
    expect(changeOf({ ...REQUEST, session: { tenant: 't' } } as never, decision('allow')).attributes).toEqual({
      tenant: 't',
    });
  });
});
