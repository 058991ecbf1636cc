import { expect, test } from 'vitest';
import { askerText } from '../../../src/text/approval.ts';

test.each([
  ['ai', '`CLAUDECODE` is set (Claude Code)', 'an agent: `CLAUDECODE` is set (Claude Code)'],
  ['ai', 'c\x1b[2J', 'an agent: c\\x1b[2J'],
  ['ai', undefined, 'an agent'],
  ['human', 'no sign of an agent', 'a person'],
] as const)('says who asks: %s, %s', (actor, how, text) => {
  expect(askerText({ actor, how })).toBe(text);
});
