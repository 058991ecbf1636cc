import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { codeFile, codeOf } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import { joinWords, leadingText } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** Perl's and Ruby's clusters: some letters take the rest of their word, some only digits, -e the rest or the next word. */
interface ClusterSpec {
  readonly names: readonly string[];
  readonly language: string;
  /** value is code: attached or the next word; may be given several times */
  readonly code: string;
  /** value attached or the next word */
  readonly valued: string;
  /** the rest of the word, which may be empty, is the value */
  readonly attached: string;
  /** followed by digits, after which the cluster goes on */
  readonly digits: string;
  /** only shows or checks something */
  readonly none: string;
  /** the code that an option stands for, which runs before all other: `-MFoo` is `use Foo;` */
  readonly stands: Readonly<Record<string, (value: string) => string>>;
  /** the variable that lists more folders of modules, as -I does */
  readonly searchPath: string;
}

interface Clusters {
  /** what options stand for */
  readonly first: string[];
  /** of -I */
  readonly folders: string[];
  readonly codes: Word[];
  none: boolean;
  readonly operands: readonly Word[];
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (/[0-9xX]/.test(text[at] ?? '')) at++;
  return at;
}

/** Reads one cluster; returns how many of the following words it takes. */
function readCluster(spec: ClusterSpec, word: Word, next: Word | undefined, into: Clusters): number {
  const text = leadingText(word);
  for (let at = 1; at < text.length; ) {
    const letter = text[at] as string;
    const rest = text.slice(at + 1);
    if (spec.code.includes(letter)) {
      const value = rest === '' && word.kind === 'known' ? next : restOf(word, at + 1);
      if (value !== undefined) into.codes.push(value);
      return rest === '' && word.kind === 'known' ? 1 : 0;
    }
    const value = spec.attached.includes(letter) || rest !== '' ? rest : wordValue(next);
    if (value !== undefined && letter === 'I') into.folders.push(value);
    if (value !== undefined && Object.hasOwn(spec.stands, letter)) into.first.push(spec.stands[letter]?.(value) ?? '');
    if (spec.attached.includes(letter)) return 0;
    if (spec.valued.includes(letter)) return rest === '' ? 1 : 0;
    if (spec.none.includes(letter)) into.none = true;
    at = spec.digits.includes(letter) ? skipDigits(text, at + 1) : at + 1;
  }
  return 0;
}

function restOf(word: Word, from: number): Word {
  if (word.kind === 'known') return knownWord(word.value.slice(from));
  return word.kind === 'unknown'
    ? { ...word, prefix: word.prefix.slice(from) }
    : { ...word, pattern: word.pattern.slice(from) };
}

function readClusters(spec: ClusterSpec, argv: readonly Word[]): Clusters {
  const state: Clusters = { codes: [], first: [], folders: [], none: false, operands: [] };
  let at = 1;
  for (; at < argv.length; at++) {
    const word = argv[at] as Word;
    const text = leadingText(word);
    if (!/^-./.test(text)) break;
    if (wordValue(word) === '--') {
      at++;
      break;
    }
    if (text.startsWith('--')) state.none ||= /^--(help|version|copyright)$/.test(text);
    else at += readCluster(spec, word, argv[at + 1], state);
  }
  return { ...state, operands: argv.slice(at) };
}

function peelClusters(
  { language, searchPath }: ClusterSpec,
  { first, folders, codes, none, operands }: Clusters,
): readonly Peeled[] {
  const before = first.length === 0 ? [] : [knownWord(first.join('\n'))];
  if (codes.length > 0) return [codeOf(language, joinWords([...before, ...codes], '\n'), operands)];
  const loaded = before.map((code) => codeOf(language, code));
  if (none) return loaded;
  const path = operands[0];
  if (path === undefined) return [...loaded, { kind: 'stdin-code', language, positional: operands }];
  const file = codeFile(language, path, operands);
  const assignments = [{ name: searchPath, value: knownWord(folders.join(':')) }];
  return [...loaded, folders.length === 0 ? file : { ...file, effects: { assignments } }];
}

const SPECS: readonly ClusterSpec[] = [
  {
    names: ['perl', 'perl5'], // perlrun(1) 5.36
    language: 'perl',
    code: 'eE',
    valued: 'I',
    attached: 'iFmMxVdD',
    digits: '0lC',
    none: 'vc',
    searchPath: 'PERL5LIB',
    stands: { I: (folder) => `use lib '${folder}';`, m: (module) => `use ${module};`, M: (module) => `use ${module};` },
  },
  {
    names: ['ruby', 'jruby', 'truffleruby'], // ruby --help 3.1
    language: 'ruby',
    code: 'e',
    valued: 'IrCEX',
    attached: 'iFxKTW',
    digits: '0',
    none: 'c',
    searchPath: 'RUBYLIB',
    stands: { I: (folder) => `$LOAD_PATH.unshift '${folder}'`, r: (path) => `require '${path}'` },
  },
];

/** `perl -lane code files`, `ruby -rfileutils -e code`. */
export const CLUSTER_FAMILIES: readonly WrapperFamily[] = SPECS.map((spec) => ({
  names: spec.names,
  peel: ({ argv }) => lookPastDynamic(argv, (words) => peelClusters(spec, readClusters(spec, words))),
}));
