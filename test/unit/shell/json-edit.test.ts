import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { knownWord } from '../../../src/model/word.ts';
import { jqEdit, packageEdit } from '../../../src/shell/outputs/json-edit.ts';
import { which } from '../../support/shim-world.ts';

const TEXT = '{"name":"a","scripts":{"test":"echo \\"x\\"","a b":"ls"},"list":[1]}';

const words = (text: readonly string[]) => text.map((word) => knownWord(word));

const COMPUTED: readonly (readonly string[])[] = [
  ['.scripts.test = "rm -rf build"'],
  ['-r', '.scripts.test'],
  ['.scripts["a b"]="x" | .scripts."a b"'],
  ['-r', '.scripts | .["a b"]'],
  ['del(.scripts.test)'],
  ['.new.deep = true | .name = null'],
  ['.a = "\\t\\"q\\""'],
  ['.scripts'],
];

const NOT_COMPUTED: readonly (readonly string[])[] = [
  ['.scripts.test |= "x"'],
  ['.scripts[]'],
  ['.list[0]'],
  ['.a = "\\(env.HOME)"'],
  ['--arg', 'x', 'y', '.a = $x'],
  ['-n', '.a = "x"'],
  ['"x"'],
  ['.name.deep = "x"'],
  ['.nowhere'],
  ['.'],
];

describe('what jq prints', () => {
  it.skipIf(which('jq') === undefined).each(COMPUTED)('%s %s', (...args) => {
    const printed = execFileSync('jq', args, { input: TEXT, encoding: 'utf8' });
    expect(jqEdit(words(args))?.prints(TEXT)).toBe(printed);
  });

  it.each(NOT_COMPUTED)('is not computed of %s %s', (...args) => {
    expect(jqEdit(words(args))?.prints(TEXT)).toBeUndefined();
  });

  it('of what is no JSON is not known', () => {
    expect(jqEdit(words(['.a = "x"']))?.prints('{} {}')).toBeUndefined();
  });

  it('sets a key named as the prototype like any other', () => {
    expect(jqEdit(words(['.__proto__.x = "y"']))?.prints('{}')).toBe('{\n  "__proto__": {\n    "x": "y"\n  }\n}\n');
  });
});

describe('npm pkg', () => {
  it.each<[readonly string[], unknown]>([
    [
      ['set', 'scripts.test=rm -rf build', 'name=b'],
      { name: 'b', scripts: { test: 'rm -rf build', 'a b': 'ls' }, list: [1] },
    ],
    [['delete', 'scripts'], { name: 'a', list: [1] }],
  ])('%j', (args, made) => {
    expect(JSON.parse(packageEdit(words(['pkg', ...args]))?.(TEXT) ?? '')).toEqual(made);
  });

  it.each([
    [['pkg', 'get', 'name']],
    [['pkg', 'set', 'a[]=x']],
    [['pkg', 'set', '--json', 'a=1']],
    [['run', 'set', 'a=1']],
  ])('%j is not computed', (args) => {
    expect(packageEdit(words(args))).toBeUndefined();
  });
});
