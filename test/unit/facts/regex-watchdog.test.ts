import { expect, test } from 'vitest';
import { testUnderWatchdog } from '../../../src/facts/regex-watchdog.ts';

test.each<[RegExp, string, boolean | undefined]>([
  [/a+b/, 'aaab', true],
  [/a+b/, 'aaac', false],
  [/^(a+)+$/, `${'a'.repeat(60)}!`, undefined],
])('%s', (regex, text, expected) => {
  expect(testUnderWatchdog(regex, text)).toBe(expected);
  expect(Object.getOwnPropertySymbols(globalThis)).not.toContain(Symbol.for('safeshell.regex-watchdog'));
});
