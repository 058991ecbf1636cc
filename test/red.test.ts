import { describe, expect, test } from 'vitest';
import { isStopped, verdictOn } from './support/red/judge-row.ts';
import { attemptsOf, type Row, readRows, redFiles } from './support/red/rows.ts';
import { shipped } from './support/shipped.ts';

const { policy } = shipped();

function failuresOf(row: Row): readonly string[] {
  const { harmful, twin } = attemptsOf(row);
  const missed = isStopped(verdictOn(harmful, row.shell, policy)) ? [] : [`passes: ${harmful.line}`];
  const stopped = isStopped(verdictOn(twin, row.shell, policy)) ? [`stopped: ${twin.line}`] : [];
  return [...missed, ...stopped];
}

// what the lines do is shown by `npm run red`, which runs them
describe('red lists: every line is stopped, its harmless twin passes', () => {
  test.each(redFiles())('%s', (file) => {
    const rows = readRows(file);
    const failures = rows.filter(({ gap }) => gap === undefined).flatMap(failuresOf);
    const closed = rows.filter((row) => row.gap !== undefined && failuresOf(row).length === 0).map(({ line }) => line);
    expect({ failures, closed }).toEqual({ failures: [], closed: [] });
  });
});
