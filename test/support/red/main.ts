import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedPolicy } from '../../../src/policy/load.ts';
import { canJail, isInstalled, Jail, Template } from './jail.ts';
import { isStopped, verdictOn } from './judge-row.ts';
import { type Attempt, attemptsOf, type Row, readRows, redFiles } from './rows.ts';

const USAGE = `usage: npm run red -- [--installed] [--only TEXT] [--verbose] [FILE...]

Runs each line of the red lists, and its harmless twin, in a jail; then judges both.
  --installed   ask the built product in the jail as well (slower)
  --only TEXT   only rows whose line holds TEXT
  --verbose     print every row, and what it printed`;

interface Options {
  readonly isInstalled: boolean;
  readonly isVerbose: boolean;
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
export function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      installed: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  if (!canJail()) {
    console.error('red lists need bubblewrap and user namespaces (`bwrap --ro-bind / / --unshare-all true`)');
    return 69;
  }
  const cache = mkdtempSync(join(tmpdir(), 'safeshell-red-cache-'));
  const template = new Template();
  const options: Options = { isInstalled: values.installed, isVerbose: values.verbose, cache };
  try {
    let failed = 0;
    for (const file of positionals.length > 0 ? positionals : redFiles()) {
      const rows = readRows(file).filter(({ line }) => line.includes(values.only));
      const tally = runRows(rows, template, options);
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

function runRows(rows: readonly Row[], template: Template, options: Options): Tally {
  const tally: Tally = {
    rows: 0,
    absent: 0,
    harmless: 0,
    harmfulTwins: 0,
    missed: 0,
    stoppedTwins: 0,
    gaps: 0,
    differs: 0,
  };
  const { policy } = shippedPolicy();
  const report = (what: string, { line }: Attempt, more = '') => console.log(`  ${what}: ${line}${more}`);
  for (const row of rows) {
    tally.rows++;
    const missing = [row.shell, ...row.programs].filter((program) => !isInstalled(program));
    if (missing.length > 0) {
      tally.absent++;
      console.log(`  not run, no ${missing.join(', ')}: ${row.line}`);
      continue;
    }
    const { harmful, twin } = attemptsOf(row);
    for (const attempt of [harmful, twin]) {
      const isTwin = attempt === twin;
      const { harmed, output, product } = runAttempt(row, attempt, template, options);
      const verdict = verdictOn(attempt, row.shell, policy);
      if (options.isVerbose)
        report(`${isTwin ? 'twin' : 'line'} ${verdict}, ${harmed ? 'harm' : 'no harm'}`, attempt, `\n${output}`);
      if (harmed === isTwin) {
        tally[isTwin ? 'harmfulTwins' : 'harmless']++;
        report(
          isTwin ? 'twin does harm' : 'no harm seen',
          attempt,
          `\n    ${output.trim().slice(0, 300).replaceAll('\n', '\n    ')}`,
        );
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
  }
  return tally;
}

function runAttempt(row: Row, attempt: Attempt, template: Template, { isInstalled: asksProduct, cache }: Options) {
  const jail = new Jail(template, attempt, row.setup);
  try {
    const product = asksProduct ? jail.productVerdict(attempt.line, row.shell, cache) : undefined;
    const output = jail.run(row.shell, attempt.line, row.wait);
    const harmed = row.check === undefined ? jail.suffered(row.harm ?? 'lost', output) : jail.confirms(row.check);
    return { harmed, output, product };
  } finally {
    jail.remove();
  }
}
