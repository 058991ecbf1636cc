import { parseArgs } from 'node:util';
import type { ProofLevel } from '../../../src/model/proof.ts';
import { shippedPolicy } from '../../../src/policy/load.ts';
import { type Measured, measure, readCalls } from './calls.ts';
import { canTrace, type Violation } from './jail.ts';
import { tryProofs } from './property.ts';

export { answerProven } from './judge.ts';

const USAGE = `usage: npm run proofs -- [--lines N] [--hostile N] [--every N] [--seed S] [--jobs N] [--level L]
       npm run proofs -- FILE... [--level L] [--json]

Runs in jails what is proven to only read of generated lines: it must change no byte, send nothing and start nothing else.
  --lines N     lines in a plain world (default 20000)
  --hostile N   lines in each world whose settings, files or variables start programs (default 200)
  --every N     only every Nth of these worlds (default 1)
  --level L     reads, or project: also what undo would keep (default reads)
  --seed S      of the generator (default: of the clock)
  --jobs N      jails at a time (default 2)

With files of agents' calls ({line, cwd, root, agent} or a case a line): how many are proven, and what is in the way of the others.
  --json        as JSON`;

const LEVELS: readonly ProofLevel[] = ['reads', 'project'];

/** The command line of `npm run proofs`; gives back its exit status: 0 as it should be, 1 violations, 64 usage, 69 no jail. */
export async function main(args: readonly string[], bundle: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      lines: { type: 'string', default: '20000' },
      hostile: { type: 'string', default: '200' },
      every: { type: 'string', default: '1' },
      level: { type: 'string', default: 'reads' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      jobs: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [lines, hostileLines, everyWorld, seed, jobs] = [
    values.lines,
    values.hostile,
    values.every,
    values.seed,
    values.jobs,
  ].map(Number) as [number, number, number, number, number];
  const level = LEVELS.find((one) => one === values.level);
  const isUsable = [lines, hostileLines, seed].every((one) => Number.isInteger(one) && one >= 0);
  if (values.help === true || level === undefined || !isUsable || !(everyWorld >= 1 && jobs >= 1)) {
    console.log(USAGE);
    return values.help === true ? 0 : 64;
  }
  if (positionals.length > 0) return measureFiles(positionals, level, values.json);
  if (!canTrace()) {
    console.error(
      'proofs are tried with bubblewrap, user namespaces and strace (`bwrap --ro-bind / / --dev /dev --unshare-all strace true`)',
    );
    return 69;
  }
  console.log(`seed ${seed}`);
  const outcome = await tryProofs({
    level,
    lines,
    hostileLines,
    everyWorld,
    seed,
    jobs,
    bundle,
    onViolation: report,
  });
  console.log(JSON.stringify(outcome));
  return outcome.violations === 0 ? 0 : 1;
}

function report({ line, world, what }: Violation): void {
  console.log(`VIOLATION in ${world}: ${JSON.stringify(line)}\n${what.map((one) => `  ${one}`).join('\n')}`);
}

/** At `project` with what `confine: local_code` switches on. */
function measureFiles(files: readonly string[], level: ProofLevel, isJson: boolean): number {
  const { policy } = shippedPolicy(level === 'project' ? ['local-code'] : []);
  const measured = measure(files.flatMap(readCalls), policy, level);
  console.log(isJson ? JSON.stringify(measured, undefined, 1) : textOf(measured));
  return 0;
}

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;

function textOf({ calls, proven, byAgent, obstacles }: Measured): string {
  const agents = Object.entries(byAgent).map(
    ([agent, one]) => `  ${agent}: ${one.proven} of ${one.calls}, ${percent(one.proven, one.calls)}`,
  );
  const barriers = obstacles.flatMap((one) => [
    `${String(one.calls).padStart(6)}  ${one.program}: ${one.why}`,
    ...one.examples.map((line) => `          ${line.replaceAll('\n', '⏎').slice(0, 140)}`),
  ]);
  return [`${proven} of ${calls} calls are proven, ${percent(proven, calls)}`, ...agents, ...barriers].join('\n');
}
