import { afterEach, describe, expect, test } from 'vitest';
import type { Pattern } from '../../../src/model/policy.ts';
import { compileGlob, compileRegex } from '../../../src/patterns/compile.ts';
import { requiredLiterals } from '../../../src/patterns/literals.ts';
import { couldMatch, HOLE, matches, type Piece, setWatchdog } from '../../../src/patterns/match.ts';

function regex(written: string): Pattern {
  const compiled = compileRegex(written, { exponential: 'guarded' });
  if ('error' in compiled) throw new Error(`${written}: ${compiled.detail}`);
  return compiled;
}

function glob(written: string): Pattern {
  const compiled = compileGlob(written, { flavour: 'path' });
  if ('error' in compiled) throw new Error(`${written}: ${compiled.detail}`);
  return compiled;
}

/** `_` stands for an unknown part. */
function pieces(text: string): Piece[] {
  return text.split('_').flatMap((part, index) => (index === 0 ? [part] : [HOLE, part]));
}

describe('texts with unknown parts', () => {
  test.each<[string, string, string]>([
    ['--force', 'git push --force _', 'yes'],
    ['--force', 'git push _', 'unknown'],
    ['--force', 'git push -_', 'unknown'],
    ['--force', 'git push --for_', 'unknown'],
    ['^rm', 'git _', 'no'],
    ['^rm', '_', 'unknown'],
    ['^rm', 'rm _', 'yes'],
    ['^rm$', 'rm _', 'no'],
    ['^rm$', 'rm_', 'unknown'],
    ['^rm$', '_x', 'no'],
    ['\\bfoo\\b', 'foo_', 'unknown'],
    ['\\bfoo\\b', 'foo _', 'yes'],
    ['\\bfoo\\b', 'a foo b _', 'yes'],
    ['^a\\bb$', 'a_b', 'unknown'],
    ['^[0-9]+$', '12_34', 'unknown'],
    ['^[0-9]+$', '12_x', 'no'],
    ['(?m)^b$', '_b', 'unknown'],
    ['(?m)^x', 'a_x', 'unknown'],
    ['x(?=y)', 'x_', 'unknown'],
    ['x(?=y)', 'xy_', 'yes'],
    ['x(?!y)', 'xy_', 'unknown'],
    ['^x(?!y)', 'xy_', 'no'],
    ['^x(?!y)', 'xz_', 'yes'],
    ['^(?<!a)b', 'c_', 'no'],
    ['(?<!a)b', 'b_', 'unknown'],
    ['^(.)\\1$', '_b', 'unknown'],
    ['^(a)\\1$', 'b_', 'no'],
  ])('%s on %s: %s', (written, text, expected) => expect(couldMatch(regex(written), pieces(text))).toBe(expected));

  test.each<[string, string, string]>([
    ['*.env*', '_.env', 'unknown'],
    ['*.env*', 'a/_.env', 'no'],
    ['/etc/**', '/tmp/_', 'no'],
    ['/etc/**', '/etc/_', 'unknown'],
    ['**/.ssh/**', '_/.ssh/id', 'unknown'],
  ])('glob %s on %s: %s', (written, text, expected) => expect(couldMatch(glob(written), pieces(text))).toBe(expected));

  test('without an unknown part it is the plain test', () => {
    expect(couldMatch(regex('^ab$'), ['a', 'b'])).toBe('yes');
    expect(couldMatch(regex('^ab$'), [])).toBe('no');
  });

  test('a pattern without its state machine is not known', () => {
    expect(couldMatch({ source: '^a', flags: '', linear: true, written: '^a' }, ['b', HOLE])).toBe('unknown');
  });
});

describe('patterns that are not linear', () => {
  afterEach(() => setWatchdog(() => undefined));
  const evil = `${'a'.repeat(5000)}!`;

  test('an exponential one is answered by its state machine', () => {
    expect(matches(regex('^(a+)+$'), evil)).toBe('no');
    expect(matches(regex('^(a+)+!$'), evil)).toBe('yes');
  });

  test('a polynomial one too, where the text is long', () => {
    expect(matches(regex('a*a*a*a*b'), 'a'.repeat(16_000))).toBe('no');
  });

  test('a text over the cap is not known', () => {
    expect(matches(regex('(.*)=\\1$'), ' '.repeat(16_385))).toBe('unknown');
    expect(matches(regex('(a|b)*(x.){300}y'), ' '.repeat(100_000))).toBe('unknown');
    expect(couldMatch(regex('\\s+$'), [' '.repeat(16_385), HOLE])).toBe('unknown');
  });

  test('a small machine reads a long text to its end', () => {
    expect(matches(regex('\\s+$'), ' '.repeat(100_000))).toBe('yes');
    expect(matches(regex('git\\s+push\\s+.*--force'), `git push ${'x '.repeat(50_000)}--force`)).toBe('yes');
  });

  test('what no machine can express runs under the watchdog', () => {
    const pattern = regex('(.*)=\\1$');
    const text = `${'x'.repeat(3000)}=${'x'.repeat(3000)}`;
    expect(matches(pattern, text)).toBe('unknown');
    setWatchdog((tested, subject) => tested.test(subject));
    expect(matches(pattern, text)).toBe('yes');
  });

  test('a broken pattern is not known', () => {
    expect(matches({ source: '(', flags: '', linear: true, written: '(' }, 'x')).toBe('unknown');
  });
});

describe('required literals', () => {
  test.each<[string, readonly string[][] | undefined]>([
    ['git\\s+push.*--force', [['git'], ['push'], ['--force']]],
    ['^git (push|pull)$', [['git push', 'git pull']]],
    [
      '(rm|shred) .*(-f|--force)',
      [
        ['rm ', 'shred '],
        ['-f', '--force'],
      ],
    ],
    ['a?b', [['b', 'ab']]],
    ['(foo)+', [['foo']]],
    ['(foo)*', undefined],
    ['.*', undefined],
    ['foo|.*', undefined],
    ['foo\\d+|ba[rz]', [['foo', 'bar', 'baz']]],
    ['\\bsudo\\b', [['sudo']]],
    ['(?!x)foo', [['foo']]],
    ['x{3}', [['xxx']]],
    ['x{2,}y', [['xx'], ['y']]],
    ['(?i)rm', [['RM', 'Rm', 'rM', 'rm']]],
    ['(foo)\\1', [['foo']]],
    ['', undefined],
  ])('%s', (written, expected) => expect(requiredLiterals(regex(written))).toEqual(expected));

  test('of a glob', () => {
    expect(requiredLiterals(glob('**/.ssh/*'))).toEqual([['.ssh/']]);
  });
});
