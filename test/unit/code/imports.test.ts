import { expect, test } from 'vitest';
import { importsOf } from '../../../src/code/imports.ts';

/** The first candidate of each. */
test.each<[string, string, readonly (string | undefined)[]]>([
  ['python', 'import os, a.b as c', ['os.py', 'a.py', 'a/b.py']],
  ['python', 'from a import b', ['a.py', 'a.py', 'a/b.py']],
  ['python', 'from .a import (b, c)', ['a.py', 'a.py', 'a/b.py', 'a.py', 'a/c.py']],
  ['python-module', 'from . import a', ['a.py']],
  ['python', 'def f():\n    import a\n# import b\nx = "import c"', []],
  ['javascript', "const a = require('./a'); require('b')", ['./a']],
  ['javascript', "import './a'\nimport b, { c } from '../b.mjs'\nimport d from 'd'", ['./a', '../b.mjs']],
  ['javascript-module', "export * from './a'\nimport x from './x.json'", ['./a']],
  ['python', "sys.path.insert(0, 'lib'); import sys\nimport a", ['sys.py', 'a.py']],
  ['ruby', "require './a'\nrequire 'b'\nrequire_relative 'c/d'\nload 'e.rb'", ['./a.rb', undefined, 'c/d.rb', 'e.rb']],
  ['ruby', "$LOAD_PATH.unshift 'lib'\n$: << 'more'\nrequire 'b'", ['lib/b.rb']],
  ['perl', "use strict;\nuse lib 'lib', qw(a b);\nuse Foo::Bar qw(x);", ['lib/strict.pm', 'lib/Foo/Bar.pm']],
  ['perl', 'use lib "$FindBin::Bin/lib"; require "./x.pl"; do \'./y.pl\'', ['./x.pl', './y.pl']],
  ['perl', 'use Foo;', [undefined]],
  ['php', "<?php include 'a.php'; require_once(__DIR__ . '/b.php'); include \"$x.php\";", ['a.php', './b.php']],
  ['lua', "require 'a.b' dofile('c.lua')", ['a/b.lua', 'c.lua']],
  ['awk', 'require "x"', []],
])('%s: %s', (language, source, wanted) => {
  expect(importsOf(language, source).map(({ files: [first] }) => first)).toEqual(wanted);
});

/** Functions of the last module that are called. */
test.each<[string, string, readonly string[]]>([
  ['python', 'import a\na.run()\nsubprocess.call()\nother.a.b()', ['run']],
  ['python', 'import a.b as c\nc.run(); a.b.no()', ['run']],
  ['python', 'import a.b\na.b.run()', ['run']],
  ['python', 'from .a import run, stop as halt, look\nrun()\nhalt (1)\nx.look()', ['run', 'stop']],
  ['javascript', "const a = require('./a')\na.run(); b.stop()", ['run']],
  ['javascript', "const { run, stop: halt, look } = require('./a')\nrun(); halt()", ['run', 'stop']],
  ['javascript', "require('./a').run()", ['run']],
  ['javascript', "import a, { b as c } from './a'\na.run(); c(); b()", ['run', 'b']],
  ['javascript', "import * as a from './a'\na.run()", ['run']],
  ['javascript', "export * from './a'\nrun()", []],
])('calls of %s: %s', (language, source, wanted) => {
  expect([...new Set(importsOf(language, source).flatMap(({ calls }) => calls))]).toEqual(wanted);
});

test('a variable lists more folders of modules', () => {
  const filesOf = (language: string, source: string) => importsOf(language, source, ['/l']).map(({ files }) => files);
  expect(filesOf('python', 'import a')).toEqual([
    ['/l/sitecustomize.py'],
    ['/l/usercustomize.py'],
    ['a.py', 'a/__init__.py', '/l/a.py', '/l/a/__init__.py'],
  ]);
  expect(filesOf('perl', 'use A;')).toEqual([['/l/A.pm']]);
  expect(filesOf('ruby', "require 'a'")).toEqual([['/l/a.rb']]);
});

test('hostile text ends', () => {
  expect(importsOf('javascript', `${'import '.repeat(30_000)}from`)).toEqual([]);
  expect(importsOf('javascript', `const${' '.repeat(60_000)}`)).toEqual([]);
  expect(importsOf('javascript', `import './a'\n${'a.'.repeat(60_000)}`).length).toBe(1);
  expect(importsOf('python', 'import a\n'.repeat(30_000)).length).toBe(40);
});
