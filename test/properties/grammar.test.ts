import fc from 'fast-check';
import '../support/seed.ts';
import { describe, expect, it } from 'vitest';
import { accesses } from '../../src/grammar/accesses.ts';
import { canonicalGlobs, canonicalSetting } from '../../src/grammar/git-setting.ts';
import type { Grammar } from '../../src/grammar/grammar.ts';
import { DEFAULT_GRAMMAR, FAMILIES, grammarOf, knownPrograms } from '../../src/grammar/index.ts';
import { optionLines, optionSpec } from '../../src/grammar/option-spec.ts';
import { parseCommand, splitOptions } from '../../src/grammar/parse-command.ts';
import { knownWord, type Word } from '../../src/model/word.ts';
import { compileGlob } from '../../src/patterns/compile.ts';
import { matches } from '../../src/patterns/match.ts';
import { runs } from '../support/runs.ts';

const PROGRAMS = knownPrograms();

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '-',
    '--',
    '-rf',
    '--force',
    '--no-force',
    '--forc',
    '-o',
    '-C',
    '--x=y',
    '-20',
    '+x',
    ';',
    '{}',
    '+',
    '=',
  ),
  fc.constantFrom('push', 'stash', 'drop', 'run', 'delete', '__proto__', 'constructor', 'toString', '--__proto__=1'),
);

const word: fc.Arbitrary<Word> = fc.oneof(
  { weight: 4, arbitrary: text.map((value) => knownWord(value)) },
  { weight: 1, arbitrary: text.map((pattern): Word => ({ kind: 'glob', pattern: `${pattern}*`, text: pattern })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ prefix: text, suffix: text, fields: fc.constantFrom('one' as const, 'any' as const) })
      .map((parts): Word => ({ kind: 'unknown', reason: 'variable', text: '$X', ...parts })),
  },
);

const program = fc.constantFrom(...PROGRAMS, 'no-such-program');
const line = fc.array(word, { maxLength: 12 });

describe('reading any program start', () => {
  it('never throws and gives indexes inside argv', () => {
    fc.assert(
      fc.property(program, line, (name, words) => {
        const argv = [knownWord(name), ...words];
        const parsed = parseCommand(name, argv);
        const indexes = [...parsed.options, ...parsed.operands, ...accesses(parsed)].map(({ index }) => index);
        for (const index of [...indexes, ...parsed.dynamic]) expect(argv[index]).toBeDefined();
        expect(splitOptions(grammarOf(name), argv).rest).toBeLessThanOrEqual(argv.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('loses no word: each is an option, its value, an operand, a subcommand, unknown, dynamic or `--`', () => {
    fc.assert(
      fc.property(program, fc.array(text, { maxLength: 10 }), (name, values) => {
        const argv = [name, ...values].map((value) => knownWord(value));
        const parsed = parseCommand(name, argv);
        const seen = new Set<Word>(parsed.unknownOptions);
        for (const operand of parsed.operands) seen.add(argv[operand.index] as Word);
        for (const option of parsed.options) {
          seen.add(argv[option.index] as Word);
          for (const used of option.words ?? [option.value]) if (used !== undefined) seen.add(used);
        }
        if (parsed.unknownSubcommand !== undefined) seen.add(parsed.unknownSubcommand);
        const names = parsed.subcommand.length;
        const terminators = new Set([';', '+', '--']);
        // tar takes an empty first word for an empty cluster
        const lost = argv.slice(1).filter((one) => !seen.has(one) && !terminators.has(one.value) && one.value !== '');
        expect(lost.length).toBe(names);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('GNU programs', () => {
  const flag = fc.constantFrom('-r', '-f', '-rf', '--force', '--recur', '-v', '--interactive=never', '-d');
  const name = fc.constantFrom('a', 'b/c', 'd.txt', '.env', 'e=f');

  it('take options in any place: moving them all to the front changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(flag, name), { maxLength: 8 }), (words) => {
        const sorted = [...words.filter((one) => one.startsWith('-')), ...words.filter((one) => !one.startsWith('-'))];
        const read = (line: readonly string[]) => {
          const parsed = parseCommand(
            'rm',
            ['rm', ...line].map((value) => knownWord(value)),
          );
          const options = parsed.options.map(({ names, value }) => [names, value]);
          return { options, operands: parsed.operands.map(({ word: one, kind }) => [one, kind]) };
        };
        expect(read(sorted)).toEqual(read(words));
      }),
    );
  });
});

describe('the tables', () => {
  const KINDS = new Set([
    'path',
    'link',
    'into',
    'fill',
    'fetch',
    'member',
    'mount',
    'setting',
    'key',
    'names',
    'send',
    'write',
    'delete',
    'body',
    'form',
    'command',
    'code',
    'text',
  ]);

  function* grammars(grammar: Grammar, path: string): Generator<[string, Grammar]> {
    yield [path, grammar];
    for (const [name, sub] of Object.entries(grammar.subcommands ?? {})) yield* grammars(sub, `${path} ${name}`);
  }

  const all = PROGRAMS.flatMap((name) => [...grammars(grammarOf(name), name)]);

  it('are listed under the names of their family', () => {
    for (const name of PROGRAMS) expect(grammarOf(name), name).not.toBe(DEFAULT_GRAMMAR);
    for (const family of FAMILIES) expect(Object.keys(family.build()).sort()).toEqual([...family.names].sort());
  });

  it('name only kinds that exist', () => {
    for (const [path, grammar] of all) {
      const patterns = [grammar.operands, grammar.afterDashes, ...(grammar.when ?? []).map((one) => one.operands)];
      const kinds = patterns.flatMap((one) => one?.split(' ') ?? []).map((kind) => kind.replace('*', ''));
      for (const one of grammar.when ?? []) kinds.push(...Object.values(one.values ?? {}));
      for (const option of optionLines(grammar.options)) kinds.push(optionSpec(option).kind ?? 'text');
      expect(
        kinds.filter((kind) => !KINDS.has(kind)),
        path,
      ).toEqual([]);
    }
  });

  it('let at most one operand kind repeat', () => {
    for (const [path, grammar] of all) {
      for (const pattern of [grammar.operands, ...(grammar.when ?? []).map((one) => one.operands)]) {
        expect((pattern ?? '').split('*').length, `${path}: ${pattern}`).toBeLessThanOrEqual(2);
      }
    }
  });

  it('spell no option twice, and each case names an option that exists', () => {
    for (const [path, grammar] of all) {
      const specs = optionLines(grammar.options).map((option) => optionSpec(option));
      const names = specs.flatMap((spec) => [...spec.names, ...spec.negations]);
      const twice = names.filter((name, at) => names.indexOf(name) !== at);
      // git's tables share the options of diff and rev-list, some of which a subcommand reads its own way
      if (!path.startsWith('git ')) expect(twice, `${path} spells an option twice`).toEqual([]);
      const given = (grammar.when ?? []).flatMap((one) => one.given.flatMap((names) => names.split(' ')));
      expect(
        given.filter((name) => !names.includes(name.replace(/=.*/, ''))),
        `${path} has a case for an unknown option`,
      ).toEqual([]);
    }
  });

  it('let aliases point at subcommands', () => {
    for (const [path, grammar] of all) {
      const lost = Object.values(grammar.aliases ?? {}).filter(
        (name) => !Object.hasOwn(grammar.subcommands ?? {}, name),
      );
      expect(lost, path).toEqual([]);
    }
  });
});

describe('a setting of git', () => {
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z-]{0,6}$/);
  const sub = fc.stringMatching(/^[a-zA-Z./:=]{0,8}$/);
  const value = fc.stringMatching(/^[a-zA-Z./= ]{0,8}$/);
  const bits = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
  const recased = (text: string, upper: readonly boolean[]) =>
    [...text].map((char, at) => (upper[at] ? char.toUpperCase() : char.toLowerCase())).join('');
  const matchesOne = (glob: string, word: string) =>
    canonicalGlobs(glob).some((one) => {
      const pattern = compileGlob(one, { flavour: 'text' });
      return 'source' in pattern && matches(pattern, word) === 'yes';
    });
  const key = fc.record({ section: name, inner: fc.option(sub), variable: name, a: bits, b: bits });

  it('matches a glob in any case of its section and name, and in one case of its subsection and value', () => {
    fc.assert(
      fc.property(key, value, fc.boolean(), ({ section, inner, variable, a, b }, text, isKey) => {
        const middle = inner === null ? '' : `.${isKey ? inner : inner.replaceAll('=', '')}`;
        const end = isKey ? '' : `=${text}`;
        const spelled = (upper: readonly boolean[], more = `${middle}.`) =>
          `${recased(section, upper)}${more}${recased(variable, upper)}${end}`;
        const word = canonicalSetting(spelled(a), isKey ? 'key' : 'setting');
        const globs = [spelled(b, '*'), `*.${recased(variable, b)}${end}`];
        if (!middle.includes('=')) {
          expect(word).toBe(`${section.toLowerCase()}${middle}.${variable.toLowerCase()}${end}`);
          globs.push(spelled(b), `${recased(section, b)}${middle}.*`);
        }
        for (const glob of globs) expect([glob, matchesOne(glob, word)]).toEqual([glob, true]);
        const other = middle.toUpperCase() === middle ? middle.toLowerCase() : middle.toUpperCase();
        if (other !== middle && !isKey) expect(matchesOne(spelled(b, `${other}.`), word)).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });
});
