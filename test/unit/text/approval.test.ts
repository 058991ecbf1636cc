import { expect, test } from 'vitest';
import type { GivenAnswer, PendingRequest } from '../../../src/model/approval.ts';
import { answeredText, askerText, coverageText } from '../../../src/text/approval.ts';
import { pendingOf } from '../../support/loopback.ts';

test.each([
  ['ai', '`CLAUDECODE` is set (Claude Code)', 'an agent: `CLAUDECODE` is set (Claude Code)'],
  ['ai', 'c\x1b[2J', 'an agent: c\\x1b[2J'],
  ['ai', undefined, 'an agent'],
  ['human', 'no sign of an agent', 'a person'],
] as const)('says who asks: %s, %s', (actor, how, text) => {
  expect(askerText({ actor, how })).toBe(text);
});

const HERE = 'Exactly this command in /repo';
const AT_NOON = new Date(2026, 0, 31, 12, 5).getTime();

test.each<[Partial<GivenAnswer>, Partial<PendingRequest>, string]>([
  [{ answer: 'once' }, {}, `${HERE}, once, within ten minutes, in any session of yours`],
  [{ answer: 'once' }, { dialog: true }, `${HERE}, for this dialog only`],
  [
    { answer: 'once' },
    { cwd: '/a\x1b[2J' },
    'Exactly this command in /a\\x1b[2J, once, within ten minutes, in any session of yours',
  ],
  [
    { answer: 'minutes', untilMs: AT_NOON },
    {},
    `${HERE}, as often as it is tried until 12:05, in any session of yours`,
  ],
  [{ answer: 'session' }, {}, `${HERE}, as often as it is tried, in session s only`],
  [
    { answer: 'always' },
    { always: { file: '/rules/exceptions.yaml', items: [] } },
    'Exactly this command, from now on, where the exception in /rules/exceptions.yaml says',
  ],
  [{ answer: 'once' }, { door: 'mcp' }, 'Exactly these steps, until the session ends, in session s only'],
  [{ answer: 'once' }, { door: 'wall' }, 'This place on the network, until the agent ends, in session s only'],
])('says what %j to %j covers', (given, more, text) => {
  const answer = { who: 'cli', answer: 'once', ...given } as const;
  const request = pendingOf('frob', more);
  expect(coverageText(request, answer)).toBe(text);
  expect(answeredText(answer, request, false)).toBe(`Approved. ${text}. It runs when it is tried again.`);
});
