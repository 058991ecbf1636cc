import { describe, expect, test } from 'vitest';
import type { Pattern } from '../../../src/model/policy.ts';
import { compileGlob, compileRegex } from '../../../src/patterns/compile.ts';
import { matches } from '../../../src/patterns/match.ts';

function regex(written: string): Pattern {
  const compiled = compileRegex(written);
  if ('error' in compiled) throw new Error(`${written}: ${compiled.detail}`);
  return compiled;
}

function glob(written: string, flavour: 'path' | 'text' = 'path'): Pattern {
  const compiled = compileGlob(written, { flavour });
  if ('error' in compiled) throw new Error(`${written}: ${compiled.detail}`);
  return compiled;
}

describe('a regex searches anywhere, without flags', () => {
  test.each([
    ['push.*--force', 'git push origin --force', 'yes'],
    ['^rm', 'sudo rm', 'no'],
    ['DROP', 'drop table', 'no'],
    ['^b', 'a\nb', 'no'],
    ['a.b', 'a\nb', 'no'],
    ['', 'anything', 'yes'],
    ['rm\\s+(-[a-zA-Z]*f[a-zA-Z]*\\s+)?/', 'rm -rf /etc', 'yes'],
    ['rm\\s+(-[a-zA-Z]*f[a-zA-Z]*\\s+)?/', 'rm -r etc', 'no'],
  ])('%s on %j: %s', (written, text, expected) => expect(matches(regex(written), text)).toBe(expected));
});

describe('spellings of Python', () => {
  test.each([
    ['(?i)drop\\s+TABLE', 'Drop Table', 'yes'],
    ['(?s)a.b', 'a\nb', 'yes'],
    ['(?m)^b', 'a\nb', 'yes'],
    ['(?im)^B', 'a\nb', 'yes'],
    ['(?P<q>[\'"])x(?P=q)', "'x'", 'yes'],
    ['(?P<q>[\'"])x(?P=q)', '\'x"', 'no'],
    ['\\Arm', 'rm x', 'yes'],
    ['\\Arm', 'arm', 'no'],
    ['rm\\Z', 'an rm', 'yes'],
    ['(?m)\\Ab', 'a\nb', 'no'],
    ['(?m)a\\Z', 'a\nb', 'no'],
    ['[\\]A]\\\\A', 'A\\A', 'yes'],
  ])('%s on %j: %s', (written, text, expected) => expect(matches(regex(written), text)).toBe(expected));

  test.each([
    '(',
    'a**',
    '(?x)a b',
    'a(?i)b',
    '(?i:a)',
    '(?#note)a',
    '(?>a)',
    '(a)?(?(1)b|c)',
    'a++',
    '\\z',
    '\\h',
    '\\a',
    '\\p{L}',
    '\\x{41}',
    '\\x4',
    '\\N{DASH}',
    '[[:space:]]',
    '[\\A]',
    '(?P>name)',
    'a\\',
  ])('%s is refused', (written) => expect(compileRegex(written)).toMatchObject({ error: 'bad-regex' }));

  test('size and depth are limited', () => {
    expect(compileRegex('a'.repeat(5000))).toMatchObject({ error: 'bad-regex' });
    expect(compileRegex('('.repeat(200) + ')'.repeat(200))).toMatchObject({ error: 'bad-regex' });
  });

  test('a fault says what it is', () => {
    expect(compileRegex('a(?i)b')).toEqual({ error: 'bad-regex', detail: 'flags stand only at the very start' });
    expect(compileRegex('(')).toEqual({ error: 'bad-regex', detail: 'unterminated group' });
  });
});

describe('a glob over a path', () => {
  test.each([
    ['**/node_modules/**', '/a/node_modules', 'yes'],
    ['**/node_modules/**', '/a/node_modules/b/c', 'yes'],
    ['**/node_modules/**', 'node_modules/x', 'yes'],
    ['**/node_modules/**', '/a/node_modules2', 'no'],
    ['/home/user/projects/*', '/home/user/projects', 'no'],
    ['/home/user/projects/*', '/home/user/projects/a', 'yes'],
    ['/home/user/projects/*', '/home/user/projects/a/b', 'no'],
    ['/home/user/projects/*', '/home/user/projects/.git', 'yes'],
    ['*.env*', '.env', 'yes'],
    ['*.env*', 'config.env.local', 'yes'],
    ['*.env*', 'config/.env', 'no'],
    ['/a/**', '/a/../etc/passwd', 'no'],
    ['/a/**/b', '/a/b', 'yes'],
    ['/src/{a,b}/*.ts', '/src/b/x.ts', 'yes'],
    ['/src/[!a]', '/src/b', 'yes'],
    ['/src/[!a]', '/src/a', 'no'],
    ['/x/!(keep)', '/x/keep', 'no'],
    ['/x/!(keep)', '/x/other', 'yes'],
    ['/c++/*', '/c++/x', 'yes'],
    ['/c++/*', '/c/x', 'no'],
    ['/c++/*', '/ccc/x', 'no'],
    ['/a (b)/c', '/a (b)/c', 'yes'],
    ['/a (b)/c', '/a b/c', 'no'],
    ['/a|b', '/a|b', 'yes'],
    ['/$x^', '/$x^', 'yes'],
    ['/a\\*', '/a*', 'yes'],
    ['/a\\*', '/ab', 'no'],
    ['**/secret/*', '/new\nline/secret/x', 'yes'],
  ])('%s on %j: %s', (written, text, expected) => expect(matches(glob(written), text)).toBe(expected));

  test.each(['', '{a', 'a}', '[ab', '@(a', 'a\\', '*a*a*a*a*a*a*a*a*', '/x/+(+(a))b'])('%s is refused', (written) =>
    expect(compileGlob(written, { flavour: 'path' })).toMatchObject({ error: 'bad-glob' }),
  );
});

describe('a glob over a text', () => {
  test.each([
    ['delete_*', 'delete_user', 'yes'],
    ['delete_*', 'undelete_user', 'no'],
    ['git *', 'git add src/x', 'yes'],
    ['a?c', 'a/c', 'yes'],
    ['[!a]b', 'ab', 'no'],
    ['[ab]b', 'ab', 'yes'],
    ['a.b{c}', 'a.b{c}', 'yes'],
    ['a.b', 'axb', 'no'],
    ['a\\*', 'a*', 'yes'],
    ['a**b', 'a\nb', 'yes'],
  ])('%s on %j: %s', (written, text, expected) => expect(matches(glob(written, 'text'), text)).toBe(expected));
});

describe('what a search costs', () => {
  test.each([
    '^wip/',
    '\\bfoo\\b',
    '--force(?:-with-lease)?',
    '^git .*--force',
    '^[a-z]+ [a-z]+$',
    '[a-f]{8}',
    '^(a|b)*c',
  ])('%s is linear', (written) => expect(regex(written).linear).toBe(true));

  test.each(['\\s+$', 'a*a*b', 'git\\s+push.*--force', 'rm\\s+(-[a-zA-Z]*f[a-zA-Z]*\\s+)?/', '(.*)\\1', '(?<!x)y+z'])(
    '%s is not, but short texts are safe',
    (written) => {
      const { linear, bareUpTo = 0 } = regex(written);
      expect(linear).toBe(false);
      expect(bareUpTo).toBeGreaterThan(50);
      expect(bareUpTo).toBeLessThan(5000);
    },
  );

  test.each([
    '(a+)+$',
    '(a|a)*$',
    '(a*)*b',
    '(a|aa)+$',
    '(a|b|ab)*c',
    '(x+x+)+y',
    '([a-zA-Z]+)*$',
    '(?:\\w+\\s?)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?i)(s|\\w)+!',
  ])('%s is exponential', (written) => {
    expect(compileRegex(written)).toMatchObject({ error: 'exponential-regex' });
    const guarded = compileRegex(written, { exponential: 'guarded' });
    expect(guarded).toMatchObject({ linear: false });
    expect(guarded).not.toHaveProperty('bareUpTo');
  });

  test.each(['(a?)*b', '(a|b)*c', '([a-z]+ )*x', '(?:foo|fob)*x', '(a*b)*c', '(?:a{1,3}b)*c'])(
    '%s is not exponential',
    (written) => expect(compileRegex(written)).not.toHaveProperty('error'),
  );
});
