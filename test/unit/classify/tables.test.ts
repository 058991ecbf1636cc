import { describe, expect, test } from 'vitest';
import type { ProgramFamily, Row } from '../../../src/classify/behaviour.ts';
import { parseTypes } from '../../../src/classify/behaviour.ts';
import { parseRows, type WordPattern } from '../../../src/classify/pattern-words.ts';
import { FAMILIES, grammarFor } from '../../../src/classify/programs/index.ts';
import { parseCommand } from '../../../src/grammar/parse-command.ts';
import { OPERATION_TYPES } from '../../../src/model/operation.ts';
import { knownWord } from '../../../src/model/word.ts';

/** Each row with every program that it speaks of; several programs may share one. */
function rowsOf(families: readonly ProgramFamily[]): ReadonlyMap<Row, readonly string[]> {
  const found = new Map<Row, string[]>();
  for (const family of families) {
    for (const [names, rows] of Object.entries(family.rows ?? {})) {
      for (const row of rows) found.set(row, [...(found.get(row) ?? []), ...names.split(/\s+/)]);
    }
  }
  return found;
}

const ROWS = [...rowsOf(FAMILIES)];

/** Subcommands that are programs of their own or plugins, so that the grammar of the program has none of them. */
const EXTENSIONS = new Set(
  (
    'credential-osxkeychain credential-manager run-all help version diff ' +
    'whoami extract new-app new-project start-build rsh options'
  ) // what oc adds to kubectl
    .split(' '),
);

/** An argv that a pattern is made for: its words, then one spelling of each of its options. */
function argvFor(program: string, { tokens }: WordPattern, spelling: string | undefined): readonly string[] {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.glob.replaceAll('*', 'x')] : []));
  return [program, ...words, ...(spelling === undefined ? [] : [spelling])];
}

function parse(program: string, argv: readonly string[]) {
  return parseCommand(
    program,
    argv.map((word) => knownWord(word)),
    grammarFor(program),
  );
}

describe('tables of programs', () => {
  test('name only operations that exist', () => {
    const names: readonly string[] = OPERATION_TYPES;
    const types = ROWS.flatMap(([[written]]) => parseTypes(written).map(({ type }) => type));
    expect(types.filter((type) => !names.includes(type))).toEqual([]);
  });

  test('name a program once in a row of names', () => {
    const wrong = FAMILIES.flatMap(({ rows, special, paths, grammars }) =>
      [rows, special, paths, grammars].flatMap((table) =>
        Object.keys(table ?? {}).flatMap((names) => {
          const list = names.split(/\s+/);
          return list.filter((name, at) => name === '' || list.indexOf(name) !== at);
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('name options that one of their programs has', () => {
    const wrong = ROWS.flatMap(([row, programs]) =>
      parseRows([row]).flatMap((pattern) =>
        pattern.tokens.flatMap((token) => {
          if (token.kind !== 'option') return [];
          const has = (program: string, name: string) =>
            [argvFor(program, pattern, name), [program, name]].some((argv) =>
              parse(program, argv).options.some(({ names, negations }) => [...names, ...negations].includes(name)),
            );
          return token.names
            .filter((name) => !programs.some((program) => has(program, name)))
            .map((name) => argvFor(programs.join('|'), pattern, name).join(' '));
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('name subcommands by their full names', () => {
    const isFull = (program: string, pattern: WordPattern) => {
      const argv = argvFor(program, pattern, undefined);
      const { subcommand, unknownSubcommand } = parse(program, argv);
      const first = pattern.tokens.find(({ kind }) => kind === 'word');
      const glob = first?.kind === 'word' ? first.glob : '';
      if (unknownSubcommand !== undefined && (glob.includes('*') || EXTENSIONS.has(glob))) return true;
      return unknownSubcommand === undefined && subcommand.every((word, at) => word === argv[at + 1]);
    };
    const wrong = ROWS.flatMap(([row, programs]) =>
      parseRows([row]).flatMap((pattern) => {
        if (pattern.tokens.some(({ kind }) => kind === 'anywhere')) return [];
        return programs.some((program) => isFull(program, pattern))
          ? []
          : [argvFor(programs.join('|'), pattern, undefined)];
      }),
    );
    expect(wrong.map((argv) => argv.join(' '))).toEqual([]);
  });
});
