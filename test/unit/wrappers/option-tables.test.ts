import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { described, isLost, type Sample, samples, trialsOf } from '../../support/option-samples.ts';

/** Rows that lose their command for a reason. */
interface Explained {
  readonly why: string;
  /** options by program: `sudo: -l, --list` */
  readonly lost: Readonly<Record<string, string>>;
}

type Baseline = Readonly<Record<Sample['kind'], readonly Explained[]>>;

const BASELINE: Baseline = parse(readFileSync('test/tables/options/lost.yaml', 'utf8'));

/** `command: sudo -l` */
function rowsOf(baseline: Baseline): readonly string[] {
  return Object.entries(baseline).flatMap(([kind, all]) =>
    all.flatMap(({ lost }) =>
      Object.entries(lost).flatMap(([programs, options]) =>
        programs.split(' ').flatMap((program) => options.split(', ').map((one) => `${kind}: ${program} ${one}`)),
      ),
    ),
  );
}

/** Each option of a program's grammar in front of what the program starts: with which of them is it not found any more? */
describe('options that the grammar of a program knows', () => {
  const all = samples();
  const lost = new Map<string, string>();
  let tried = 0;
  for (const sample of all) {
    for (const trial of trialsOf(sample)) {
      tried += 1;
      if (isLost(sample, trial))
        lost.set(`${sample.kind}: ${trial.name}`, trial.argv.map(({ text }) => text).join(' '));
    }
  }
  const baseline = rowsOf(BASELINE);
  console.log(
    `options in front of commands: ${tried} tried, ${lost.size} lose the command, ${baseline.length} explained`,
  );

  it('has a sample of each program', () => {
    const sampled = new Set(all.map(({ program }) => program));
    expect(described.filter((name) => !sampled.has(name))).toEqual([]);
    expect(tried).toBeGreaterThan(50_000);
  });

  it('lose no command, unless the baseline says why', () => {
    expect([...lost].filter(([row]) => !baseline.includes(row)).map(([row, line]) => `${row}   ${line}`)).toEqual([]);
  });

  it('has no row in the baseline that is not lost', () => {
    expect(baseline.filter((row, at) => !lost.has(row) || baseline.indexOf(row) !== at)).toEqual([]);
  });
});
