import { MAKE_RUNNER } from './make.ts';
import type { Runner } from './runner.ts';

/** One line for each way to run files. No program twice. */
const ALL: readonly Runner[] = [MAKE_RUNNER];

/** By base name of the program. */
export const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  ALL.flatMap((runner) => runner.programs.map((program) => [program, runner] as const)),
);
