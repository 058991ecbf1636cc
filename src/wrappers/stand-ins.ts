import type { Grammar } from '../grammar/grammar.ts';
import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { codeFile, shellCode } from './peeled.ts';
import { flags, longs, optionValue, type Reading, readAll } from './reading.ts';
import { joinWords } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** A program that does what another command does, or runs its operands as files of code. */
interface StandIn {
  readonly names: readonly string[];
  readonly grammar?: Grammar;
  readonly peel: (reading: Reading) => readonly Peeled[];
}

const command = (name: string, words: readonly Word[], standsFor: string): Peeled => ({
  kind: 'argv',
  argv: [...name.split(' ').map((word) => knownWord(word)), ...words],
  standsFor,
});

/** gio(1) GLib 2.74: subcommands that do what a program does with the same operands. */
const GIO: Readonly<Record<string, string>> = {
  cat: 'cat',
  copy: 'cp -r',
  move: 'mv',
  rename: 'mv',
  remove: 'rm',
  save: 'tee',
  trash: 'rm -r',
};

function gio({ operands }: Reading): readonly Peeled[] {
  const [subcommand, ...paths] = operands;
  const name = wordValue(subcommand) ?? '';
  return Object.hasOwn(GIO, name) ? [command(GIO[name] as string, paths, `gio ${name}`)] : [];
}

/** `jar xf FILE` unpacks over what is there. */
function jar(reading: Reading): readonly Peeled[] {
  const { operands, options } = reading;
  const [first, ...files] = operands;
  const archive = optionValue(reading, '-f') ?? (/^x/.test(wordValue(first) ?? '') ? files[0] : undefined);
  const isExtracted = options.some(({ names }) => names.includes('-x')) || /^x/.test(wordValue(first) ?? '');
  return isExtracted && archive !== undefined ? [command('unzip -o', [archive], 'jar x')] : [];
}

/** Each of the files is run by the program of -e, else by perl. */
function prove(reading: Reading): readonly Peeled[] {
  const program = optionValue(reading, '--exec');
  return reading.operands.map((file) =>
    program === undefined ? codeFile('perl', file) : shellCode(joinWords([program, file])),
  );
}

/** Tools of `cmake -E`, as the program that does the same with their words. Source: cmake(1) 3.25. */
const CMAKE_TOOLS: Readonly<Record<string, string>> = {
  cat: 'cat',
  chdir: 'env -C',
  copy: 'cp',
  copy_directory: 'cp -r',
  create_symlink: 'ln -sf',
  env: 'env',
  remove: 'rm',
  remove_directory: 'rm -rf',
  rename: 'mv',
  rm: 'rm',
  time: 'env',
  touch: 'touch',
};

/** A command of its own in cmake; elsewhere it reads files, which is what runners do. */
function cmakeTool([, mode, tool, ...words]: readonly Word[]): readonly Peeled[] {
  const name = wordValue(tool) ?? '';
  if (wordValue(mode) !== '-E' || !Object.hasOwn(CMAKE_TOOLS, name)) return [];
  return [command(CMAKE_TOOLS[name] as string, words, `cmake -E ${name}`)];
}

const STAND_INS: readonly StandIn[] = [
  { names: ['gio'], peel: gio },
  {
    names: ['jar'],
    grammar: {
      options: ['-x --extract', '-f --file =path', ...flags('vPM0m'), '-C =text'],
      anyOption: true,
      source: 'jar --help 17',
    },
    peel: jar,
  },
  {
    names: ['prove'],
    grammar: {
      options: [
        '-e --exec =text',
        ...flags('vlbswrqQpfDmotTWhH'),
        ...flags('IPMj', '=text'),
        ...longs('formatter source archive harness rules state', '=text'),
      ],
      anyOption: true,
      source: 'prove(1) 5.36',
    },
    peel: prove,
  },
  // gem(1) 3.3 and rubygems/commands/build_command.rb: a specification is Ruby code
  {
    names: ['gem'],
    peel: ({ operands: [subcommand, file] }) =>
      wordValue(subcommand) === 'build' && file !== undefined ? [codeFile('ruby', file)] : [],
  },
];

const same = (argv: readonly Word[], name: string): readonly Peeled[] => [
  command(name, argv.slice(1), wordValue(argv[0]) ?? name),
];

/** Other names of programs, with options that they imply. Sources: grep(1) 3.8 of Debian, rename(1) util-linux 2.38 */
const OTHER_NAMES: Readonly<Record<string, string>> = { rgrep: 'grep -r', 'rename.ul': 'rename' };

export const STAND_IN_FAMILIES: readonly WrapperFamily[] = [
  { names: ['cmake'], peel: ({ argv }) => cmakeTool(argv) },
  ...STAND_INS.map(
    ({ names, grammar = DEFAULT_GRAMMAR, peel }): WrapperFamily => ({
      names,
      peel: ({ argv }) => peel(readAll(grammar, argv)),
    }),
  ),
  ...Object.entries(OTHER_NAMES).map(
    ([other, name]): WrapperFamily => ({ names: [other], peel: ({ argv }) => same(argv, name) }),
  ),
];
