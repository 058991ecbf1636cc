import type { ProofLevel } from '../../../src/model/proof.ts';
import { LineGenerator } from './generate.ts';
import { Template } from './home.ts';
import { ProofJail, type Violation } from './jail.ts';
import type { ProvenLine } from './judge.ts';
import { HOSTILE, PLAIN, type ProofWorld } from './worlds.ts';

/** How many lines share one HOME. */
const BATCH = 100;

export interface Wanted {
  /** lines of the plain world */
  readonly lines: number;
  /** lines of each hostile world that is tried, and every how many of these worlds is */
  readonly hostileLines: number;
  readonly everyWorld: number;
  readonly seed: number;
  readonly level: ProofLevel;
  readonly jobs: number;
  /** this program as one file */
  readonly bundle: string;
  readonly onViolation: (violation: Violation) => void;
}

export interface Outcome {
  lines: number;
  proven: number;
  /** of all that is proven: what may change files */
  changing: number;
  worlds: number;
  hostileLines: number;
  hostileProven: number;
  violations: number;
}

/** Generates lines, proves them where they would run, runs what is proven, and tells what did more than read. */
export async function tryProofs(wanted: Wanted): Promise<Outcome> {
  const outcome: Outcome = {
    lines: 0,
    proven: 0,
    changing: 0,
    worlds: 0,
    hostileLines: 0,
    hostileProven: 0,
    violations: 0,
  };
  const template = new Template();
  try {
    const generator = new LineGenerator(wanted.seed, wanted.level);
    const next = (count: number) => Array.from({ length: count }, () => generator.line());
    outcome.lines = wanted.lines;
    outcome.proven = await tryWorld(PLAIN, next(wanted.lines), { ...wanted, template, outcome });
    const worlds = HOSTILE.filter((_, at) => at % wanted.everyWorld === wanted.seed % wanted.everyWorld);
    for (const world of worlds) {
      outcome.worlds++;
      outcome.hostileLines += wanted.hostileLines;
      outcome.hostileProven += await tryWorld(world, next(wanted.hostileLines), { ...wanted, template, outcome });
    }
    return outcome;
  } finally {
    template.remove();
  }
}

interface Trying extends Wanted {
  readonly template: Template;
  readonly outcome: Outcome;
}

/** How many of the lines are proven in this world. */
async function tryWorld(world: ProofWorld, lines: readonly string[], trying: Trying): Promise<number> {
  const proven = await inJail(world, trying, (jail) => jail.proven(lines, trying));
  trying.outcome.changing += proven.filter(({ changes }) => changes).length;
  const batches = batchesOf(proven).values();
  const work = async () => {
    for (const batch of batches) {
      for (const violation of await runBatch(world, batch, trying)) {
        trying.outcome.violations++;
        trying.onViolation(violation);
      }
    }
  };
  await Promise.all(Array.from({ length: trying.jobs }, work));
  return proven.length;
}

/** What changes files gets a HOME of its own: a proof holds for the files that it saw. */
function batchesOf(proven: readonly ProvenLine[]): readonly (readonly ProvenLine[])[] {
  const reading = proven.filter(({ changes }) => !changes);
  const changing = proven.filter(({ changes }) => changes).map((one) => [one]);
  const shared = Array.from({ length: Math.ceil(reading.length / BATCH) }, (_, at) =>
    reading.slice(at * BATCH, (at + 1) * BATCH),
  );
  return [...shared, ...changing];
}

/** A change that no trace names is looked for in each half again. */
async function runBatch(
  world: ProofWorld,
  batch: readonly ProvenLine[],
  trying: Trying,
): Promise<readonly Violation[]> {
  const found = await inJail(world, trying, (jail) => jail.run(batch));
  const isNamed = found.every(({ line }) => batch.some((one) => one.line === line));
  if (isNamed || batch.length === 1) return found;
  const middle = Math.ceil(batch.length / 2);
  const halves = [batch.slice(0, middle), batch.slice(middle)];
  const again = [];
  for (const half of halves) again.push(...(await runBatch(world, half, trying)));
  return again.length > 0 ? again : found;
}

async function inJail<Result>(
  world: ProofWorld,
  { template }: Trying,
  use: (jail: ProofJail) => Promise<Result>,
): Promise<Result> {
  const jail = await ProofJail.furnish(template, world);
  try {
    return await use(jail);
  } finally {
    jail.remove();
  }
}
