import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Question } from '../../../src/approvals/question.ts';
import type { GivenAnswer } from '../../../src/model/approval.ts';
import { runPlain } from '../../../src/surfaces/monitor/plain.ts';
import { pendingOf } from '../../support/loopback.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const one = (what: string): Question => ({ key: pendingOf(what).id, requests: [pendingOf(what)], waits: true });

/** A plain monitor of some questions; `say` types a line and gives what is printed after it. */
function start(questions: Question[], old: readonly Question[] = []) {
  const given: [string, GivenAnswer][] = [];
  const printed: string[] = [];
  const signs: string[] = [];
  const input = new PassThrough();
  const ended = runPlain(
    {
      questions: () => ({ open: questions, old }),
      events: () => [],
      answer: (question, answer) => given.push([question.requests[0].what, answer]),
      sign: () => signs.push('line'),
      notify: () => {},
      end: () => {},
    },
    input,
    (line) => printed.push(line),
  );
  const say = async (line: string) => {
    const before = printed.length;
    input.write(`${line}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    return printed.slice(before).join('\n');
  };
  return { given, printed, signs, say, ended };
}

test('tells each question once, and takes answers', async () => {
  const { given, printed, signs, say, ended } = start([one('frob\x1b[2J'), one('knob')]);
  expect(printed.join('\n')).toContain('approve?  frob\\x1b[2J  [p/ask]');
  expect(signs).toEqual([]);
  expect(await say('yes')).toBe('Several requests are waiting: begin with the ID of one.');
  expect(signs).toEqual(['line']);
  const [frob, knob] = [one('frob\x1b[2J').key, one('knob').key];
  expect(await say(`${frob.slice(0, 8)} yes`)).toMatch(
    new RegExp(`^${frob.slice(0, 8)}: Approved\\. Exactly this command in `),
  );
  expect(await say(`${knob.slice(0, 6)} no  not  now`)).toBe(`${knob.slice(0, 8)}: Denied.`);
  expect(await say(`${knob} minutes 5`)).toContain('Approved. ');
  expect(await say(`${knob} explain`)).toBe('THE TRACE');
  for (const line of ['ffff yes', `${knob} always`, `${knob} minutes 0`, `${knob} yes please`, '0', 'what']) {
    expect(await say(line)).not.toMatch(/Approved|Denied/);
  }
  expect(given).toMatchObject([
    ['frob\x1b[2J', { answer: 'once' }],
    ['knob', { answer: 'no', reason: 'not now' }],
    ['knob', { answer: 'minutes' }],
  ]);
  await say('quit');
  await ended;
});

test('a yes without an ID was not meant for what has just come', async () => {
  const questions = [one('first')];
  const { given, say } = start(questions);
  questions.splice(0, 1, one('second'));
  vi.advanceTimersByTime(300);
  expect(await say('yes')).toMatch(/^new question: \w{8} yes\?$/);
  vi.advanceTimersByTime(1500);
  await say('yes');
  expect(given).toMatchObject([['second', { answer: 'once' }]]);
  await say('quit');
});

test('old questions are one line, until they are asked for', async () => {
  const { given, printed, say, ended } = start([], [{ ...one('frob'), waits: false, past: 'denied' }]);
  expect(printed.slice(1)).toEqual([
    'No command is waiting for approval.',
    '1 older, answered or given up: old lists them',
  ]);
  expect(await say('yes')).toBe('No command is waiting for approval.');
  expect(await say('old')).toContain(`denied ${one('frob').key.slice(0, 8)}`);
  expect(await say(`${one('frob').key.slice(0, 8)} yes`)).toContain('Approved. ');
  expect(given).toMatchObject([['frob', { answer: 'once' }]]);
  await say('quit');
  await ended;
});
