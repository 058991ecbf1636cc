import { describe, expect, test } from 'vitest';
import { loadRules } from '../../../src/rules/load.ts';
import type { RuleFileText } from '../../../src/rules/rule-file-text.ts';

const PACK: RuleFileText = {
  file: '/git.yaml',
  module: 'git',
  tier: 'pack',
  text: `rules:
  - { name: push, commands: [git], action: deny }
  - { name: locked, commands: [git], action: deny, overridable: false }
  - { name: open, commands: [git], action: allow }
  - { name: watched, commands: [git], action: redirect, redirect_to: x, enforce: false }
`,
};
const SHIELD: RuleFileText = {
  file: '/shield.yaml',
  module: 'shield',
  tier: 'managed',
  text: 'shield_name: s\nversion: 1\ndefault_verdict: block\nrules:\n  - { id: web, when: { tool: web }, then: block }\n',
};
const MINE = { file: '/mine.yaml', module: 'mine', tier: 'user' } as const;

function load(text: string, over: Partial<RuleFileText> = {}) {
  const { policy, problems } = loadRules([PACK, SHIELD, { ...MINE, text, ...over }]);
  const rules = policy.modules.flatMap((module) => module.rules);
  return {
    /** names of rules, and of files with `/`, that are not enforced */
    off: [
      ...rules.filter(({ enforce }) => enforce === false).map(({ name }) => name),
      ...policy.modules.filter(({ enforce }) => enforce === false).map(({ name }) => `${name}/`),
    ],
    problems: problems.map(({ code, level }) => `${code} ${level}`),
  };
}

const override = (...all: readonly string[]) => `overrides: [${all.join(', ')}]`;
const PROJECT = { tier: 'project', file: '/p/.safeshell/rules.yaml', module: 'rules' } as const;

describe('what a file says of its own rules', () => {
  test.each([
    ['nothing', 'rules: [{ name: a, commands: [a], action: deny }]', ['watched']],
    ['false', 'rules: [{ name: a, commands: [a], action: deny, enforce: false }]', ['watched', 'a']],
    ['true', 'rules: [{ name: a, commands: [a], action: deny, enforce: true }]', ['watched']],
    [
      'of the whole file',
      `enforce: false
rules:
  - { name: a, commands: [a], action: deny }
  - { name: b, commands: [a], action: deny, enforce: true }
  - { name: c, commands: [a], action: allow }
  - { name: d, commands: [a], action: allow, enforce: false }`,
      ['watched', 'a', 'd', 'mine/'],
    ],
  ])('%s', (_what, text, off) => expect(load(text)).toEqual({ off, problems: [] }));

  test.each([['rules: [{ name: a, commands: [a], action: deny, enforce: no }]'], ['enforce: 0\nrules: []']])(
    'is true or false: %s',
    (text) => expect(load(text).problems).toEqual(['wrong-type error']),
  );

  test("a project's rules may watch: they only tighten", () => {
    const text = 'enforce: false\nrules: [{ name: a, commands: [a], action: deny }]';
    expect(load(text, PROJECT)).toEqual({ off: ['watched', 'a', 'rules/'], problems: [] });
  });
});

describe('what an override says', () => {
  test.each([
    ['of a rule', override('{ name: git/push, enforce: false }'), ['push', 'watched'], []],
    [
      'of one that may not be loosened',
      override('{ name: git/locked, enforce: false }'),
      ['watched'],
      ['not-overridable notice'],
    ],
    ['back', override('{ name: git/watched, enforce: true }'), [], []],
    ['of a rule of another language', override('{ name: shield/web, enforce: false }'), ['watched', 'web'], []],
    ['of a file', override('{ name: git/*, enforce: false }'), ['push', 'watched', 'git/'], ['not-overridable notice']],
    [
      "of the administrator's file: its default stays",
      override('{ name: shield/*, enforce: false }'),
      ['watched', 'web'],
      ['not-overridable notice'],
    ],
    [
      'of a file, and of a rule of it',
      override('{ name: git/*, enforce: false }', '{ name: git/push, enforce: true }'),
      ['watched', 'git/'],
      ['not-overridable notice'],
    ],
    [
      'of a file back',
      override('{ name: git/*, enforce: false }', '{ name: git/*, enforce: true }'),
      [],
      ['not-overridable notice'],
    ],
    [
      'of a file that is gone',
      override('{ name: entirely-gone/*, enforce: false }'),
      ['watched'],
      ['unknown-rule notice'],
    ],
    ['of a misspelt one', override('{ name: gti/*, enforce: false }'), ['watched'], ['unknown-rule error']],
    [
      'that tightens a file that is gone',
      override('{ name: entirely-gone/*, enforce: true }'),
      ['watched'],
      ['unknown-rule error'],
    ],
    [
      'of a file, with more',
      override('{ name: git/*, enforce: false, action: allow }'),
      ['watched'],
      ['wrong-value error'],
    ],
    [
      'of a file, but not whether it is enforced',
      override('{ name: git/*, disabled: true }'),
      ['watched'],
      ['wrong-value error'],
    ],
  ])('%s', (_what, text, off, problems) => expect(load(text)).toEqual({ off, problems }));

  test.each([
    ['loosens', '{ name: git/push, enforce: false }', ['watched'], ['not-trusted notice']],
    ['loosens a file', '{ name: git/*, enforce: false }', ['watched'], ['not-trusted notice']],
    ['says what runs instead', '{ name: git/watched, enforce: true }', ['watched'], ['not-trusted notice']],
    [
      'loosens with what tightens',
      '{ name: git/watched, action: deny, enforce: false }',
      ['watched'],
      ['not-trusted notice'],
    ],
  ])('in a project without trust, where it %s, it has no effect', (_what, text, off, problems) =>
    expect(load(override(text), PROJECT)).toEqual({ off, problems }),
  );

  test('in a project without trust it may enforce again', () => {
    const watching: RuleFileText = { ...MINE, text: override('{ name: git/push, enforce: false }') };
    const project: RuleFileText = { ...PROJECT, text: override('{ name: git/push, enforce: true }') };
    const { policy, problems } = loadRules([PACK, watching, project]);
    expect(problems).toEqual([]);
    expect(policy.modules[0]?.rules.map(({ enforce }) => enforce)).toEqual([undefined, undefined, undefined, false]);
  });
});
