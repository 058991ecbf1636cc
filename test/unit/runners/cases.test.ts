import { describe, expect, it } from 'vitest';
import { wordValue } from '../../../src/model/word.ts';
import { RUNNERS } from '../../../src/runners/index.ts';
import { RUNNER_CASES, runnerCallOf, summary } from '../../support/runner-cases.ts';

describe.each(RUNNER_CASES)('runners %s', (_file, rows) => {
  it.each(rows.map((row) => [String(row.run), row] as const))('%s', (_run, row) => {
    const call = runnerCallOf(row);
    const found = RUNNERS.get(wordValue(call.argv[0]) as string)?.run(call) ?? [];
    expect(found.map(summary)).toEqual(row.found);
  });
});
