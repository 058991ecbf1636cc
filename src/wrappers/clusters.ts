import type { ParsedOption } from '../grammar/grammar.ts';
import { grammarOf } from '../grammar/index.ts';
import { NO_LEVEL } from '../grammar/level.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { codeFile, codeOf } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import { has, optionValues, readOptions } from './reading.ts';
import { joinWords } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** Perl and Ruby. The grammar of the first name has all of their options. */
interface ClusterSpec {
  readonly names: readonly [string, ...string[]];
  readonly language: string;
  /** options whose value is code */
  readonly code: readonly string[];
  /** options with which the program only prints or checks something */
  readonly none: readonly string[];
  /** the code that an option stands for, which runs before all other: `-MFoo` is `use Foo;` */
  readonly stands: Readonly<Record<string, (value: string) => string>>;
  /** the variable that lists more folders of modules, as -I does */
  readonly searchPath: string;
}

function standIns({ stands }: ClusterSpec, { names, value }: ParsedOption): readonly string[] {
  const name = names.find((one) => Object.hasOwn(stands, one));
  const text = wordValue(value);
  return name === undefined || text === undefined ? [] : [stands[name]?.(text) ?? ''];
}

function peelClusters(spec: ClusterSpec, argv: readonly Word[]): readonly Peeled[] {
  const { language, searchPath } = spec;
  const reading = readOptions(grammarOf(spec.names[0]), argv, NO_LEVEL);
  const { operands, doubts } = reading;
  const first = reading.options.flatMap((option) => standIns(spec, option));
  const codes = optionValues(reading, ...spec.code);
  const before = first.length === 0 ? [] : [knownWord(first.join('\n'))];
  if (codes.length > 0) return [codeOf(language, joinWords([...before, ...codes], '\n'), operands), ...doubts];
  const loaded = before.map((code) => codeOf(language, code));
  if (has(reading, ...spec.none)) return [...loaded, ...doubts];
  const path = operands[0];
  if (path === undefined) return [...loaded, { kind: 'stdin-code', language, positional: operands }, ...doubts];
  const file = codeFile(language, path, operands);
  const folders = optionValues(reading, '-I').flatMap((word) => wordValue(word) ?? []);
  const assignments = [{ name: searchPath, value: knownWord(folders.join(':')) }];
  return [...loaded, folders.length === 0 ? file : { ...file, effects: { assignments } }, ...doubts];
}

const SPECS: readonly ClusterSpec[] = [
  {
    names: ['perl', 'perl5'],
    language: 'perl',
    code: ['-e', '-E'],
    none: ['-v', '-c'],
    searchPath: 'PERL5LIB',
    stands: {
      '-I': (folder) => `use lib '${folder}';`,
      '-m': (module) => `use ${module};`,
      '-M': (module) => `use ${module};`,
    },
  },
  {
    names: ['ruby', 'jruby', 'truffleruby'],
    language: 'ruby',
    code: ['-e'],
    none: ['-c', '--help', '--version', '--copyright'],
    searchPath: 'RUBYLIB',
    stands: { '-I': (folder) => `$LOAD_PATH.unshift '${folder}'`, '-r': (path) => `require '${path}'` },
  },
];

/** `perl -lane code files`, `ruby -rfileutils -e code`. */
export const CLUSTER_FAMILIES: readonly WrapperFamily[] = SPECS.map((spec) => ({
  names: spec.names,
  peel: ({ argv }) => lookPastDynamic(argv, (words) => peelClusters(spec, words)),
}));
