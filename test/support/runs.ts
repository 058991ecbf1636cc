const SCALE = Number(process.env.PROPERTY_RUNS ?? 1);

/**
 * Runs of a property: `few` for each change, whose seed is told where one fails, so that what no change meets some change does.
 * PROPERTY_RUNS=10 makes ten times as many, as `.ci/weekly` does.
 */
export function runs(few: number): number {
  return Math.ceil(few * SCALE);
}

/** How often a property must have said something, of `least` times in `few` runs. A small sample may have a quarter as many. */
export function least(times: number): number {
  return SCALE < 1 ? Math.floor((times * SCALE) / 4) : times;
}

/**
 * One of so many for each change: the first, and every `few`-th after it, the same at every run. The variable sets another number; 1
 * = all of them, as in `.ci/weekly`.
 */
export function sampled<T>(all: readonly T[], variable: `${string}_EVERY`, few: number): readonly T[] {
  const every = everyOf(variable, few);
  return all.filter((one, at) => at % every === 0 && (every === 1 || !isSlow(one)));
}

/** Such entries of a list run weekly alone. */
function isSlow(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'isSlow' in one && one.isSlow === true;
}

export function everyOf(variable: `${string}_EVERY`, few: number): number {
  return Number(process.env[variable] ?? few);
}
