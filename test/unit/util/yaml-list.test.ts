import { describe, expect, test } from 'vitest';
import { withListItems } from '../../../src/util/yaml-list.ts';

const CASES: readonly [string, string, string | undefined][] = [
  ['no key', '# mine\nversion: 1\n', '# mine\nversion: 1\nrules:\n  - a: 1\n    b: 2\n'],
  ['no end of line', 'version: 1', 'version: 1\nrules:\n  - a: 1\n    b: 2\n'],
  ['nothing', '', 'rules:\n  - a: 1\n    b: 2\n'],
  ['a list', 'rules: # of mine\n- x: 1 # one\n', 'rules: # of mine\n- a: 1\n  b: 2\n- x: 1 # one\n'],
  [
    'a comment above the first item',
    'rules:\n    # why\n    - x\nother: 1\n',
    'rules:\n    - a: 1\n      b: 2\n    # why\n    - x\nother: 1\n',
  ],
  ['an empty list', 'rules: []\nother: 1\n', 'rules:\n  - a: 1\n    b: 2\nother: 1\n'],
  ['an empty list at the end', 'rules: [ ] # none', 'rules: # none\n  - a: 1\n    b: 2\n'],
  ['the key deeper down', 'x:\n  rules:\n    - y\n', 'x:\n  rules:\n    - y\nrules:\n  - a: 1\n    b: 2\n'],
  ['a list in brackets', 'rules: [{ x: 1 }]\n', undefined],
  ['an anchor', 'rules: &x\n  - y\n', undefined],
];

describe('withListItems', () => {
  test.each(CASES)('%s', (_what, text, expected) => {
    expect(withListItems(text, 'rules', ['a: 1\nb: 2\n'])).toBe(expected);
  });
});
