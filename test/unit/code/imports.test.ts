import { expect, test } from 'vitest';
import { importsOf } from '../../../src/code/imports.ts';

/** The first candidate of each. */
test.each<[string, string, readonly string[]]>([
  ['python', 'import os, a.b as c', ['os.py', 'a.py', 'a/b.py']],
  ['python', 'from a import b', ['a.py', 'a.py', 'a/b.py']],
  ['python', 'from .a import (b, c)', ['a.py', 'a.py', 'a/b.py', 'a.py', 'a/c.py']],
  ['python-module', 'from . import a', ['a.py']],
  ['python', 'def f():\n    import a\n# import b\nx = "import c"', []],
  ['javascript', "const a = require('./a'); require('b')", ['./a']],
  ['javascript', "import './a'\nimport b, { c } from '../b.mjs'\nimport d from 'd'", ['./a', '../b.mjs']],
  ['javascript-module', "export * from './a'\nimport x from './x.json'", ['./a']],
  ['ruby', "require './a'", []],
])('%s: %s', (language, source, wanted) => {
  expect(importsOf(language, source).map(([first]) => first)).toEqual(wanted);
});

test('hostile text ends', () => {
  expect(importsOf('javascript', `${'import '.repeat(30_000)}from`)).toEqual([]);
  expect(importsOf('python', 'import a\n'.repeat(30_000)).length).toBe(40);
});
