import type { Access } from '../grammar/accesses.ts';
import { inEffect } from '../grammar/effective.ts';
import { type Word, wordValue } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import { deletedByFind } from '../wrappers/find.ts';
import { patchedFiles } from './patches.ts';
import { beginning, placesNamed, spotsOf } from './paths.ts';
import type { Spot, Start } from './start.ts';

/** What a program does that its kinds of words cannot say. */
interface Special {
  /** accesses that it speaks for itself */
  readonly covers: (start: Start) => (access: Access) => boolean;
  readonly spots: (start: Start) => readonly Spot[];
}

/** `find DIR -type d -empty -delete`: folders without content. */
function deletesEmptyFolders(argv: readonly Word[]): boolean {
  const words = argv.map((word) => wordValue(word) ?? '-o');
  const isFolders = words.some((word, at) => word === '-type' && words[at + 1] === 'd');
  return isFolders && words.includes('-empty') && !words.some((word) => /^(?:-o|-or|-not|[!,])$/.test(word));
}

function found({ invocation, facts, links }: Start): readonly Spot[] {
  const { argv, cwd } = invocation;
  if (deletesEmptyFolders(argv)) return [];
  return deletedByFind(argv).map(({ within, names }): Spot => {
    if (within === undefined || (cwd === undefined && !within.startsWith('/'))) {
      return { why: 'it is not known where `find` deletes' };
    }
    const path = resolvePath(cwd ?? '/', within);
    if (names !== undefined) return { path: links.realpath(path), what: 'below', names };
    return path === cwd ? { path: facts.realpath(path), what: 'below' } : { path: links.placeOf(path), what: 'tree' };
  });
}

/** Without -p, names count whole or by their last part. */
function patched(start: Start): readonly Spot[] {
  const parsed = start.subject.parsed();
  // one file is named, or everything goes to another
  if (inEffect('--dry-run -o', parsed) || parsed.operands.length > 0) return [];
  return patchedFiles(start, undefined) ?? [{ why: 'it is not known which files the patch changes' }];
}

/** Its first operand says what it does; -y and -aoa overwrite without a question. Source: 7-Zip 23, "Command Line Version" */
function sevenZipped(start: Start): readonly Spot[] {
  const { invocation, subject } = start;
  const command = wordValue(subject.parsed().operands[0]?.word) ?? '';
  const options = invocation.argv.flatMap((word) => (wordValue(word)?.startsWith('-') ? [wordValue(word) ?? ''] : []));
  if (/^[adu]$|^rn$/.test(command)) {
    return subject.paths().flatMap((access) => {
      if (access.access === 'write') return spotsOf(access, { how: 'entry' }, start);
      return access.access === 'delete' ? spotsOf(access, { how: 'tree' }, start) : [];
    });
  }
  const isForced = options.some((option) => option === '-y' || option === '-aoa');
  if (!/^[xe]$/.test(command) || !isForced) return [];
  const folder = options.find((option) => option.startsWith('-o'))?.slice(2) ?? '.';
  return invocation.cwd === undefined
    ? [{ why: 'it is not known where it unpacks' }]
    : [{ path: start.facts.realpath(resolvePath(invocation.cwd, folder)), what: 'below' }];
}

/** `split FILE PREFIX` writes `PREFIXaa`, `PREFIXab`.. */
function splitUp(start: Start): readonly Spot[] {
  const { operands, options } = start.subject.parsed();
  const word = operands[1]?.word ?? { kind: 'known' as const, value: 'x', text: 'x' };
  if (options.some(({ names }) => names.includes('--filter'))) return [];
  return placesNamed({ word, access: 'write', index: operands[1]?.index ?? 0 }, start).map((one) =>
    beginning(one, start),
  );
}

const ENDINGS: Readonly<Record<string, string>> = {
  gzip: 'gz',
  pigz: 'gz',
  bzip2: 'bz2',
  pbzip2: 'bz2',
  lbzip2: 'bz2',
  xz: 'xz',
  zstd: 'zst',
  zstdmt: 'zst',
  lzip: 'lz',
  plzip: 'lz',
  lzma: 'lzma',
  brotli: 'br',
  compress: 'Z',
  lzop: 'lzo',
};

/** With -f, what stands at the name of the output: `x.gz` of `x`, `x` of `x.gz`. Source: gzip(1) 1.12 */
function compressed(start: Start): readonly Spot[] {
  const { subject, name, links } = start;
  const parsed = subject.parsed();
  if (!inEffect('-f', parsed) || inEffect('-c -l -t', parsed)) return [];
  const ending = inEffect('-d', parsed) ? undefined : ENDINGS[name];
  const files = subject.paths().filter(({ index, access }) => index >= 0 && access !== 'write');
  return files.flatMap((access) =>
    placesNamed(access, start).flatMap(({ absolute, contentsOf }): readonly Spot[] => {
      if (absolute === undefined || contentsOf) return [];
      const output = ending === undefined ? unpacked(absolute) : `${absolute}.${ending}`;
      return output === absolute ? [] : [{ path: links.placeOf(output), what: 'entry' }];
    }),
  );
}

function unpacked(path: string): string {
  return path.replace(/\.t(?:gz|bz2?|xz|zst|lz)$/, '.tar').replace(/\.(?:gz|bz2|xz|zst|lzma|lz4?|lzo|br|Z)$/, '');
}

/** Options of git that name a file to write: `git archive -o x`; its operands are in its own table. */
const GIT_WRITES = /^(?:archive|bundle|diff|log|show|config|read-tree|init|fast-export|index-pack)$/;

function writtenByGit(start: Start): readonly Spot[] {
  const { options, operands, subcommand } = start.subject.parsed();
  if (!GIT_WRITES.test(subcommand[0] ?? '') && subcommand[0] !== 'merge-file') return [];
  const files = options.flatMap(({ kind, value, index }) =>
    kind === 'write' && value !== undefined ? [{ word: value, index }] : [],
  );
  const isOutput =
    subcommand[0] === 'merge-file' ? !inEffect('-p', start.subject.parsed()) : subcommand[0] === 'bundle';
  const own = isOutput ? operands.filter(({ kind }) => kind === 'write') : [];
  return [...files, ...own].flatMap(({ word, index }) =>
    spotsOf({ word, access: 'write', index }, { how: 'content' }, start),
  );
}

/** `patch -o OUT FILE` leaves the file as it is. */
function leavesOperand({ subject }: Start): (access: Access) => boolean {
  const [first] = subject.parsed().operands;
  const isCopied = inEffect('-o', subject.parsed());
  return ({ index }) => isCopied && index === first?.index;
}

const isDeleted = ({ access }: Access) => access === 'delete';
const isWord = ({ index }: Access) => index >= 0;

const FIND: Special = { covers: () => isDeleted, spots: found };
const SEVEN: Special = { covers: () => isWord, spots: sevenZipped };
const COMPRESSOR: Special = { covers: () => () => false, spots: compressed };
const UNPACKERS = 'gunzip unpigz bunzip2 pbunzip2 unxz unzstd unlzma uncompress'.split(' ');

const SPECIAL: Readonly<Record<string, Special>> = {
  find: FIND,
  gfind: FIND,
  bfs: FIND,
  '7z': SEVEN,
  '7za': SEVEN,
  '7zz': SEVEN,
  patch: { covers: leavesOperand, spots: patched },
  split: { covers: () => (one) => one.access === 'write' && isWord(one), spots: splitUp },
  git: { covers: () => isWord, spots: writtenByGit },
  ...Object.fromEntries([...Object.keys(ENDINGS), ...UNPACKERS].map((name) => [name, COMPRESSOR])),
};

export function specialOf(name: string): Special | undefined {
  return Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
}
