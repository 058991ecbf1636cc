import { describe, expect, test } from 'vitest';
import { foldedQuestions, type Question, questionsOf } from '../../../src/approvals/question.ts';
import type { PendingRequest } from '../../../src/model/approval.ts';
import { screen } from '../../../src/surfaces/monitor/screen.ts';
import {
  type Effect,
  EMPTY,
  type Key,
  type MonitorState,
  press,
  withEvents,
  withQuestions,
} from '../../../src/surfaces/monitor/state.ts';
import { cut, wrap } from '../../../src/text/width.ts';
import { pendingOf } from '../../support/loopback.ts';

const ALWAYS = { file: '/rules/exceptions.yaml', items: ['{"name":"p/ask"}'] };
const one = (what: string, more: Partial<PendingRequest> = {}): Question => {
  const request = pendingOf(what, more);
  return { key: request.id, requests: [request], waits: true };
};
const LATER = 10_000;
const asked = (open: readonly Question[], old: readonly Question[] = []) => ({ open, old });

/** What some keys do to a monitor that has shown these questions for a while. */
function typed(questions: readonly Question[], keys: readonly (string | Key)[]) {
  let state = withQuestions(EMPTY, asked(questions), 0);
  const effects: Effect[] = [];
  for (const key of keys) {
    const step = press(state, typeof key === 'string' ? { text: key } : key, LATER);
    state = step.state;
    if (step.effect !== undefined) effects.push(step.effect);
  }
  return { state, effects, given: effects.map((effect) => effect.kind === 'answer' && effect.given) };
}

describe('keys', () => {
  const ENTER: Key = { text: '', name: 'enter' };
  const BACK: Key = { text: '', name: 'backspace' };
  test.each<[(string | Key)[], object[]]>([
    [['y'], [{ answer: 'once', who: 'monitor' }]],
    [['s'], [{ answer: 'session', who: 'monitor' }]],
    [['d'], [{ answer: 'no', who: 'monitor' }]],
    [['m', '1', '5', ENTER], [{ answer: 'minutes', untilMs: expect.any(Number), who: 'monitor' }]],
    [['m', 'x', ENTER], []],
    [['m', '0', ENTER], []],
    [['m', { text: '', name: 'escape' }, 'q'], [false as never]],
    [['r', ...'no y', BACK, BACK, ENTER], [{ answer: 'no', who: 'monitor', reason: 'no' }]],
    [['a'], []],
    [['a', 'n'], []],
    [['a', 'y'], [{ answer: 'always', who: 'monitor' }]],
    [['e', 'y'], []],
    [['?', 'y'], []],
    [['x', 'Y', ''], []],
  ])('%j', (keys, given) => {
    expect(typed([one('frob', { always: ALWAYS })], keys).given).toEqual(given);
  });

  test('always is not offered where it cannot be', () => {
    const { state, effects } = typed([one('frob')], ['a', 'y']);
    expect([effects[0], state.mode]).toMatchObject([{ given: { answer: 'once' } }, 'list']);
  });

  test('without a question nothing is answered', () => {
    expect(typed([], ['y', 's', 'd', 'a', 'm', 'r', 'e']).effects).toEqual([]);
  });

  test('a key that was meant for another question answers none', () => {
    const [first, second] = [one('first'), one('second')];
    const before = withQuestions(EMPTY, asked([first, second]), 0);
    const gone = withQuestions(before, asked([second]), LATER);
    expect(press(gone, { text: 'y' }, LATER + 100).effect).toBeUndefined();
    expect(press(gone, { text: 'y' }, LATER + 100).state.notice).not.toBe('');
    expect(press(gone, { text: 'y' }, LATER + 1000).effect).toMatchObject({ question: second });
  });

  test('what joins a question is not answered unseen, and what comes does not move the selection', () => {
    const first = one('first');
    const state = withQuestions(EMPTY, asked([first]), 0);
    const joined = { ...first, requests: [...first.requests, pendingOf('more')] } as unknown as Question;
    expect(press(withQuestions(state, asked([joined]), LATER), { text: 'y' }, LATER + 1).effect).toBeUndefined();
    const other = withQuestions(state, asked([one('new'), first]), LATER);
    expect(press(other, { text: 'y' }, LATER + 1).effect).toMatchObject({ question: first });
  });
});

describe('questions', () => {
  const entry = (what: string, more: Partial<PendingRequest>) => ({ request: pendingOf(what, more) });
  const keys = (entries: ReturnType<typeof entry>[], waits: (request: PendingRequest) => boolean = () => true) =>
    questionsOf(entries, waits).map(({ requests }) => requests.map(({ what }) => what));

  test('of one line, at once, are one', () => {
    const asked = [
      entry('a', { burst: '1', askedMs: 0 }),
      entry('b', { burst: '2', askedMs: 10 }),
      entry('c', { burst: '1', askedMs: 20 }),
      entry('d', { burst: '1', askedMs: 9000 }),
    ];
    expect(keys(asked)).toEqual([['a', 'c'], ['b'], ['d']]);
  });

  test('that nobody waits for come last, one by one', () => {
    const asked = [entry('a', { burst: '1' }), entry('b', { burst: '1' }), entry('c', { burst: '2' })];
    expect(keys(asked, ({ what }) => what === 'c')).toEqual([['c'], ['a'], ['b']]);
  });
});

describe('old questions', () => {
  const MINUTE = 60_000;
  const entry = (what: string, askedMs: number, answer?: 'once' | 'no') => {
    const request = pendingOf(what, { askedMs });
    return { request, ...(answer && { answer: { id: request.id, answer, grounds: [], who: 'cli', atMs: askedMs } }) };
  };
  const entries = [
    entry('waits for long', 0),
    entry('given up', MINUTE),
    entry('denied', 2 * MINUTE, 'no'),
    entry('approved', 3 * MINUTE, 'once'),
    entry('refused', 5 * MINUTE),
  ];
  const { open, old } = foldedQuestions(entries, ({ what }) => what === 'waits for long', 14 * MINUTE);
  const state = withQuestions(EMPTY, { open, old }, 0);
  const shownAt = (columns: number, one: MonitorState) =>
    screen(one, { columns, rows: columns === 40 ? 12 : 24 }, () => '10:00:00').map(({ text }) => text);

  test('are those that were answered or given up', () => {
    expect(open.map(({ requests: [{ what }] }) => what)).toEqual(['waits for long', 'refused']);
    expect(old.map(({ past }) => past)).toEqual(['given-up', 'denied', 'approved']);
  });

  test.each([80, 40])('fold under one line of %d cells, and open', (columns) => {
    expect(shownAt(columns, state).filter((text) => /older|given up:/.test(text))).toEqual([
      '  3 older, answered or given up: o shows',
    ]);
    const { state: opened } = press(state, { text: 'o' }, LATER);
    expect(opened.selected).toBe(state.selected);
    expect(shownAt(80, opened).filter((text) => /: (given up|denied|approved)$/.test(text))).toHaveLength(3);
    expect(press(opened, { text: 'o' }, LATER).state.questions).toEqual(open);
  });

  test('are still to be answered', () => {
    const none = withQuestions(EMPTY, { open: [], old }, 0);
    expect(shownAt(80, none).join()).toContain('3 older');
    expect(press(none, { text: 'y' }, LATER).effect).toBeUndefined();
    const { state: opened } = press(none, { text: 'o' }, LATER);
    const step = press(opened, { text: 'y' }, 2 * LATER);
    expect(step.effect).toMatchObject({ question: { past: 'given-up' }, given: { answer: 'once' } });
  });
});

describe('the screen', () => {
  const LONG = one(`rm ${'x'.repeat(50)} ${'y '.repeat(300)}`, { help: 'frob gently', always: ALWAYS });
  const EVENT = { time: '10:00:00', word: 'denied', color: 'red', text: 'rm -rf / 日本語' } as const;
  const SIZES = [
    { columns: 80, rows: 24 },
    { columns: 40, rows: 12 },
    { columns: 20, rows: 6 },
    { columns: 200, rows: 60 },
  ];
  const states = (): [string, MonitorState][] => {
    const many = Array.from({ length: 30 }, (_none, at) => one(`frob ${at}\n\x1b[2J\u202e 日本語`));
    const withMany = withEvents(withQuestions(EMPTY, asked(many), 0), Array(50).fill(EVENT));
    const modes = ['list', 'minutes', 'reason', 'always', 'explain', 'help'] as const;
    return [
      ['empty', EMPTY],
      ['many', withMany],
      ['the last of many', { ...withMany, selected: many.at(-1)?.key }],
      ...modes.map((mode): [string, MonitorState] => [
        mode,
        { ...withQuestions(EMPTY, asked([LONG]), 0), mode, typed: 'é'.repeat(90) },
      ]),
    ];
  };

  test.each(SIZES)('fits into %j', (size) => {
    for (const [name, state] of states()) {
      const lines = screen(state, size, () => '10:00:00');
      expect([name, lines.length]).toEqual([name, size.rows]);
      for (const { text } of lines) expect([name, wrap(text, size.columns).length]).toEqual([name, 1]);
      expect(lines.map(({ text }) => text).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
    }
  });

  test('says so where not all of a command has room', () => {
    const shown = (mode: MonitorState['mode']) =>
      screen({ ...withQuestions(EMPTY, asked([LONG]), 0), mode }, { columns: 40, rows: 12 }, () => '').map(
        ({ text }) => text,
      );
    expect(shown('list')).toContain('... e shows all of it');
    expect(shown('always').join(' ')).toContain('{"name":"p/ask"}');
  });

  test('shows the selected question among many', () => {
    const [, [, many]] = states() as [unknown, [string, MonitorState]];
    for (const { key } of many.questions) {
      const lines = screen({ ...many, selected: key }, { columns: 80, rows: 12 }, () => '');
      expect(lines.some(({ text }) => text.startsWith(`> ${key.slice(0, 8)}`))).toBe(true);
    }
  });
});

describe('widths', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'a..'],
    ['日本語', 5, '日..'],
    ['e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301e\u0301'],
  ])('%j cut to %i', (text, columns, expected) => {
    expect(cut(text, columns)).toBe(expected);
  });

  test('nothing is lost in wrapping', () => {
    const text = 'rm -rf 日本語日本語 one/two/three/four --flag  "a b"';
    for (let columns = 2; columns < 60; columns++) {
      expect(wrap(text, columns).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }
  });
});
