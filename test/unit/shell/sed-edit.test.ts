import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { sedEdit } from '../../../src/shell/outputs/sed-edit.ts';

const LINES = ['# rm -rf a', 'b.c/d', '', '  x y', 'a+b (c)', 'aaa'];

/** Options and script. */
const COMPUTED: readonly (readonly string[])[] = [
  ['s/^# //'],
  ['s/a/b/'],
  ['s/a/b/g'],
  ['s,/,:,g'],
  ['s|b.c|x|'],
  [String.raw`s/b\.c/x/`],
  ['s/^[ ]*//'],
  ['s/[a-c]*$//'],
  ['-E', 's/^a+$/x/'],
  ['-E', 's/x ?y/z/'],
  ['/^#/d'],
  ['/^$/d'],
  ['-n', '/a/p'],
  ['1d'],
  ['2,3d'],
  ['-n', '2p'],
  ['-n', '3,$p'],
  ['-n', '4,2p'],
  ['s/a/&&/'],
  [String.raw`s/\(a\)b*/<\1>/`],
  [String.raw`s/a\+/b/`],
  ['s/a+/b/'],
  ['s/(c)/[c]/'],
  ['-E', 's/(a)(.)/\\2\\1/g'],
  ['s/a/b/;s/b/c/'],
  ['-n', 's/a/b/p'],
  ['$d'],
  ['p'],
  ['$!d'],
  ['/b/!s/a/x/'],
  ['/c/,/x/d'],
  ['2,/a/s/^/> /'],
  ['/a/,2d'],
  ['2a added'],
  ['1i first'],
  ['$ a last'],
  ['3c changed'],
  ['2,4c changed'],
  ['/x/,$c changed'],
  ['3q'],
  ['2a\\\nadded\n1d'],
  [String.raw`s/a/x\/y/`],
  ['s#/#|#;/^$/d'],
  ['s/A/x/I'],
  ['s/a.*b.*/x/'],
];

/** Means something else than the same text in JavaScript, or more than one command. */
const NOT_COMPUTED: readonly (readonly string[])[] = [
  [String.raw`s/a\|b/x/`],
  [String.raw`s/a\{2\}/x/`],
  [String.raw`s/\(a\)*/x/`],
  ['-E', 's/(a|b)/x/'],
  ['s/a/b/2'],
  ['s/a/b/e'],
  ['s/a/b/w out'],
  ['s/[[:space:]]//'],
  ['s/[b-a]//'],
  ['s/a*a*b/x/'],
  ['r file'],
  ['N;s/a/b/'],
  ['y/a/b/'],
  ['/a/{d}'],
  ['a one\\'],
];

const edited = (words: readonly string[]) =>
  sedEdit(words.at(-1) as string, words.includes('-n'), words.includes('-E'))?.(LINES);

describe('a script of sed', () => {
  it.each(COMPUTED)('%s %s is what sed prints', (...words) => {
    const given = words.filter((word) => word !== undefined);
    const printed = execFileSync('sed', given, { input: `${LINES.join('\n')}\n`, encoding: 'utf8' });
    expect(`${(edited(given) ?? []).map((line) => `${line}\n`).join('')}`).toBe(printed);
  });

  it('leaves lines as they are that a repeating pattern would be slow with', () => {
    const long = 'a'.repeat(201);
    expect(sedEdit('s/a*/x/', false, false)?.([long, 'aaa'])).toEqual([long, 'x']);
    expect(sedEdit('s/a/x/', false, false)?.([long])).toEqual([`x${long.slice(1)}`]);
  });

  it.each(NOT_COMPUTED)('%s %s is not computed', (...words) => {
    expect(edited(words.filter((word) => word !== undefined))).toBeUndefined();
  });
});
