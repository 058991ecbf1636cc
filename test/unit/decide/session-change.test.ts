import { describe, expect, test } from 'vitest';
import { applyChange, changeBetween } from '../../../src/decide/session-change.ts';
import { newSession, type SessionEvent } from '../../../src/model/session.ts';

const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_none, at) => `${prefix}${at}`);

describe('of what persons approved the youngest stay', () => {
  test.each(['approved', 'approvedCredentials', 'planned'] as const)('%s', (list) => {
    const full = applyChange(newSession('s'), { add: { [list]: names(1000) } });
    expect(full[list]).toHaveLength(1000);
    const after = applyChange(full, { add: { [list]: ['new'] } });
    expect(after[list]).toHaveLength(1000);
    expect(after[list].at(-1)).toBe('new');
    expect(after[list][0]).toBe('n1');
  });

  test.each(['activated', 'disabled', 'suspected'] as const)('%s forgets nothing', (list) => {
    const after = applyChange(newSession('s'), { add: { [list]: names(1500) } });
    expect(after[list]).toHaveLength(1500);
  });
});

test('names are added once and removed', () => {
  const one = applyChange(newSession('s'), { add: { disabled: ['a', 'b'] } });
  expect(applyChange(one, { add: { disabled: ['b', 'c'] }, remove: { disabled: ['a'] } }).disabled).toEqual(['b', 'c']);
  expect(applyChange(one, { remove: { disabled: ['z'] } }).disabled).toEqual(['a', 'b']);
});

test('a reset begins anew under the same id', () => {
  const before = applyChange(newSession('s'), { add: { approved: ['a'] } });
  const after = applyChange(before, { reset: true, add: { disabled: ['b'] } });
  expect(after).toEqual({ ...newSession('s'), disabled: ['b'] });
});

function event(at: number, more: Partial<SessionEvent> = {}): SessionEvent {
  return { tools: [], programs: ['ls'], verdict: 'allow', ran: true, epochMs: at, ...more };
}

const filled = (count: number, eventAt: (at: number) => SessionEvent) =>
  names(count).reduce((session, _name, at) => applyChange(session, { event: eventAt(at) }), newSession('s'));

describe('events', () => {
  test('are counted where they ran', () => {
    const one = applyChange(newSession('s'), { event: event(1, { tools: ['t'] }) });
    const two = applyChange(one, { event: event(2, { tools: ['t', 'u'], ran: false }) });
    expect(two.counts).toEqual({ total: 1, tools: { t: 1 } });
    expect(applyChange(two, { event: event(3, { tools: ['t', 'u'] }) }).counts).toEqual({
      total: 2,
      tools: { t: 2, u: 1 },
    });
  });

  test('two thousand are kept; with the next the older half goes, but for the youngest of each kind', () => {
    const session = filled(2000, (at) => event(at, at === 3 || at === 5 ? { tools: ['web'] } : {}));
    expect(session.events).toHaveLength(2000);
    const after = applyChange(session, { event: event(2000) });
    const times = after.events.map(({ epochMs }) => epochMs);
    expect(times.slice(0, 3)).toEqual([5, 999, 1000]);
    expect(times.at(-1)).toBe(2000);
    expect(times).toHaveLength(1003);
  });

  test('programs alone push out no tools, however many there are', () => {
    const session = filled(2000, (at) =>
      at === 0 ? event(at, { tools: ['web'] }) : event(at, { programs: [`p${at}`] }),
    );
    const { events } = applyChange(session, { event: event(2000) });
    expect(events[0]?.tools).toEqual(['web']);
    expect(events).toHaveLength(1 + 500 + 1000 + 1);
  });

  test('the same with another verdict, or that did not run, is another kind', () => {
    const kinds = [event(0), event(1, { verdict: 'deny', ran: false }), event(2, { ran: false }), event(3)];
    const session = filled(2000, (at) => kinds[at] ?? event(at, { programs: ['cat'] }));
    const times = applyChange(session, { event: event(2000) }).events.map(({ epochMs }) => epochMs);
    expect(times.slice(0, 4)).toEqual([1, 2, 3, 999]);
  });
});

describe('tools', () => {
  test('no more than a thousand are counted by name', () => {
    const many = applyChange(newSession('s'), { event: event(1, { tools: names(1000, 't') }) });
    const { counts } = applyChange(many, { event: event(2, { tools: ['t0', 'new'] }) });
    expect(Object.keys(counts.tools)).toHaveLength(1000);
    expect(counts.tools).toMatchObject({ t0: 2 });
    expect(counts.tools).not.toHaveProperty('new');
    expect(counts.total).toBe(2);
  });

  test('one called like a property of every object is counted from one', () => {
    const { counts } = applyChange(newSession('s'), { event: event(1, { tools: ['constructor'] }) });
    expect(counts.tools.constructor).toBe(1);
  });
});

describe('what a person told the session', () => {
  const before = applyChange(newSession('s'), { add: { disabled: ['a', 'b'] }, event: event(1) });
  const sessions = [
    ['a name more', applyChange(before, { add: { disabled: ['c'] } })],
    ['a name less', applyChange(before, { remove: { disabled: ['a'] } })],
    ['all forgotten', { ...newSession('s'), disabled: ['z'] }],
    ['nothing', before],
  ] as const;
  test.each(sessions)('is found again: %s', (_what, after) => {
    expect(applyChange(before, changeBetween(before, after))).toEqual(after);
  });

  test('is only what changed', () => {
    expect(changeBetween(before, before)).toEqual({ add: {}, remove: {} });
    expect(changeBetween(before, sessions[0][1])).toEqual({ add: { disabled: ['c'] }, remove: {} });
  });
});

test('a plan waits until it is answered', () => {
  const plan = [{ signature: 's', credentials: [] }];
  const empty = newSession('s');
  const waiting = applyChange(empty, { pendingPlan: plan });
  expect(waiting.pendingPlan).toBe(plan);
  expect(applyChange(waiting, {}).pendingPlan).toBe(plan);
  expect(applyChange(waiting, { pendingPlan: null })).toEqual(empty);
  expect(changeBetween(empty, waiting).pendingPlan).toBe(plan);
  expect(changeBetween(waiting, empty)).toEqual({ add: {}, remove: {}, pendingPlan: null });
  expect(changeBetween(waiting, waiting)).toEqual({ add: {}, remove: {} });
});

test('a session without events is not reset; one whose events are gone is', () => {
  const full = applyChange(newSession('s'), { event: event(1), add: { approved: ['a'] } });
  expect(changeBetween(newSession('s'), newSession('s'))).toEqual({ add: {}, remove: {} });
  expect(changeBetween(full, newSession('s'))).toEqual({ reset: true, add: {}, remove: {} });
});

test('lists that do not change stay the same objects', () => {
  const one = applyChange(newSession('s'), { add: { disabled: ['a', 'b'] } });
  const same = applyChange(one, { add: { disabled: ['a'] } });
  expect(same.disabled).toBe(one.disabled);
  expect(same.approved).toBe(one.approved);
});
