import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { analyzeArgv } from '../../src/shell/analyze.ts';
import { analyze, factsFor, show } from '../unit/shell/analysis.ts';
import '../support/seed.ts';
import { runs } from '../support/runs.ts';

const RUNS = { numRuns: runs(150), endOnFailure: true };

const LINES = ['words', 'flow', 'doubts', 'mentions'].flatMap((name) => {
  const text = readFileSync(new URL(`../tables/shell/${name}.yaml`, import.meta.url), 'utf8');
  return (parse(text) as { line: string }[]).map(({ line }) => line);
});

const PIECES = [
  ...'\'"\\$`(){}[]<>|&;#!*?~=:,.\n \t-+%/@^0x',
  '$(',
  '${',
  '$((',
  '<<E\n',
  '<(',
  '&&',
  ';;',
  'rm',
  'eval',
  'X=',
];

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
    return line.slice(0, cut) + put + line.slice(cut + length) + (at % 3 === 0 ? other : '');
  });

function checkWhole(line: string): void {
  const { invocations, unsure, text } = analyze(line);
  expect(text).toBe(line);
  for (const { argv, span, inputs, via } of invocations) {
    expect(argv.length).toBeGreaterThan(0);
    if (span !== undefined) expect(span.start >= 0 && span.start <= span.end && span.end <= line.length).toBe(true);
    for (const wrapper of via) expect(wrapper.invocation).toBeLessThan(invocations.length);
    for (const input of inputs) {
      for (const index of 'from' in input ? input.from : []) expect(index).toBeLessThan(invocations.length);
    }
  }
  for (const { span } of unsure) expect(span === undefined || span.end <= line.length).toBe(true);
}

describe('any text', () => {
  it('is answered: random text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200, unit: 'binary' }), checkWhole), RUNS);
  });
  it('is answered: text made of shell syntax', () => {
    fc.assert(fc.property(shellish, checkWhole), RUNS);
  });
  it('is answered: mutated lines', () => {
    fc.assert(fc.property(mutant, checkWhole), { ...RUNS, numRuns: runs(400) });
  });
  it('is answered by every reading', () => {
    const shells = fc.constantFrom('sh', 'dash', 'zsh', 'fish', 'unknown' as const);
    fc.assert(
      fc.property(mutant, shells, (line, shell) => void analyze(line, { shell })),
      RUNS,
    );
  });
});

const text = fc.string({ maxLength: 12 }).filter((value) => !value.includes('\0'));
const quote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

describe('quoting', () => {
  it('hands over any words byte by byte, and starts nothing else', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (words) => {
        const { invocations, unsure } = analyze(['cmd', ...words.map(quote)].join(' '));
        expect(invocations.map(({ argv }) => argv.map(show))).toEqual([['cmd', ...words]]);
        expect(unsure).toEqual([]);
      }),
      RUNS,
    );
  });

  it('changes nothing about plain words', () => {
    const plain = fc.array(fc.stringMatching(/^[a-z0-9_/.-]{1,8}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(plain, (words) => {
        const bare = analyze(['cmd', ...words].join(' ')).invocations;
        const quoted = analyze(['"cmd"', ...words.map(quote)].join(' ')).invocations;
        expect(quoted.map(({ argv }) => argv.map(show))).toEqual(bare.map(({ argv }) => argv.map(show)));
      }),
      RUNS,
    );
  });

  it('makes a line mean what its argv means', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (words) => {
        const argv = ['env', 'cmd', ...words];
        const context = { cwd: '/repo/app', env: {}, facts: factsFor() };
        const started = (analysis: ReturnType<typeof analyze>) => analysis.invocations.map((one) => one.argv.map(show));
        expect(started(analyzeArgv(argv, context))).toEqual(started(analyze(argv.map(quote).join(' '), { env: {} })));
      }),
      RUNS,
    );
  });
});

describe('joining lines', () => {
  it('loses no start of either', () => {
    const simple = fc.constantFrom(
      ...LINES.filter((line) => !/[\n#\0\ud800]|\)$/.test(line) && analyze(line).unsure.length === 0),
    );
    fc.assert(
      fc.property(simple, simple, (first, second) => {
        const programs = (line: string) => analyze(line).invocations.flatMap(({ program }) => program ?? []);
        const both = programs(`( ${first} ); ( ${second} )`);
        for (const program of [...programs(first), ...programs(second)]) expect(both).toContain(program);
      }),
      RUNS,
    );
  });
});
