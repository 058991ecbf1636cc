import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { lossesOf } from '../../src/losses/losses.ts';
import type { Facts } from '../../src/model/facts.ts';
import { analyze, factsFor } from '../unit/shell/analysis.ts';
import '../support/seed.ts';
import { runs } from '../support/runs.ts';

const LINES = ['losses/paths', 'losses/git', 'shell/listings', 'shell/flow'].flatMap((name) => {
  const text = readFileSync(new URL(`../tables/${name}.yaml`, import.meta.url), 'utf8');
  return (parse(text) as { line: string }[]).map(({ line }) => line);
});

const PIECES = [...'\'"\\$`(){}[]<>|&;!*?~=:,.\n -+/@^0x', '$(', '<<E\n', '&&', 'rm ', 'git ', ' -- ', 'mv a b;', 'X='];

const shellish = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((all) => all.join(''));

const mutant = fc
  .tuple(
    fc.constantFrom(...LINES),
    fc.nat(),
    fc.nat({ max: 12 }),
    fc.constantFrom('', ...PIECES),
    fc.constantFrom(...LINES),
  )
  .map(([line, at, length, put, other]) => {
    const cut = at % (line.length + 1);
    return `${line.slice(0, cut)}${put}${line.slice(cut + length)}${at % 3 === 0 ? `; ${other}` : ''}`;
  });

/** Everything is there, and whatever has no extension is a folder. */
function fullDisk(asked = { count: 0 }): Facts {
  const counted = <Answer>(answer: Answer) => {
    asked.count++;
    return answer;
  };
  return {
    ...factsFor(),
    exists: () => counted('yes'),
    realpath: counted,
    expandGlob: (pattern) => counted(/^\/[^.*?[]*\/$/.test(pattern) ? [pattern.slice(0, -1)] : undefined),
    readText: () => counted(undefined),
    git: () => counted({ root: '/repo', gitDir: '/repo/.git', branch: 'main' }),
  };
}

function checkLosses(line: string, facts: Facts): void {
  const analysis = analyze(line);
  for (const loss of lossesOf(analysis, facts)) {
    expect(analysis.invocations[loss.invocation]).toBeDefined();
    if (loss.kind === 'path') expect(loss.path).toMatch(/^\/(?!.*\/\.\.?\/)/s);
    if (loss.kind === 'git') for (const path of loss.within ?? []) expect(path).toMatch(/^\//);
    if (loss.kind === 'unknown') expect(loss.why.length).toBeLessThan(200);
  }
}

describe('any line', () => {
  const RUNS = { numRuns: runs(150), endOnFailure: true };
  const facts = fc.constantFrom(fullDisk(), factsFor());
  it('has losses: text made of shell syntax', () => {
    fc.assert(fc.property(shellish, facts, checkLosses), RUNS);
  });
  it('has losses: mutated lines', () => {
    fc.assert(fc.property(mutant, facts, checkLosses), { ...RUNS, numRuns: runs(400) });
  });
});

it('loses nothing where nothing is', () => {
  const facts = { ...factsFor(), git: () => null };
  fc.assert(
    fc.property(fc.constantFrom(...LINES), (line) => {
      const found = lossesOf(analyze(line), facts);
      expect(found.filter(({ kind }) => kind !== 'unknown')).toEqual([]);
    }),
  );
});

const many = (count: number, piece: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between);

/** Lines that grow with a number. */
const GROWING: Readonly<Record<string, (count: number) => string>> = {
  'operands that are deleted': (n) => `rm ${many(n, (at) => `f${at}`)}`,
  'sources of a copy': (n) => `cp ${many(n, (at) => `f${at}`)} d`,
  'destinations of a copy': (n) => `cp ${many(n, (at) => `-t d${at} f${at}`)}`,
  'moves of one file': (n) => `${many(n / 100, (at) => `mv f${at} f${at + 1}`, ';')}; rm f${n / 100}`,
  'moves into a tree': (n) => many(n / 100, (at) => `mv f${at} d/f${at}; rm -rf d`, ';'),
  'starts in a temporary folder': (n) => `cd "$(mktemp -d)"; ${many(n / 50, () => 'rm x', ';')}`,
  pathspecs: (n) => `git checkout -- ${many(n, (at) => `f${at}`)}`,
  'moves of git': (n) => `git ${many(n, () => '-C x')} reset --hard`,
  'options of git': (n) => `git reset ${many(n, () => '-q')} --hard`,
  'stashes that are made and dropped': (n) => many(n / 100, () => 'git stash; git stash drop', ';'),
  refs: (n) => `git branch -D ${many(n, (at) => `f${at}`)}`,
  refspecs: (n) => `git fetch origin ${many(n, () => '+a:b')}`,
  redirections: (n) => `a ${many(n / 10, (at) => `>f${at}`)}`,
  'actions of find': (n) => `find . ${many(n / 2, () => '-name x -delete -o')} -name y`,
  'folders of find': (n) => `find ${many(n, (at) => `f${at}`)} -delete`,
  'files of a patch': (n) => `patch -p1 <<E\n${many(n, (at) => `+++ b/f${at}`, '\n')}\nE`,
  'rejects of a patch': (n) => `patch ${many(n, (at) => `-r x f${at}`)}`,
  'files that are packed': (n) => `gzip -f ${many(n, (at) => `f${at}`)}`,
  'members of an archive': (n) => `tar -xf a ${many(n, (at) => `f${at}`)}`,
  'folders of an archive': (n) => `tar -xf a ${many(n, () => '-C d')} ${many(n, () => 'm')}`,
  'files that are fetched': (n) => `curl --output-dir x ${many(n, () => '-O http://h/a')}`,
  patterns: (n) => `rm ${many(n, () => 'a*')}`,
};

test.each(Object.entries(GROWING))('%s: the disk is asked no more than they grow', (_what, make) => {
  const cost = (count: number) => {
    const analysis = analyze(make(count));
    const asked = { count: 0 };
    const facts = fullDisk(asked);
    const before = performance.now();
    lossesOf(analysis, facts);
    expect(performance.now() - before).toBeLessThan(5000);
    return asked.count;
  };
  expect(cost(8000)).toBeLessThan(3 * cost(4000) + 1000);
});
