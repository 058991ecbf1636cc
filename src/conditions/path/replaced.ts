import type { Access } from '../../grammar/accesses.ts';
import type { ParsedCommand } from '../../grammar/grammar.ts';
import type { Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { memoize, memoizeByObject } from '../../util/memoize.ts';
import { literalOfGlob } from '../../util/shell-glob.ts';
import type { Subject } from '../subject.ts';
import { isSilentEdit } from './silent-edit.ts';

const COMPRESSORS =
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd zstdmt lz4 unlz4 lzop pigz unpigz pbzip2 lbzip2 lzip plzip lzma brotli compress'.split(
    ' ',
  );
/** Programs that rewrite whatever a directory holds. */
const OF_TREES = ['exiftool', 'black', 'isort', 'ruff', 'rustfmt', 'gofmt'];
/** Programs that put other content into the files that they are given; all others write files of their own, or none. */
const REWRITERS: ReadonlySet<string> = new Set([
  ...COMPRESSORS,
  ...OF_TREES,
  ...'sed gsed perl ruby awk gawk tee sponge truncate gtruncate dd cp gcp mv gmv install sort shuf uniq'.split(' '),
  ...'mogrify dos2unix unix2dos mac2unix clang-format shfmt autopep8 jpegoptim optipng rename prename mmv'.split(' '),
]);

export function rewrites(program: string | undefined): boolean {
  return program !== undefined && REWRITERS.has(program);
}

const MOVES = /^g?mv$/;

/** Several files get other content at once. */
export function replacesMany({ word, access, index, isAppended }: Access, { invocation, parsed }: Subject): boolean {
  const program = invocation?.program ?? '';
  // what is moved keeps its content
  if (access === 'read' || isAppended || (access === 'delete' && MOVES.test(program))) return false;
  if (index < 0) return isMany(word);
  if (!rewrites(program) || (program === 'tee' && has(parsed(), '-a'))) return false;
  const isTree = OF_TREES.includes(program) || (COMPRESSORS.includes(program) && has(parsed(), '-r'));
  return isMany(word) || isListed(word) || (isTree && !/\.[A-Za-z0-9]+$/.test(wordValue(word) ?? '.x'));
}

function isMany(word: Word): boolean {
  if (word.temporary) return false;
  if (word.kind === 'glob') return literalOfGlob(word.pattern) === undefined;
  if (word.kind !== 'unknown') return false;
  return word.within !== undefined; // what `find DIR` prints
}

/** `ls ~/x/* | xargs` */
function isListed(word: Word): boolean {
  return word.kind === 'unknown' && word.reason === 'stdin' && word.fields === 'any' && word.prefix.startsWith('/');
}

/** Asked for each of thousands of operands, which may follow as many options. */
function has(parsed: ParsedCommand, flag: string): boolean {
  return flagsOf(parsed).has(flag);
}

const flagsOf = memoizeByObject(({ options }: ParsedCommand) => new Set(options.flatMap(({ names }) => names)));

const NOTHING = '/dev/null';

/** It leaves the file empty: `: > f`, `cp /dev/null f`, `tee f < /dev/null`, `perl -i -ne '' f`. */
export function empties({ access, index, isAppended }: Access, { invocation, parsed }: Subject): boolean {
  if (invocation === undefined || access === 'read' || isAppended) return false;
  const { program = '' } = invocation;
  if (index < 0) return printsNothing(invocation);
  if (program === 'tee' && has(parsed(), '-a')) return false;
  return isSilent(program)(parsed()) || (rewrites(program) && isGivenNothing(invocation));
}

const isSilent = memoize((program: string) =>
  memoizeByObject((parsed: ParsedCommand) => isSilentEdit(program, parsed)),
);

function printsNothing({ program, argv }: Invocation): boolean {
  if (program === ':' || program === 'true') return true;
  if (program === 'cat') return argv.length === 2 && wordValue(argv[1]) === NOTHING;
  if (program !== 'printf' && program !== 'echo') return false;
  return argv.length > 1 && argv.slice(1).map(wordValue).join('').replace('-n', '') === '';
}

/** Found once for a start, which may have thousands of paths. */
const isGivenNothing = memoizeByObject(
  ({ program, argv, redirects }: Invocation): boolean =>
    argv.some((word, at) => at > 0 && [NOTHING, `if=${NOTHING}`].includes(wordValue(word) ?? '')) ||
    (program === 'tee' && redirects.some(({ op, target }) => op === '<' && wordValue(target) === NOTHING)),
);
