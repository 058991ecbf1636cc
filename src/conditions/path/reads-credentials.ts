import type { Access } from '../../grammar/accesses.ts';
import { isUse, readsByCode, runsCode, showsNothing, takesInput } from '../../grammar/credential-users.ts';
import {
  credentialLiterals,
  endsInCredential,
  holdsCredentials,
  isCredential,
  isCredentialName,
  mayBeCredentialName,
  mayExpandToCredential,
  mayFindCredential,
} from '../../grammar/credentials.ts';
import { hasGrammar } from '../../grammar/index.ts';
import type { Facts } from '../../model/facts.ts';
import { type Answer, joinAnswersOf } from '../../model/tri.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { once } from '../../util/once.ts';
import { baseName, foldersTo } from '../../util/path.ts';
import { defineCondition } from '../condition.ts';
import { likelyIn, type Subject } from '../subject.ts';
import type { PathCandidate } from './candidate.ts';
import { accessCandidates } from './candidates.ts';
import { literalsReadIn } from './code-literals.ts';
import { credentialPlain, credentialSigns } from './credential-signs.ts';
import { isMadeFile } from './made.ts';
import { MANY, pathListOf, sift } from './path-list.ts';

const WHAT = ['files', 'names', 'folders'] as const;
type What = (typeof WHAT)[number];

interface Args {
  what: What;
}

interface Data {
  readonly what: What;
}

/** The paths that a start reads and whose content it may show, each with the directory that it starts from. */
function readPaths(subject: Subject, home: string | undefined): readonly Access[] {
  const program = subject.invocation?.program;
  const words = subject.invocation?.argv.map(wordValue) ?? [];
  const isTaken = (access: Access['access']) =>
    access === 'read' ||
    (access === 'write' && readsByCode(program)) ||
    (access === 'delete' && MOVES.test(program ?? ''));
  const lists = new Set(subject.parsed().options.flatMap(({ names, index }) => (names.some(isList) ? [index] : [])));
  const isShown = ({ access, index }: Access) => {
    if (!isTaken(access)) return false;
    if (lists.has(index)) return true;
    return index < 0 ? !takesInput(program) : !(showsNothing(program) || isUse(program, words, index));
  };
  const named = [...subject.paths().filter(isShown), ...givenToCode(subject)];
  return showsNothing(program) ? named : [...named, ...inWords(subject, words, home), ...inCode(subject, home)];
}

/** A file of names: `wc --files0-from LIST`, `file -f LIST` complain of each that is not there. */
function isList(name: string): boolean {
  return name === '--files0-from' || name === '-files0-from' || name === '--files-from';
}

/**
 * What an interpreter hands on to the program that it runs: `python -m json.tool FILE`, `node x.js FILE`, `php -r CODE FILE`. That is
 * a program of its own, which may print what it is given. The code of a shell is followed instead.
 */
function givenToCode(subject: Subject): readonly Access[] {
  const { program, argv = [] } = subject.invocation ?? {};
  if (!runsCode(program)) return [];
  const words = argv.map(wordValue);
  const { operands } = subject.parsed();
  if (operands.some(({ kind }) => kind === 'code')) return [];
  return operands.flatMap(({ word, kind, index }): readonly Access[] => {
    if (kind !== 'text' || isUse(undefined, words, index)) return [];
    const named = pathsIn(wordValue(word) ?? '').map((path) => knownWord(path));
    return [word, ...named].map((one) => ({ word: one, access: 'read', index }));
  });
}

/** They take a file to where it can be read. */
const MOVES = /^g?mv$/;

/** Files that stand in a word: `file:///etc/shadow`, `OPEN:/root/.netrc,rdonly`, `@/root/.netrc`; in code also `.import /root/.netrc t`. */
function inWords(
  subject: Subject,
  words: readonly (string | undefined)[],
  home: string | undefined,
): readonly Access[] {
  const program = subject.invocation?.program;
  const isDescribed = hasGrammar(program);
  const isCode = readsByCode(program);
  const options = optionsAt(subject);
  return words.flatMap((word, index) => {
    if (index === 0 || word === undefined || isUse(program, words, index)) return [];
    const isUrl = word.startsWith('file:') && (!isDescribed || FETCHES.test(program ?? ''));
    if (!isUrl && !isCode && /\s/.test(word)) return [];
    const paths = isDescribed && !isUrl && !isCode ? pathsInValue(word, options.get(index)) : pathsIn(word);
    return paths.map((path): Access => ({ word: knownWord(atHome(path, home), path), access: 'read', index }));
  });
}

function atHome(path: string, home: string | undefined): string {
  return home === undefined ? path : path.replace(/^~(?=\/)/, home);
}

/** The names of the options whose values stand in these words, in their own or in the next. */
function optionsAt(subject: Subject): ReadonlyMap<number, readonly string[]> {
  const found = subject.parsed().options.flatMap(({ names, value, index }) => {
    const isOwn = subject.invocation?.argv[index + 1] !== value;
    return value === undefined ? [] : [[isOwn ? index : index + 1, names] as const];
  });
  return new Map(found);
}

/** Ends of what says that it names a file: `--from-file k=PATH`, `auto_prepend_file=PATH`, `id=x,src=PATH`; a key is used, not shown. */
const NAMES_FILE = /(?:^|[-_.,])(?:files?|src|source)$/i;
const IS_USED = /key|cert|ident|pass|config|ca[-_]?file/i;

/**
 * The same for a program whose grammar tells what its words are: in a value only what says of itself that a file is put in, as
 * `@PATH` and `fileb://PATH` do for most programs, and `NAME=PATH` where the option or the name is that of a file.
 */
function pathsInValue(word: string, names: readonly string[] | undefined): readonly string[] {
  if (word.length > MAX_WORD || !/[=@]|:\/\//.test(word)) return [];
  const put = [...word.matchAll(/(?:^|[=,:])(?:@|fileb?:\/\/)(~?\/[^,;]+)/g)].map(([, path = '']) => path);
  if (names === undefined || names.some((name) => MOUNTS.has(name))) return put;
  const isFile = names.some((name) => NAMES_FILE.test(name) && !IS_USED.test(name));
  const given = [...word.matchAll(/(?<![\w.-])([\w.-]+)=(~?\/[^,;=]+)/g)]
    .filter(([, name = '']) => (isFile && !name.startsWith('-')) || (NAMES_FILE.test(name) && !IS_USED.test(name)))
    .map(([, , path = '']) => path);
  return [...put, ...given];
}

/** What lies there is not read by them, but can be below another path. */
const MOUNTS: ReadonlySet<string> = new Set(['-v', '--volume', '--mount', '--bind']);

/** Files that code names which the start hands to an interpreter. In a file of its own only what its reader tells counts. */
function inCode({ invocation }: Subject, home: string | undefined): readonly Access[] {
  const { program, code, inFile } = invocation ?? {};
  if (code === undefined || inFile) return [];
  const found = [...literalsReadIn(code.text), ...(readsByCode(program) ? pathsIn(code.text) : [])];
  return found.map((path): Access => ({ word: knownWord(atHome(path, home), path), access: 'read', index: 0 }));
}

/** Programs with a grammar that read files by their URLs. */
const FETCHES = /^(curl|wget2?)$/;
const MAX_WORD = 4096;

/** Absolute paths, and those of a home directory, after what commonly stands before one. */
function pathsIn(word: string): readonly string[] {
  if (word.length > MAX_WORD) return [];
  const parts = word.split(/[\s'"()[\]@=:,;<>|`]+/);
  const whole = parts[0] === word;
  return whole ? [] : parts.filter((part) => /^(\/|~\/|\.)/.test(part)).map((part) => part.replace(/^\/{2,}/, '/'));
}

function fileAnswer(candidate: PathCandidate, subject: Subject, facts: Facts): Answer {
  // files of a temp folder are mostly the script's own
  const guess = (folder: string) => (facts.tmp.includes(folder) ? likelyIn(subject) : 'some');
  const { home } = facts;
  const { absolute, real, written, contentsOf, glob, within, names, suffix = '', likely } = candidate;
  const paths = distinct([absolute, real]);
  if (contentsOf) {
    const isHidden = baseName(written).startsWith('.');
    return paths.some((path) => mayExpandToCredential(`${path}/${isHidden ? '.*' : '*'}`, home)) ? 'yes' : 'no';
  }
  // of a glob whose expansion is known, that counts, and not what it looks like
  if (glob === undefined && absolute !== undefined && /[*?[]/.test(absolute)) return 'no';
  if (paths.some((path) => isCredential(path, home))) return 'yes';
  if (glob !== undefined && absolute !== undefined) return mayExpandToCredential(absolute, home) ? 'some' : 'no';
  if (absolute !== undefined) return 'no';
  if (within !== undefined) return mayFindCredential(within, names ?? ['*'], home) ? guess(within) : 'no';
  if (likely !== undefined && isCredential(likely, home)) return likelyIn(subject);
  if (isCredential(written.replace(/^~[^/]*(?=\/)/, '/root'), home)) return 'yes'; // `~ann/.netrc`
  return suffix.includes('/') && endsInCredential(suffix) ? likelyIn(subject) : 'unknown';
}

function distinct(paths: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(paths)].filter((path) => path !== undefined);
}

function nameAnswer({ absolute, real, written, contentsOf, glob, names, suffix }: PathCandidate): Answer {
  if (contentsOf) return 'no';
  const spelled = [written, absolute, real, suffix].map((path) => path && baseName(path));
  if (distinct(spelled).some(isCredentialName)) return 'yes';
  return [glob, ...(names ?? [])].some((one) => one !== undefined && mayBeCredentialName(one)) ? 'some' : 'no';
}

function folderAnswer(candidate: PathCandidate, { only, seesHidden }: Reach, facts: Facts): Answer {
  const { absolute, real, contentsOf, written, within } = candidate;
  const paths = distinct([absolute, real, absolute === undefined ? within : undefined]);
  // `~/*` leaves hidden files out
  const hidden = seesHidden && !(contentsOf === true && !baseName(written).startsWith('.'));
  const holds = (path: string) =>
    only.length > 0 ? mayFindCredential(path, only, facts.home) : holdsCredentials(path, facts.home, hidden);
  return paths.some(holds) ? 'yes' : 'no';
}

/** What of a directory is read. */
interface Reach {
  /** patterns of names; none = all */
  readonly only: readonly string[];
  readonly seesHidden: boolean;
}

function reachOf(subject: Subject): Reach {
  const { options } = subject.parsed();
  const has = (...wanted: readonly string[]) =>
    options.some(({ names }) => names.some((name) => wanted.includes(name)));
  const isFiltering = (names: readonly string[]) => names.includes('--include') || names.includes('--glob');
  const only = options.flatMap(({ names, value }) => (isFiltering(names) ? (wordValue(value) ?? []) : []));
  const skips = /^(rg|ag)$/.test(subject.invocation?.program ?? '') && !has('--hidden', '-.', '-u', '--unrestricted');
  return { only: only.filter((glob) => !glob.startsWith('!')), seesHidden: !skips };
}

function evaluate({ what }: Data, subject: Subject, facts: Facts): Answer {
  const reach = reachOf(subject);
  const answer = (access: Access, one: PathCandidate): Answer => {
    if (what === 'folders') return folderAnswer(one, reach, facts);
    if (what === 'names') return nameAnswer(one);
    const located = fileAnswer(one, subject, facts);
    // what is put in is read, whatever the program
    return access.index < 0 && located !== 'yes' ? strictest(located, nameAnswer(one)) : located;
  };
  const isOwn = ({ absolute, real }: PathCandidate) =>
    subject.invocation?.inFile === true &&
    distinct([absolute, real]).length === 1 &&
    isMadeFile(absolute ?? '', subject, facts);
  return joinAnswersOf(asked(what, subject, facts), ({ access, one }) => {
    const told = answer(access, one);
    // a key that the script itself has made is not yet anybody's
    return told !== 'no' && isOwn(one) ? 'no' : told;
  });
}

interface ReadPath {
  readonly access: Access;
  readonly one: PathCandidate;
}

/** Several rules ask about the same paths. */
const readPathsIn = memoizeByObject((facts: Facts) =>
  memoizeByObject((subject: Subject) => {
    const located = (accesses: readonly Access[]) =>
      accesses.flatMap((access) => accessCandidates(access, subject, facts).map((one): ReadPath => ({ access, one })));
    return {
      files: once(() => located(readPaths(subject, facts.home))),
      folders: once(() => located(folderPaths(subject))),
    };
  }),
);

/** Without those of many that surely are no such files, nor folders: one stands for them. */
function asked(what: What, subject: Subject, facts: Facts): readonly ReadPath[] {
  const known = readPathsIn(facts)(subject);
  const all = what === 'folders' ? known.folders() : known.files();
  if (all.length < MANY) return all;
  const { names, files, folders } = credentialLiterals();
  const literals =
    what === 'folders' ? [...folders, '/home', '/Users'] : [...names, ...(what === 'names' ? [] : files)];
  const list = candidatesIn(facts)(all);
  const places = what === 'folders' ? ['/', '/root', '/var/root', ...foldersTo(facts.home ?? '/')] : [];
  const signs = { literals: literals.filter((one) => list.mayContain([one])), places: places.filter(list.isAt) };
  return sift(all, ({ one }) => one, signs, facts);
}

const candidatesIn = memoizeByObject((facts: Facts) =>
  memoizeByObject((paths: readonly ReadPath[]) => pathListOf(facts)(paths.map(({ one }) => one))),
);

function strictest(one: Answer, other: Answer): Answer {
  return other === 'no' ? one : other;
}

function pathsOf(what: What, subject: Subject, { home }: Facts): readonly Access[] {
  return what === 'folders' ? folderPaths(subject) : readPaths(subject, home);
}

/** What is read below: the paths, or where it runs, for a search that names none. */
function folderPaths(subject: Subject): readonly Access[] {
  const { options, operands } = subject.parsed();
  if (takesNoneYet(subject)) return [];
  const moves = new Set(
    options.flatMap(({ names, index }) => (names.some((name) => MOVE_OPTIONS.has(name)) ? [index] : [])),
  );
  const paths = subject.paths().filter(({ access, index }) => access === 'read' && index >= 0 && !isMove(index, moves));
  const isSearch = SEARCHES.test(subject.invocation?.program ?? '');
  if (!isSearch || operands.some(({ kind }) => kind === 'path')) return paths;
  return [...paths, { word: knownWord('.'), access: 'read', index: subject.invocation?.argv.length ?? 0 }];
}

/**
 * In a file it is not certain that keys go along: `rsync --files-from LIST / x` takes what is listed alone, and through a link (`ln -s / z:`)
 * nothing is read yet.
 */
function takesNoneYet({ invocation, parsed }: Subject): boolean {
  if (invocation?.inFile !== true) return false;
  const isFromList = () => parsed().options.some(({ names }) => names.includes('--files-from'));
  return /^g?ln$/.test(invocation.program ?? '') || (invocation.program === 'rsync' && isFromList());
}

/** Their values say where it looks from. */
const MOVE_OPTIONS = new Set(['-C', '--directory', '--work-tree', '--git-dir']);

/** The value of `-C` stands in its word, or in the next. */
function isMove(index: number, moves: ReadonlySet<number>): boolean {
  return moves.has(index) || moves.has(index - 1);
}

const SEARCHES = /^(rg|ag|ack|ugrep|[efz]?grep|ggrep|git)$/;

const SAYS: Readonly<Record<What, string>> = {
  files: 'it reads keys or stored credentials',
  names: 'it reads a file that by its name holds a key',
  folders: 'it reads a directory that holds keys or stored credentials',
};

export const readsCredentials = defineCondition<Args, Data>({
  type: 'reads_credentials',
  summary:
    'It reads a file in which some tool keeps keys, tokens or passwords (docs/credentials.md lists them), by a word or a redirection, ' +
    'and may show it. `names`: a file that by its name is such a one, in any directory; `folders`: a directory that such files lie below.',
  primary: 'what',
  schema: (z) => z.strictObject({ what: z.enum(WHAT).describe('`folders` is for programs that read all below one') }),
  lower: ({ what }) => ({ what }),
  evaluate,
  signs: ({ what }, start) => credentialSigns(what, start),
  plain: ({ what }) => (what === 'folders' ? undefined : credentialPlain(what)),
  says: ({ what }) => SAYS[what],
  explain: ({ what }, subject, facts) => {
    const paths = pathsOf(what, subject, facts).map(({ word }) => `\`${word.text}\``);
    return paths.length === 0 ? 'no path that it reads' : `paths: ${paths.join(', ')}`;
  },
});
