import { expect, test } from 'vitest';
import { optionsFirst } from '../../../src/surfaces/cli/trailing-options.ts';

test.each<[string[], string[]]>([
  [
    ['check', 'rm -rf x', '--actor', 'ai'],
    ['check', '--actor', 'ai', '--', 'rm -rf x'],
  ],
  [
    ['check', 'reboot', '--json'],
    ['check', '--json', '--', 'reboot'],
  ],
  [
    ['check', '--json', 'ls', '--cwd=/x'],
    ['check', '--json', '--cwd=/x', '--', 'ls'],
  ],
  [
    ['check', 'ls -la', '--rules', 'a.yaml', 'b.yaml', '--json'],
    ['check', '--rules', 'a.yaml', 'b.yaml', '--json', '--', 'ls -la'],
  ],
  [
    ['check', 'git', 'push', '--force'],
    ['check', 'git', 'push', '--force'],
  ],
  [
    ['check', 'tool', '--json', 'x'],
    ['check', 'tool', '--json', 'x'],
  ],
  [
    ['check', 'tool', '--cwd'],
    ['check', 'tool', '--cwd'],
  ],
  [
    ['check', '--', 'ls', '--json'],
    ['check', '--', 'ls', '--json'],
  ],
  [
    ['check', '-', '--json'],
    ['check', '--json', '--', '-'],
  ],
  [
    ['lint', 'a.yaml', '--json'],
    ['lint', 'a.yaml', '--json'],
  ],
])('%j', (argv, expected) => {
  expect(optionsFirst(argv)).toEqual(expected);
});
