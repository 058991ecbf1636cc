import { describe, expect, test } from 'vitest';
import { withoutSwitch, withSwitch } from '../../../src/rules/rule-switch.ts';

const off = (text: string) => withSwitch(text, 'git/x', false);

const HEAD =
  '# mine, and dear to me\nversion: 1\nrules:\n    -   { name: own,   commands: [ foo ], action: deny } # odd layout\n\n';

describe('an override that switches a rule off', () => {
  test.each([
    ['a file without overrides', HEAD, `${HEAD}overrides:\n  - { name: git/x, disabled: true }\n`],
    ['an empty file', '', 'overrides:\n  - { name: git/x, disabled: true }\n'],
    ['a file of comments', '# none yet\n', '# none yet\noverrides:\n  - { name: git/x, disabled: true }\n'],
    ['no new line at the end', 'version: 1', 'version: 1\noverrides:\n  - { name: git/x, disabled: true }\n'],
    [
      'a list with comments, and what follows it',
      'overrides:\n# why\n- name: a/b # this one\n  unless: [ in_git_repo: true ]\n\n# rules below\nrules: [ ]\n',
      'overrides:\n- { name: git/x, disabled: true }\n# why\n- name: a/b # this one\n  unless: [ in_git_repo: true ]\n\n# rules below\nrules: [ ]\n',
    ],
    [
      'a list in brackets',
      'overrides: [{name: a, disabled: true}]\nrules: []\n',
      'overrides: [{name: a, disabled: true}, {name: git/x, disabled: true}]\nrules: []\n',
    ],
    ['an empty list', 'overrides: []\n', 'overrides:\n  - { name: git/x, disabled: true }\n'],
    [
      'a key without a value',
      'version: 1\noverrides:\n',
      'version: 1\noverrides:\n  - { name: git/x, disabled: true }\n',
    ],
    [
      'the opposite',
      'overrides:\n  - { name: git/x, disabled: false }\n',
      'overrides:\n  - { name: git/x, disabled: true }\n',
    ],
    [
      'one that changes more',
      'overrides:\n  - name: git/x\n    disabled: false\n    action: deny # kept\n',
      'overrides:\n  - { name: git/x, disabled: true }\n  - name: git/x\n    action: deny # kept\n',
    ],
  ])('in %s', (_what, before, after) => {
    expect(off(before)).toBe(after);
    expect(off(after)).toBe(after);
  });

  test.each([['- a\n- b\n'], ['just text\n'], ['a: [\n']])('is not written into %j', (text) => {
    expect(off(text)).toBeUndefined();
  });
});

describe('an override that is taken away', () => {
  test.each([
    ['with its list', `${HEAD}overrides:\n  - { name: git/x, disabled: true }\n`, HEAD],
    [
      'from among others',
      'overrides:\n  # about a\n  - { name: a, disabled: true }\n  - { name: git/x, disabled: true } # for now\n  # about b\n  - { name: b, disabled: true }\n',
      'overrides:\n  # about a\n  - { name: a, disabled: true }\n  # about b\n  - { name: b, disabled: true }\n',
    ],
    [
      'but for what else it changes',
      'overrides:\n  - name: git/x\n    disabled: true\n    unless: [{ in_git_repo: true }]\n',
      'overrides:\n  - name: git/x\n    unless: [{ in_git_repo: true }]\n',
    ],
    ['by its bare name', 'version: 1\noverrides: [{ name: x, disabled: true }]\n', 'version: 1\n'],
    [
      'where there is none',
      `${HEAD}overrides:\n  - { name: y, disabled: true }\n`,
      `${HEAD}overrides:\n  - { name: y, disabled: true }\n`,
    ],
  ])('%s', (_what, before, after) => {
    expect(withoutSwitch(before, ['git/x', 'x'])).toBe(after);
  });
});
