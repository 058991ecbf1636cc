import { describe, expect, test } from 'vitest';
import { commit } from '../../../src/decide/session.ts';
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
