/**
 * Runs of a property: `few` for each change, whose seed is told where one fails, so that what no change meets some change does.
 * PROPERTY_RUNS=10 makes ten times as many, as `.ci/weekly` does.
 */
export function runs(few: number): number {
  return Math.ceil(few * Number(process.env.PROPERTY_RUNS ?? 1));
}
