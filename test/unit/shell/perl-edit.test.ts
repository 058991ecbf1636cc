import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { perlEdit } from '../../../src/shell/outputs/perl-edit.ts';

const LINES = ['rm -rf build', 'a/b c.d', '', '  x (y)', 'aaa $HOME'];

const COMPUTED: readonly string[] = [
  's/build/out/',
  's{build}{~/Documents}',
  's{a}(b)g',
  's#/#|#g;',
  's/(rm) (-rf)/$2 $1/',
  's/a/<$&>/g; s/>/]/',
  String.raw`s/\s\(/ [/`,
  String.raw`s/c\.d/\$x/`,
  String.raw`s/\(y\)/z/`,
  's|A|b|gi',
  String.raw`s/\//:/`,
];

const NOT_COMPUTED: readonly string[] = [
  's/a/b/e',
  's/a/$x/',
  's/a|b/x/',
  's/a/b/ if /c/',
  'print if /a/',
  's{a{2}}{b}',
  's/(a)*/b/',
  's/a/@x/',
  'tr/a/b/',
  "s'a'$b'",
  '',
];

describe('substitutions of perl -p', () => {
  it.each(COMPUTED)('%s is what perl prints', (code) => {
    const printed = execFileSync('perl', ['-pe', code], { input: `${LINES.join('\n')}\n`, encoding: 'utf8' });
    expect((perlEdit(code)?.(LINES) ?? []).map((line) => `${line}\n`).join('')).toBe(printed);
  });

  it.each(NOT_COMPUTED)('%s is not computed', (code) => {
    expect(perlEdit(code)).toBeUndefined();
  });
});
