import { describe, expect, it } from 'vitest';
import { peeledFrom, WRAPPER_CASES } from '../../support/wrapper-cases.ts';

describe.each(WRAPPER_CASES)('wrapper cases %s', (_file, rows) => {
  it.each(rows.map((row) => [row.start, row] as const))('%s', (_start, row) => {
    expect(peeledFrom(row)).toEqual(row.peeled);
  });
});
