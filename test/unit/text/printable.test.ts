import { expect, test } from 'vitest';
import { printable, printablePieces, printableSameWidth } from '../../../src/text/printable.ts';

test.each([
  ['an escape', '\x1b[31mred', '\\x1b[31mred'],
  ['a return', 'rm\rls', 'rm\\x0dls'],
  ['lines and tabs', 'a\n\tb', 'a\\n\\tb'],
  ['C1 controls', '\x9b2J', '\\x9b2J'],
  ['bidirectional overrides', 'a\u202eb\u2066c\u2069\u061c', 'a\\u202eb\\u2066c\\u2069\\u061c'],
  ['what is not seen', 'r\u200bm\u00ad\u2060\ufeff\u3164', 'r\\u200bm\\xad\\u2060\\ufeff\\u3164'],
  ['tags', 'a\u{e0041}', 'a\\u{e0041}'],
  ['half a character', 'a\ud83d', 'a\\ud83d'],
  ['nothing of plain text', 'naïve 日本語 🎉 e\u0301 ¡', 'naïve 日本語 🎉 e\u0301 ¡'],
])('shows %s', (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('in place, everything is as long as before', () => {
  const text = 'a\tb\x1b\u202e\u{e0041}c';
  expect(printableSameWidth(text)).toBe('a b····c');
});

test('in pieces, what was made visible stands at odd places', () => {
  expect(printablePieces('a\x1b\nb')).toEqual(['a', '\\x1b', '', '\\n', 'b']);
  expect(printablePieces('\\x1b')).toEqual(['\\x1b']);
});
