import fc from 'fast-check';
import { programOf } from '../../src/patterns/program-text.ts';
import '../support/seed.ts';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import type { Pattern } from '../../src/model/policy.ts';
import { compileGlob, compileRegex } from '../../src/patterns/compile.ts';
import { requiredLiterals } from '../../src/patterns/literals.ts';
import { couldMatch, HOLE, matches, type Piece } from '../../src/patterns/match.ts';
import { least, runs } from '../support/runs.ts';

/** Random regexes of these atoms, in JavaScript's spelling. */
function regexOf(...atoms: string[]): fc.Arbitrary<string> {
  return fc.letrec<{ whole: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...atoms),
      tie('whole').map((inner) => `(?:${inner})`),
      fc
        .tuple(tie('whole'), fc.constantFrom('?', '*', '+', '{2}', '{0,2}', '*?'))
        .map(([inner, times]) => `(?:${inner})${times}`),
    ),
    whole: fc.oneof(
      { maxDepth: 3 },
      fc.array(tie('piece'), { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
      fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => `${one}|${other}`),
    ),
  })).whole;
}

const characters = ['a', 'b', 'c', '.', '[ab]', '[^a]', '\\w', '\\s'];
const regexSource = regexOf(...characters, '\\b', '^', '$', '(?=a)', '(?!b)', '(?<=a)');
const pattern = fc.tuple(fc.constantFrom('', '', '(?i)', '(?m)', '(?s)'), regexSource).map(([head, source]) => {
  const compiled = compileRegex(head + source, { exponential: 'guarded' });
  if ('error' in compiled) throw new Error(`${source}: ${compiled.detail}`);
  return compiled;
});
// short: some of the regexes take the engine exponential time
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '\n'), maxLength: 3 });
const texts = fc.array(text, { minLength: 1, maxLength: 4 });

const engine = (one: Pattern, subject: string) => new RegExp(one.source, one.flags).test(subject);
const RUNS = { numRuns: runs(800) };

test('a filling that matches is never ruled out, and one that does not is never taken for sure', () => {
  fc.assert(
    fc.property(pattern, texts, fc.array(text, { minLength: 3, maxLength: 3 }), (one, parts, fillings) => {
      const withHoles: Piece[] = parts.flatMap((part, index) => (index === 0 ? [part] : [HOLE, part]));
      const filled = parts.map((part, index) => (index === 0 ? part : (fillings[index - 1] ?? '') + part)).join('');
      expect(couldMatch(one, withHoles)).not.toBe(engine(one, filled) ? 'no' : 'yes');
    }),
    RUNS,
  );
});

test('the state machine and the engine agree', () => {
  fc.assert(
    fc.property(pattern, text, (one, subject) => {
      const machineOnly: Pattern = { ...one, linear: false, bareUpTo: 0 };
      if (programOf(one)?.exact) expect(matches(machineOnly, subject)).toBe(engine(one, subject) ? 'yes' : 'no');
    }),
    RUNS,
  );
});

test('the literals that a pattern needs rule out no text that it matches', () => {
  const sources = regexOf('abc', 'bca', 'ab', '[ab]', '\\w', '.', '^', '\\b', '(?=a)').map((source) => {
    const compiled = compileRegex(source, { exponential: 'guarded' });
    if ('error' in compiled) throw new Error(`${source}: ${compiled.detail}`);
    return compiled;
  });
  const long = fc.string({ unit: fc.constantFrom('abc', 'bca', 'ab', 'c', ' '), maxLength: 6 });
  const seen = { not: 0, matched: 0 };
  fc.assert(
    fc.property(sources, long, (one, subject) => {
      const expected = engine(one, subject);
      expect(matches(one, subject)).toBe(expected ? 'yes' : 'no');
      if (one.needs !== undefined) seen[expected ? 'matched' : 'not']++;
    }),
    RUNS,
  );
  expect(Math.min(seen.not, seen.matched)).toBeGreaterThanOrEqual(least(6));
});

test('every match contains the required literals', () => {
  fc.assert(
    fc.property(pattern, text, (one, subject) => {
      if (!engine(one, subject)) return;
      for (const oneOf of requiredLiterals(one) ?? [])
        expect(
          oneOf.some((literal) => subject.includes(literal)),
          `${oneOf} in ${subject}`,
        ).toBe(true);
    }),
    RUNS,
  );
});

test('an independent checker agrees on what is linear and, nearly always, on what is exponential', () => {
  const sources = fc.sample(fc.tuple(fc.constantFrom('', '^'), regexOf(...characters)), { numRuns: 150, seed: 11 });
  const counts = { linear: 0, both: 0, neither: 0, 'only ours': 0 };
  for (const source of new Set(sources.map(([head, tail]) => `${head}(?:${tail})`))) {
    const ours = compileRegex(source);
    const theirs = checkSync(source, '', { timeout: 500, checker: 'automaton' });
    if (theirs.status === 'unknown') continue;
    const isLinear = !('error' in ours) && ours.linear;
    if (isLinear) expect(`${source} ${theirs.status}`).toBe(`${source} safe`);
    const theirsIs = theirs.status === 'vulnerable' && theirs.complexity.type === 'exponential';
    if (theirsIs) expect(`${source} ${'error' in ours}`).toBe(`${source} true`);
    counts[isLinear ? 'linear' : theirsIs ? 'both' : 'error' in ours ? 'only ours' : 'neither']++;
  }
  expect(counts.linear).toBeGreaterThan(20);
  expect(counts.both).toBeGreaterThan(2);
  // theirs also knows loops whose every ambiguous text ends in a match: `(?:[ab]|[^a])+[ab]`
  expect(counts['only ours']).toBeLessThan(counts.neither / 8);
});

test('a glob never throws, and what it accepts matches its own plain text', () => {
  const globs = fc.string({
    unit: fc.constantFrom('a', '/', '*', '?', '[', ']', '{', '}', '(', ')', '!', '+', '|', ',', '\\', '.'),
  });
  fc.assert(
    fc.property(globs, fc.constantFrom('path' as const, 'text' as const), (written, flavour) => {
      const compiled = compileGlob(written, { flavour });
      if (!('error' in compiled) && /^[a/+|.]+$/.test(written) && !/(^|\/)\.\.?(\/|$)/.test(written))
        expect(matches(compiled, written)).toBe('yes');
    }),
    RUNS,
  );
});
