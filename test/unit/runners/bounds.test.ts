import { describe, expect, it } from 'vitest';
import { CODE_ANALYZERS } from '../../../src/code/index.ts';
import { knownWord } from '../../../src/model/word.ts';
import { RUNNERS } from '../../../src/runners/index.ts';

function foundIn(program: string, goal: string, files: Readonly<Record<string, string>>, ...more: string[]): number {
  const all = new Map(Object.entries(files).map(([name, text]) => [`/p/${name}`, text]));
  const call = {
    argv: [program, goal, ...more].map((word) => knownWord(word)),
    cwd: '/p',
    variable: () => undefined,
    changed: () => undefined,
    inProject: () => undefined,
    files: { read: (path: string) => all.get(path), exists: (path: string) => all.has(path), matching: () => [] },
  };
  return RUNNERS.get(program)?.run(call).length ?? -1;
}

/** Each doubles the one before. */
const DOUBLING = Array.from({ length: 60 }, (_, at) => `A${at + 1} = $(A${at})$(A${at})`).join('\n');

const DOUBLING_VARS = Array.from({ length: 60 }, (_, at) => `  A${at + 1}: '{{.A${at}}}{{.A${at}}}'`).join('\n');
const letterBefore = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 1);

describe('hostile files end', () => {
  it.each([
    ['a name in itself', 'A = $(A) $(A)\nx: ; rm $(A)\n'],
    ['names that double', `A0 = x\n${DOUBLING}\nx: ; rm $(A60)\n`],
    ['many names', `${'A := b\n'.repeat(30_000)}x: ; rm b\n`],
    ['brackets that nest', `x: ; rm ${'$('.repeat(5_000)}\n`],
    ['a file that includes itself', 'include Makefile\nx: ; rm b\n'],
    [
      'rules that need each other',
      `${Array.from({ length: 5_000 }, (_, at) => `t${at}: t${at + 1}\n`).join('')}x: t0\n\trm b\n`,
    ],
    ['eval of eval', 'A = $(eval $(A))\n$(A)\nx: ; rm b\n'],
    ['conditionals that nest', `${'ifdef A\n'.repeat(5_000)}x: ; rm b\n`],
  ])('make: %s', (_what, text) => {
    expect(foundIn('make', 'x', { Makefile: text })).toBeLessThan(1_100);
  });

  it.each([
    ['a name in itself', 'a := a + a\nx:\n  rm {{a}}\n'],
    ['recipes that need each other', 'x: y\n  rm b\ny: x\n  rm c\n'],
    ['a file that imports itself', "import 'justfile'\nx:\n  rm b\n"],
    ['a long header', `x ${'a '.repeat(5_000)}:\n  rm b\n`],
  ])('just: %s', (_what, text) => {
    expect(foundIn('just', 'x', { justfile: text })).toBeLessThan(1_100);
  });

  it.each([
    ['a name in itself', "vars: {A: '{{.A}} {{.A}}'}\ntasks: {x: 'rm {{.A}}'}\n"],
    ['names that double', `vars:\n  A0: x\n${DOUBLING_VARS}\ntasks: {x: 'rm {{.A60}}'}\n`],
    ['tasks that need each other', 'tasks: {x: {deps: [y, x], cmds: [a]}, y: {deps: [x]}}\n'],
    ['a file that includes itself', 'includes: {y: ./Taskfile.yml}\ntasks: {x: rm b}\n'],
    ['lists in lists', `${'['.repeat(15_000)}${']'.repeat(15_000)}`],
    ['lists in lists, by dashes', `x:\n  ${'- '.repeat(15_000)}`],
    ['maps in maps', Array.from({ length: 240 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    [
      'aliases of aliases',
      `a: &a [x, x]\n${'bcdefghijklmnop'.replace(/./g, (c) => `${c}: &${c} [*${letterBefore(c)}, *${letterBefore(c)}]\n`)}`,
    ],
    ['quotes', '"'.repeat(30_000)],
  ])('task: %s', (_what, text) => {
    expect(foundIn('task', 'x', { 'Taskfile.yml': text })).toBeLessThan(600);
  });

  it.each([
    ['tasks that never end', 'task :x do\n'.repeat(20_000)],
    ['functions that never end', 'def f\n'.repeat(30_000)],
    ['one name again and again', 'task :x do\nend\n'.repeat(15_000)],
    ['tasks that need each other', 'task x: :y do\nend\ntask y: :x do\nend\n'],
  ])('rake: %s', (_what, text) => {
    expect(foundIn('rake', 'x', { Rakefile: text })).toBe(1);
  });

  it.each([
    ['functions that never end', 'func f() {\n'.repeat(20_000)],
    ['brackets that nest', `os.RemoveAll(${'('.repeat(200_000)}`],
    ['comments that never end', '/*'.repeat(100_000)],
    ['one call again and again', 'os.RemoveAll("x")\n'.repeat(15_000)],
  ])('go: %s', (_what, text) => {
    expect(foundIn('go', 'run', { 'x.go': text }, 'x.go')).toBe(1);
    expect(CODE_ANALYZERS.get('go')?.(text, []).length).toBeLessThan(20_000);
  });

  it('cargo: packages that need each other', () => {
    const needs = Array.from({ length: 3_000 }, (_, at) => `path = "a${at}"\n`).join('');
    expect(foundIn('cargo', 'build', { 'Cargo.toml': `${needs}path = "."\n`, 'build.rs': 'x' })).toBe(1);
  });

  it('composer: scripts that name themselves twice', () => {
    expect(foundIn('composer', 'x', { 'composer.json': '{"scripts":{"x":["@x","@x","@x","ls"]}}' })).toBeLessThan(
      20_000,
    );
  });
});
