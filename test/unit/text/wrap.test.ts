import { expect, test } from 'vitest';
import { joinParagraphs, wrapped } from '../../../src/text/wrap.ts';

test.each([
  ['what fits stays, to the last column', 'aaaa bbbb cccc dddd eeee', 24, 'aaaa bbbb cccc dddd eeee'],
  ['a paragraph goes on at the margin', 'aaaa bbbb cccc dddd eeee ffff', 24, 'aaaa bbbb cccc dddd eeee\nffff'],
  ['what is indented goes on further in', '  aaaa bbbb cccc dddd eeee', 24, '  aaaa bbbb cccc dddd\n    eeee'],
  ['lines that are there stay', 'aaaa\n  bbbb\n\ncccc', 24, 'aaaa\n  bbbb\n\ncccc'],
  ['colours take no room', '\x1b[1maaaa bbbb cccc dddd eeee\x1b[22m', 24, '\x1b[1maaaa bbbb cccc dddd eeee\x1b[22m'],
  ['wide letters take two columns', '日本日本日本 日本日本日本', 24, '日本日本日本\n日本日本日本'],
  ['no terminal: as it is', 'aaaa bbbb cccc dddd eeee ffff', undefined, 'aaaa bbbb cccc dddd eeee ffff'],
])('%s', (_what, text, width, expected) => {
  expect(wrapped(text, width)).toBe(expected);
});

test.each([
  ['a paragraph is one line', 'aaaa\nbbbb\n\ncccc', 'aaaa bbbb\n\ncccc'],
  ['what is indented stays where it is', 'aaaa:\n  bbbb\n  cccc\ndddd', 'aaaa:\n  bbbb\n  cccc\ndddd'],
])('%s', (_what, text, expected) => {
  expect(joinParagraphs(text)).toBe(expected);
});
