import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Policy } from '../../../src/model/policy.ts';
import { shippedPolicy } from '../../../src/policy/load.ts';
import { productRoot } from '../../../src/store/product.ts';
import { canJail, isInstalled, Jail, Template } from './jail.ts';
import { isStopped, verdictOn } from './judge-row.ts';
import { type Attempt, attemptsOf, type Row, readRows, redFiles } from './rows.ts';

const USAGE = `usage: npm run red -- [--installed] [--only TEXT] [--sample N] [--jobs N] [--verbose] [FILE...]

Runs each line of the red lists, and its harmless twin, in a jail; then judges both.
  --installed   ask the built product in the jail as well (slower)
  --only TEXT   only rows whose line holds TEXT
  --sample N    only every Nth row of a list
  --jobs N      rows at a time (default 2)
  --verbose     print every row, and what it printed`;

interface Options {
  readonly isInstalled: boolean;
  readonly isVerbose: boolean;
  readonly jobs: number;
  readonly template: Template;
  readonly policy: Policy;
  /** A folder that jails share. */
  readonly cache: string;
}

interface Tally {
  rows: number;
  absent: number;
  harmless: number;
  harmfulTwins: number;
  missed: number;
  stoppedTwins: number;
  gaps: number;
  differs: number;
}

/** The command line of `npm run red`; gives back its exit status: 0 all as they should be, 1 some not, 64 usage, 69 no jail. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      installed: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      sample: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '2' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [sample, jobs] = [Number(values.sample), Number(values.jobs)];
  const isUsable = [sample, jobs].every((number) => Number.isInteger(number) && number > 0);
  if (values.help === true || !isUsable) {
    console.log(USAGE);
    return isUsable ? 0 : 64;
  }
  if (!canJail()) {
    console.error('red lists need bubblewrap and user namespaces (`bwrap --ro-bind / / --unshare-all true`)');
    return 69;
  }
  const isWanted = (row: Row, index: number) => row.line.includes(values.only) && index % sample === 0;
  const files = positionals.length > 0 ? positionals : redFiles();
  return runFiles(files, isWanted, { isInstalled: values.installed, isVerbose: values.verbose, jobs });
}

async function runFiles(
  files: readonly string[],
  isWanted: (row: Row, index: number) => boolean,
  asked: Pick<Options, 'isInstalled' | 'isVerbose' | 'jobs'>,
): Promise<number> {
  const cache = mkdtempSync(join(tmpdir(), 'temporary-red-cache-'));
  const template = new Template();
  const { policy } = shippedPolicy();
  const rules = policy.modules.flatMap((module) => module.rules).length;
  console.log(`judged by ${rules} rules of ${productRoot()}`);
  try {
    let failed = 0;
    for (const file of files) {
      const tally = await runRows(readRows(file).filter(isWanted), { ...asked, cache, template, policy });
      console.log(`${file}: ${summaryOf(tally)}`);
      failed += tally.harmless + tally.harmfulTwins + tally.missed + tally.stoppedTwins + tally.differs - tally.gaps;
    }
    return failed === 0 ? 0 : 1;
  } finally {
    template.remove();
    rmSync(cache, { recursive: true, force: true });
  }
}

function summaryOf(tally: Tally): string {
  const run = tally.rows - tally.absent;
  return [
    `${run} of ${tally.rows} rows run`,
    `harm seen ${run - tally.harmless}`,
    `stopped ${run - tally.missed}`,
    `twins harmless ${run - tally.harmfulTwins}`,
    `twins passed ${run - tally.stoppedTwins}`,
    ...(tally.gaps === 0 ? [] : [`known gaps ${tally.gaps}`]),
    ...(tally.differs === 0 ? [] : [`product answers otherwise ${tally.differs}`]),
  ].join(', ');
}

async function runRows(rows: readonly Row[], options: Options): Promise<Tally> {
  const tally: Tally = {
    rows: rows.length,
    absent: 0,
    harmless: 0,
    harmfulTwins: 0,
    missed: 0,
    stoppedTwins: 0,
    gaps: 0,
    differs: 0,
  };
  const left = rows.values();
  const work = async () => {
    for (const row of left) await runRow(row, tally, options);
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return tally;
}

async function runRow(row: Row, tally: Tally, options: Options): Promise<void> {
  const missing = [row.shell, ...row.programs].filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    tally.absent++;
    report(`not run, no ${missing.join(', ')}`, row);
    return;
  }
  const { harmful, twin } = attemptsOf(row);
  for (const attempt of [harmful, twin]) {
    const outcome = await runAttempt(row, attempt, options);
    count({ row, attempt, isTwin: attempt === twin, ...outcome }, tally, options);
  }
}

interface Outcome {
  readonly harmed: boolean;
  readonly output: string;
  readonly verdict: string;
  /** What the built product answers, where it was asked. */
  readonly product: string | undefined;
}

interface Ran extends Outcome {
  readonly row: Row;
  readonly attempt: Attempt;
  readonly isTwin: boolean;
}

function count({ row, attempt, isTwin, harmed, output, verdict, product }: Ran, tally: Tally, options: Options): void {
  if (options.isVerbose)
    report(`${isTwin ? 'twin' : 'line'} ${verdict}, ${harmed ? 'harm' : 'no harm'}`, attempt, `\n${output}`);
  if (harmed === isTwin) {
    tally[isTwin ? 'harmfulTwins' : 'harmless']++;
    const printed = output.trim().slice(0, 300).replaceAll('\n', '\n    ');
    report(isTwin ? 'twin does harm' : 'no harm seen', attempt, `\n    ${printed}`);
  }
  if (isStopped(verdict) === isTwin) {
    tally[isTwin ? 'stoppedTwins' : 'missed']++;
    if (row.gap !== undefined) tally.gaps++;
    report(isTwin ? `twin stopped (${verdict})` : 'missed', attempt);
  }
  if (product !== undefined && isStopped(product) !== isStopped(verdict)) {
    tally.differs++;
    report(`product: ${product}, here: ${verdict}`, attempt);
  }
}

function report(what: string, { line }: Pick<Attempt, 'line'>, more = ''): void {
  console.log(`  ${what}: ${line}${more}`);
}

async function runAttempt(row: Row, attempt: Attempt, options: Options): Promise<Outcome> {
  const jail = new Jail();
  try {
    await jail.furnish(options.template, attempt, row);
    const product = options.isInstalled ? await jail.productVerdict(attempt.line, row.shell, options.cache) : undefined;
    const output = await jail.run(row.shell, attempt.line, row.wait);
    const harmed = await (row.check === undefined
      ? jail.suffered(row.harm ?? 'lost', output)
      : jail.confirms(row.check));
    return { harmed, output, verdict: verdictOn(attempt, row.shell, options.policy), product };
  } finally {
    await jail.remove();
  }
}
