import { MAKE_RUNNER } from './make.ts';
import { NODE_RUNNER, PACKAGE_RUNNERS } from './package-scripts.ts';
import type { Runner } from './runner.ts';

/** One line for each way to run files. No program twice. */
const ALL: readonly Runner[] = [MAKE_RUNNER, NODE_RUNNER, ...PACKAGE_RUNNERS];

/** By base name of the program. */
export const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  ALL.flatMap((runner) => runner.programs.map((program) => [program, runner] as const)),
);
