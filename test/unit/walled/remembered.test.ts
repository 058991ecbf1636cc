import { expect, test } from 'vitest';
import type { Reply } from '../../../src/settle/asker.ts';
import { type Destination, rememberedAnswers } from '../../../src/walled/remembered.ts';

/** Answers the questions in this order; each is kept open until `reply` is called. */
function asking(replies: readonly Reply[]) {
  const asked: string[] = [];
  let nowMs = 0;
  const answer = rememberedAnswers(
    async ({ host, port }: Destination) => {
      asked.push(`${host}:${port}`);
      return replies[asked.length - 1] ?? { unanswered: 'timeout' };
    },
    () => nowMs,
  );
  return { answer, asked, at: (ms: number) => (nowMs = ms) };
}

const HERE = { host: 'a.example', port: 443 };

test.each<[string, Reply, boolean, number]>([
  ['yes', { answer: 'session', who: 'cli' }, true, 1],
  ['once', { answer: 'once', who: 'cli' }, true, 1],
  ['no', { answer: 'no', who: 'cli' }, false, 1],
  ['nothing', { unanswered: 'timeout' }, false, 2],
  ['that nobody is there', { unanswered: 'nobody-to-ask', request: 'x' }, false, 2],
  ['an interruption', { signal: 'SIGTERM' }, false, 2],
])('%s counts, and is asked for so often', async (_, reply, isYes, times) => {
  const { answer, asked } = asking([reply, reply]);
  expect([await answer(HERE), await answer(HERE)]).toEqual([isYes, isYes]);
  expect(asked).toHaveLength(times);
});

test('a yes for minutes ends with them', async () => {
  const { answer, asked, at } = asking([{ answer: 'minutes', who: 'cli', untilMs: 1000 }]);
  expect(await answer(HERE)).toBe(true);
  at(999);
  expect(await answer(HERE)).toBe(true);
  at(1000);
  expect(await answer(HERE)).toBe(false);
  expect(asked).toHaveLength(2);
});

test('each port and each host by itself, in whatever case; at one time it is one question', async () => {
  const yes: Reply = { answer: 'session', who: 'cli' };
  const { answer, asked } = asking([yes, yes]);
  await Promise.all([answer(HERE), answer({ ...HERE, host: 'A.Example' }), answer({ ...HERE, port: 80 })]);
  expect(asked).toEqual(['a.example:443', 'a.example:80']);
});

test('who asks for too much at one time is refused', async () => {
  let open = 0;
  const answer = rememberedAnswers(() => {
    open++;
    return new Promise(() => {});
  });
  for (let at = 0; at < 8; at++) void answer({ host: `h${at}.example`, port: 443 });
  expect(await answer({ host: 'one-more.example', port: 443 })).toBe(false);
  expect(open).toBe(8);
});
