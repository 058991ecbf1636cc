import fc from 'fast-check';
import '../../../support/seed.ts';
import { expect, it, test } from 'vitest';
import { createHaystack } from '../../../../src/conditions/path/haystack.ts';
import { runs } from '../../../support/runs.ts';

test.each([
  ['a b', ['x', 'b'], true],
  ['a b', ['ab', 'b '], false],
  ['abc', ['abcd'], false],
  ['abc', [''], true],
  ['', ['a'], false],
])('%j holds one of %j: %s', (text, literals, holds) => {
  expect(createHaystack(text).holdsOneOf(literals)).toBe(holds);
});

it('finds what a search finds', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab./é', '\u{1f600}'), maxLength: 12 });
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), (hay, literals) => {
      expect(createHaystack(hay).holdsOneOf(literals)).toBe(literals.some((literal) => hay.includes(literal)));
    }),
    { numRuns: runs(500), endOnFailure: true },
  );
});
