import { describe, expect, test } from 'vitest';
import { effectOf, effectsOf } from '../../../src/grammar/effect-of.ts';
import type { Grammar } from '../../../src/grammar/grammar.ts';
import { grammarOf, knownPrograms } from '../../../src/grammar/index.ts';
import { childIndex, exactly, type GrammarIndex, indexOf } from '../../../src/grammar/option-index.ts';
import { parseCommand } from '../../../src/grammar/parse-command.ts';
import { unknownWord, wordsOf } from './rendering.ts';

function effects(line: string, grammar?: Grammar): string | undefined {
  const words = wordsOf(line);
  const program = words[0]?.value ?? '';
  const table = grammar ?? grammarOf(program);
  return effectsOf(table, parseCommand(program, words, table));
}

describe('effects of a call', () => {
  const MADE: Grammar = {
    options: '-n --dry-run, -o --output =write, -v --version, -i [=text]',
    effects: [
      { given: ['-v'], alone: true, does: 'prints' },
      { given: ['-n', '-o'], does: 'indirect' },
      { given: ['-n -o'], unless: '-i=now', does: 'reads' },
      { given: ['-i='], does: 'writes' },
      { atMost: 0, does: 'plain' },
    ],
    byWords: { network: 'get, two words', 'sends writes?': 'two words more', runs: '*' },
    subcommands: { own: { effects: 'deletes' }, silent: { options: '-n' }, told: { byWords: { sends: 'it' } } },
    looseSubcommands: true,
  };
  test.each([
    // the first row that holds
    ['x -v', 'prints'],
    ['x -v a', 'runs'],
    ['x -n -o a', 'indirect'],
    ['x -n -o a b', 'indirect'],
    ['x -n b', 'reads'],
    ['x --output=a', 'reads'],
    ['x -n -inow b', 'runs'],
    ['x -i b', 'writes'],
    ['x -iother b', 'runs'],
    ['x', 'plain'],
    // where none does, the longest entry of its words
    ['x get', 'network'],
    ['x two words', 'network'],
    ['x two words more', 'sends writes?'],
    ['x two', 'runs'],
    // those of a subcommand are its own; what it does not say, its program may by its words
    ['x own -n', 'deletes'],
    ['x silent', 'runs'],
    ['x told it', 'sends'],
    ['x told other', 'runs'],
  ])('%s: %s', (line, wanted) => {
    expect(effects(line, MADE)).toBe(wanted);
  });

  test.each([
    ['rm -r a', 'plain'],
    ['unlink a', 'deletes'],
    ['find . -delete', 'deletes'],
    ['git status', 'reads'],
    ['git branch', 'reads'],
    ['git branch -a', 'reads'],
    ['git branch x', 'writes'],
    ['git branch -a -C main x', 'writes'],
    ['git -C /repo branch -a', 'reads'],
    ['git apply --stat p', 'plain'],
    ['git apply --stat --apply p', 'writes'],
    ['git pull', 'network writes'],
    ['git frobnicate', undefined],
    ['unknown-program', undefined],
  ])('%s: %s', (line, wanted) => {
    expect(effects(line)).toBe(wanted);
  });

  test.each(['git', 'npm', 'pulumi'])('are not known of a word that is not: %s "$X"', (program) => {
    const parsed = parseCommand(program, [...wordsOf(program), unknownWord('')]);
    expect(effectsOf({ byWords: grammarOf(program).byWords ?? {} }, parsed)).toBe(undefined);
  });

  test('come with the first of them', () => {
    const words = wordsOf('git pull');
    expect(effectOf(grammarOf('git'), parseCommand('git', words))).toBe('network');
  });
});

/** Every grammar with the words that lead to it. */
function walk(index: GrammarIndex, words: string): readonly (readonly [string, GrammarIndex])[] {
  const below = Object.entries(index.grammar.subcommands ?? {});
  return [[words, index], ...below.flatMap(([name, one]) => walk(childIndex(index, name, one), `${words} ${name}`))];
}

const NODES = [...new Set(knownPrograms())].flatMap((name) => walk(indexOf(grammarOf(name)), name));

function above({ parent }: GrammarIndex): readonly GrammarIndex[] {
  return parent === undefined ? [] : [parent, ...above(parent)];
}

/** Names of options in the rows of a grammar, as they are written. */
function namesIn({ effects = [], losses = [], gitLosses = [] }: Grammar): readonly string[] {
  const rows = [...(typeof effects === 'string' ? [] : effects), ...losses, ...gitLosses];
  const templates = gitLosses.flatMap(({ refs = '', to = '', commit = '' }) => `${refs} ${to} ${commit}`);
  return [
    ...rows.flatMap(({ given = [], unless = '' }) => [...given, unless].flatMap((all) => all.split(' '))),
    ...templates.flatMap((text) => [...text.matchAll(/<(-[^>]*)>/g)].map(([, name]) => name as string)),
  ].filter((name) => name !== '');
}

describe('rows of grammars', () => {
  test('name options that the grammar has', () => {
    const wrong = NODES.flatMap(([words, index]) => {
      const known = [index, ...above(index).filter(({ grammar }) => grammar.optionsEverywhere)];
      const has = (name: string) => index.anyOption || known.some((one) => exactly(one, name) !== undefined);
      return namesIn(index.grammar).flatMap((name) => (has(name.replace(/=.*/, '')) ? [] : [`${words}: ${name}`]));
    });
    expect(wrong).toEqual([]);
  });

  test('take no option of the program for one of its subcommand', () => {
    const wrong = NODES.flatMap(([words, index]) => {
      const own = namesIn(index.grammar).filter((name) => exactly(index, name) !== undefined);
      return own.flatMap((name) => (above(index).some((one) => exactly(one, name)) ? [`${words}: ${name}`] : []));
    });
    expect(wrong).toEqual([]);
  });

  test('name words of commands, in full', () => {
    const isNamed = ({ grammar }: GrammarIndex, entry: string) => {
      let at: Grammar | undefined = grammar;
      return entry.split(' ').every((word) => {
        const isFull = !word.startsWith('-') && !Object.hasOwn(at?.aliases ?? {}, word);
        at = at?.subcommands?.[word];
        return isFull;
      });
    };
    // of several programs that share a list, one has the word
    const entries = new Map<string, boolean>();
    for (const [, index] of NODES) {
      for (const all of Object.values(index.grammar.byWords ?? {})) {
        for (const entry of all.split(/,\s+|\n\s*/).flatMap((one) => one.trim() || [])) {
          const key = `${entry} in ${all}`;
          entries.set(key, entries.get(key) === true || isNamed(index, entry));
        }
      }
    }
    expect(entries.size).toBeGreaterThan(700);
    expect([...entries].flatMap(([key, isKnown]) => (isKnown ? [] : [key]))).toEqual([]);
  });

  test('say of git what a loss of git can be', () => {
    const PARTS = /^(?:changed|clean|untracked|ignored|index|stash|operation|reflog|objects|submodules)$/;
    const rows = NODES.flatMap(([words, { grammar }]) => (grammar.gitLosses ?? []).map((row) => [words, row] as const));
    expect(rows.length).toBeGreaterThan(80);
    const parts = rows.flatMap(([, { loses }]) => loses?.split(' ') ?? []);
    expect(parts.filter((part) => !PARTS.test(part))).toEqual([]);
    expect(rows.filter(([words]) => !words.startsWith('git ')).map(([words]) => words)).toEqual([]);
    const isEmpty = ({ loses, refs, trees, files }: (typeof rows)[number][1]) =>
      [loses, refs, trees, files].every((one) => one === undefined);
    expect(rows.filter(([, row]) => isEmpty(row))).toEqual([]);
  });
});
