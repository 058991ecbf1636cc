import { expect, test } from 'vitest';
import { GAPS } from '../../support/house/gaps.ts';

/** CONTRIBUTING.md: each kind of thing is one file, one line of a list, and its cases. Each gap says what to write. */
test.each(Object.entries(GAPS))('nothing is forgotten of any %s', (_kind, gaps) => {
  expect(gaps()).toEqual([]);
});
