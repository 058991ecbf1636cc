import fc from 'fast-check';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import type { Pattern } from '../../../src/model/policy.ts';
import { compileGlob, compileRegex } from '../../../src/patterns/compile.ts';
import { requiredLiterals } from '../../../src/patterns/literals.ts';
import { couldMatch, HOLE, matches, type Piece } from '../../../src/patterns/match.ts';

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
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '\n'), maxLength: 6 });
const texts = fc.array(text, { minLength: 1, maxLength: 4 });

const engine = (one: Pattern, subject: string) => new RegExp(one.source, one.flags).test(subject);
const RUNS = { numRuns: 3000 };

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
      if (one.program?.exact) expect(matches(machineOnly, subject)).toBe(engine(one, subject) ? 'yes' : 'no');
    }),
    RUNS,
  );
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

test('what an independent checker calls exponential is refused, and hardly anything else', () => {
  const counts = { both: 0, neither: 0, 'only ours': 0 };
  for (const source of new Set(fc.sample(regexOf(...characters), { numRuns: 200, seed: 7 }))) {
    const ours = 'error' in compileRegex(source);
    const checked = checkSync(source, '', { timeout: 500, checker: 'automaton' });
    if (checked.status === 'unknown') continue;
    const theirs = checked.status === 'vulnerable' && checked.complexity.type === 'exponential';
    if (theirs) expect(`${source} ${ours}`).toBe(`${source} true`);
    counts[theirs ? 'both' : ours ? 'only ours' : 'neither']++;
  }
  // theirs also knows loops whose every ambiguous text ends in a match: `(?:[ab]|[^a])+[ab]`
  expect(counts.both).toBeGreaterThan(3);
  expect(counts['only ours']).toBeLessThan(counts.neither / 20);
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
