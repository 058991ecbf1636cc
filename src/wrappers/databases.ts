import type { Grammar } from '../grammar/grammar.ts';
import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { codeFile, codeOf, splitBlanks, startOf } from './peeled.ts';
import { flags, has, longs, optionValue, optionValues, readAll } from './reading.ts';
import { joinWords } from './words.ts';
import type { Peeled, WrapperCall, WrapperFamily } from './wrapper.ts';

/** What is known on standard input is the same as if an option had it: `echo 'drop table x' | psql` is `psql -c ..`. */
function asOptions({ argv, stdin }: WrapperCall, option: readonly string[]): readonly Peeled[] | undefined {
  if (stdin === undefined || !('text' in stdin) || stdin.text.trim() === '') return undefined;
  return startOf([...argv, ...option.map((one) => knownWord(one)), knownWord(stdin.text)], { ownStdin: true });
}

const SQLITE: Grammar = {
  options: [
    '-cmd =code',
    '-init =path',
    ...['separator', 'newline', 'nullvalue', 'vfs', 'mmap', 'maxsize'].map((name) => `-${name} =text`),
  ],
  singleDash: true,
  anyOption: true,
  source: 'sqlite3 -help 3.40',
};

/** Without SQL among its operands it reads standard input; dot commands can run a shell. */
const SQLITE_FAMILY: WrapperFamily = {
  names: ['sqlite3', 'sqlite', 'duckdb'],
  peel: (start) => {
    const { argv } = start;
    const reading = readAll(SQLITE, argv);
    const positional = [argv[0] as Word, ...reading.operands.slice(0, 1)];
    const codes = [...optionValues(reading, '-cmd'), ...reading.operands.slice(1)];
    const init = optionValue(reading, '-init');
    const files = [...(init === undefined ? [] : [init]), ...codes.flatMap(filesRead)];
    const reads: readonly Peeled[] =
      reading.operands.length < 2
        ? (asOptions(start, reading.operands.length === 0 ? [':memory:'] : []) ?? [
            { kind: 'stdin-code', language: 'sqlite-file', positional },
          ])
        : [];
    return [
      ...files.map((file) => codeFile('sqlite-file', file, positional)),
      ...(codes.length === 0 ? [] : [codeOf('sqlite', joinWords(codes, '\n'))]),
      ...reads,
    ];
  },
};

/** `.read x`, `\\i x`, `source x`: files that code names; what sqlite3 reads from a `|` is code of a shell. */
function filesRead(code: Word): readonly Word[] {
  const lines = wordValue(code)?.matchAll(
    /^\s*(?:\.read|\\(?:ir?|include|include_relative)|\\\.|source)\s+(["']?)([^"'|;\s]+)\1\s*;?\s*$/gim,
  );
  return [...(lines ?? [])].map(([, , file = '']) => knownWord(file));
}

const PSQL: Grammar = {
  options: [
    '-c --command =code',
    '-f --file =path',
    ...flags('dhpULoPRFTv', '=text'),
    ...longs(
      'dbname host port username log-file output pset record-separator field-separator table-attr set variable',
      '=text',
    ),
    ...flags('aAbeEHnqsStVwWxXz01?'),
    '-l --list',
    ...longs('no-psqlrc single-transaction quiet tuples-only no-align html csv expanded echo-all'),
  ],
  source: 'psql(1) 15',
};

function clientFamily(names: readonly string[], language: string, grammar: Grammar, option: string): WrapperFamily {
  return {
    names,
    peel: (start) => {
      const { argv } = start;
      const reading = readAll(grammar, argv);
      const codes = optionValues(reading, '--command', '--execute');
      const positional = [argv[0] as Word, ...reading.operands];
      const files = [...optionValues(reading, '--file'), ...codes.flatMap(filesRead)].map((path) =>
        codeFile(`${language}-file`, path, positional),
      );
      if (codes.length + files.length > 0) return [...codes.map((code) => codeOf(language, code)), ...files];
      return has(reading, '--list')
        ? []
        : (asOptions(start, [option]) ?? [{ kind: 'stdin-code', language: `${language}-file`, positional }]);
    },
  };
}

/** Clients without a way out to a shell, and the option that has what they otherwise read. */
const PLAIN_CLIENTS: Readonly<Record<string, string>> = {
  mongosh: '--eval',
  mongo: '--eval',
  cqlsh: '-e',
  sqlcmd: '-Q',
  'clickhouse-client': '--query',
};

/** `mongosh app clean.js` */
function mongoScripts([program, ...words]: readonly Word[]): readonly Peeled[] {
  const isScript = (word: Word) => /\.m?js$/.test(wordValue(word) ?? '');
  const positional = [program as Word, ...words.filter((word) => !isScript(word))];
  return words.filter(isScript).map((path) => codeFile('mongo-file', path, positional));
}

function plainClient([name, option]: readonly [string, string]): WrapperFamily {
  return {
    names: [name],
    peel: (start) => {
      const at = start.argv.findIndex((word) => wordValue(word) === option);
      const files = option === '--eval' ? mongoScripts(start.argv) : [];
      if (at < 0) return files.length > 0 ? files : (asOptions(start, [option]) ?? []);
      const code = start.argv[at + 1]; // mongosh runs it with all modules of node
      return name === 'mongosh' && code !== undefined ? [codeOf('javascript', code)] : [];
    },
  };
}

const REDIS: Grammar = {
  options: [...flags('hpsandruDtXxi', '=text'), ...longs('user pass db pattern count', '=text')],
  optionsFirst: true,
  anyOption: true,
  source: 'redis-cli --help 7',
};

const MAX_LINES = 50;

/** `echo FLUSHALL | redis-cli`: a command on each line. */
const REDIS_FAMILY: WrapperFamily = {
  names: ['redis-cli', 'valkey-cli'],
  peel: ({ argv, stdin }) => {
    if (readAll(REDIS, argv).operands.length > 0) return [];
    if (stdin === undefined || !('text' in stdin)) return [{ kind: 'stdin-code', language: 'redis-file' }];
    const lines = stdin.text.split('\n').slice(0, MAX_LINES).map(splitBlanks);
    return lines.flatMap((words) =>
      words.length === 0 ? [] : startOf([...argv, ...words.map((word) => knownWord(word))], { ownStdin: true }),
    );
  },
};

/** Database shells: what they are given to run, and their way out to a shell. */
export const DATABASE_FAMILIES: readonly WrapperFamily[] = [
  REDIS_FAMILY,
  SQLITE_FAMILY,
  clientFamily(['mysql', 'mariadb'], 'mysql', DEFAULT_GRAMMAR, '-e'),
  clientFamily(['psql'], 'psql', PSQL, '-c'),
  ...Object.entries(PLAIN_CLIENTS).map(plainClient),
];
