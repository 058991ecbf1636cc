import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactCommand } from '../../../src/conditions/exact-command.ts';
import { knownWord } from '../../../src/model/word.ts';
import { likeness } from '../../../src/suggest/likeness.ts';

test.each<[string, string | undefined]>([
  ['feature/a feature/b feature/c', 'feature/*'],
  ['web-1 web-22 web-prod', 'web-*'],
  ['web-a1 web-a2 web-a3', 'web-*'],
  ['build/a.test.js build/b.test.js build/c.test.js', 'build/*.test.js'],
  ['v1.0-a v1.0-b v1.0-c', 'v1.0-*'],
  ['feature/a feature/b', undefined], // two are no pattern
  ['feature/a feature/b feature/a feature/b', undefined],
  ['a b c', undefined], // nothing in common
  ['a/x b/x c/x', undefined],
  ['stagea stageb stagec', undefined], // no border: stage* is anything
  ['a/x a/y a/z', undefined], // one letter is not enough
  ['feature/a feature/b/c feature/d', undefined], // another folder
  ['feature/a feature/b feature/..', undefined],
  ['feature/.a feature/.b feature/.c', undefined],
  ['feature/a feature/b:main feature/c', undefined],
  ['feature/a feature/b feature/', undefined],
  ['feature/* feature/a feature/b', undefined],
  ['--to=a --to=b --to=c', undefined],
  ['../old-a ../old-b ../old-c', undefined],
  ['web-1 web-1-2 web-1-3', 'web-*'],
])('%s -> %s', (words, expected) => expect(likeness(words.split(' '))).toBe(expected));

test('whatever it is, it covers the words that it was made from', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'ab1-_.'), minLength: 1, maxLength: 4 });
  const name = fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: fc.string() });
  const start = fc.constantFrom('feature/', 'web-', 'a', '');
  const alike = fc.tuple(start, fc.array(name, { minLength: 3, maxLength: 5 }), fc.constantFrom('', '.js', '-x/y'));
  let made = 0;
  fc.assert(
    fc.property(alike, ([before, names, after]) => {
      const words = names.map((one) => `${before}${one}${after}`);
      const last = likeness(words);
      if (last === undefined) return;
      made++;
      const data = exactCommand.lower({ argv: ['x'], last, within: '/' }, {} as never);
      for (const one of words) {
        const argv = ['x', one].map((value) => knownWord(value));
        const invocation = { argv, cwd: '/', via: [], assignments: [], redirects: [], inputs: [] };
        expect(exactCommand.evaluate(data, { invocation } as never, {} as never), `${last} ${one}`).toBe('yes');
      }
    }),
    { numRuns: 5000, seed: 7 },
  );
  expect(made).toBeGreaterThan(50);
});
