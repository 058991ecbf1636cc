import { expect, test } from 'vitest';
import { candidatesFor, indexOf } from '../../../src/decide/rule-index.ts';
import type { Invocation } from '../../../src/model/invocation.ts';
import type { Word } from '../../../src/model/word.ts';
import { policyOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: any, action: deny, conditions: [{ command_contains: x }] }
  - { name: frob, commands: [frob], action: deny }
  - { name: file, commands: [/opt/frob], action: deny }
  - { name: both, commands: [frob, /opt/frob, frub], action: deny }
  - { name: exe, commands: [frob.exe], action: deny }
  - { name: exe-too, commands: [frob.exe, frob], action: deny }
  - { name: exe-file, commands: [/opt/frob.exe], action: deny }
  - { name: push, commands: [git], action: deny, conditions: [{ args: { subcommand: push } }] }
  - { name: all-git, commands: [git], action: deny }
`,
});

const known = (value: string): Word => ({ kind: 'known', value, text: value });
const unknown = (suffix: string): Word =>
  ({ kind: 'unknown', text: '', prefix: '', suffix, fields: 'one', reason: 'variable' }) as Word;
const glob = (pattern: string): Word => ({ kind: 'glob', text: pattern, pattern }) as Word;

const FROB = ['any', 'frob', 'both', 'exe-too'];

test.each<[string, Word, string | undefined, string | undefined, readonly string[]]>([
  ['a bare name', known('frob'), 'frob', undefined, FROB],
  ['a path that a rule names', known('/opt/frob'), 'frob', undefined, ['any', 'frob', 'file', 'both', 'exe-too']],
  [
    'the same path, spelled otherwise',
    known('/opt/./frob'),
    'frob',
    undefined,
    ['any', 'frob', 'file', 'both', 'exe-too'],
  ],
  ['a path that no rule names', known('/usr/bin/frob'), 'frob', undefined, FROB],
  ['a relative path', known('opt/frob'), 'frob', undefined, FROB],
  ['the name that the line gives it', known('frob.exe'), 'frob', undefined, [...FROB, 'exe']],
  ['the same by its path', known('/opt/frob.exe'), 'frob', undefined, [...FROB, 'exe']],
  ['a program without rules', known('other'), 'other', undefined, ['any']],
  ['one subcommand', known('git'), 'git', 'push', ['any', 'push', 'all-git']],
  ['another', known('git'), 'git', 'status', ['any', 'all-git']],
  ['no known subcommand', known('git'), 'git', undefined, ['any', 'push', 'all-git']],
  ['any program', unknown(''), undefined, undefined, ['any']],
  ['any folder', unknown('frub'), undefined, undefined, ['any', 'both? frub']],
  [
    'a program by a pattern',
    glob('fr?b'),
    undefined,
    undefined,
    ['any', 'frob? frob', 'file? frob', 'both? frob', 'exe-too? frob', 'both? frub'],
  ],
  ['the last part of one', glob('/o*t/frub'), undefined, undefined, ['any', 'both? frub']],
  ['a pattern of nothing', glob('*'), undefined, undefined, ['any']],
  ['a pattern of any letter', glob('/opt/????'), undefined, undefined, ['any']],
])('rules for %s', (_what, word, program, subcommand, wanted) => {
  const index = indexOf({ ...POLICY });
  const start = { argv: [word], program } as unknown as Invocation;
  const names = () =>
    candidatesFor(index, start, () => subcommand).map(({ rule, named, program: assumed }) =>
      named === 'yes' ? rule.name : `${rule.name}? ${assumed}`,
    );
  expect(names()).toEqual(wanted);
  expect(names()).toEqual(wanted); // the second time from the cache
});

test('with details, rules about other subcommands are candidates too', () => {
  const start = { argv: [known('git'), known('status')], program: 'git' } as unknown as Invocation;
  expect(candidatesFor(indexOf({ ...POLICY }), start).map(({ rule }) => rule.name)).toEqual(['any', 'push', 'all-git']);
});

test('the subcommand is parsed only where a rule names one', () => {
  const index = indexOf({ ...POLICY });
  const parse = () => {
    throw new Error('parsed');
  };
  expect(candidatesFor(index, { argv: [known('frob')], program: 'frob' } as unknown as Invocation, parse)).toHaveLength(
    4,
  );
});

test.each<[string, object, readonly string[]]>([
  ['a function of a script', { role: 'function', inFile: true }, ['any']],
  ['a function of the line', { role: 'function' }, FROB],
  ['a program in a script', { role: 'program', inFile: true }, FROB],
])('%s has these rules: %j', (_what, more, wanted) => {
  const start = { argv: [known('frob')], program: 'frob', ...more } as unknown as Invocation;
  expect(candidatesFor(indexOf({ ...POLICY }), start).map(({ rule }) => rule.name)).toEqual(wanted);
});

test('a program that is one of many is named by none of them for sure', () => {
  const candidates = (word: Word) =>
    candidatesFor(indexOf({ ...POLICY }), { argv: [word] } as unknown as Invocation).map(({ rule, named }) => [
      rule.name,
      named,
    ]);
  expect(candidates(unknown('frub'))).toEqual([
    ['any', 'yes'],
    ['both', 'unknown'],
  ]);
  expect(candidates(known('frub'))).toEqual([['any', 'yes']]);
});

test('what was computed for a bare name is kept', () => {
  const index = indexOf({ ...POLICY });
  const candidates = (name: string) =>
    candidatesFor(index, { argv: [known(name)], program: name } as unknown as Invocation, undefined);
  expect(candidates('frob')).toBe(candidates('frob'));
  expect(candidates('frob')).not.toBe(candidates('frub'));
  expect(candidates('other')).toBe(candidates('another')); // of any name there are endless ones: they share one
});

test('an index that was read from disk is returned as it is', () => {
  const index = indexOf({ ...POLICY });
  expect(indexOf(index)).toBe(index);
});
