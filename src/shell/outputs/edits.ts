import { knownWord, type Word, wordValue } from '../../model/word.ts';
import { baseName, isWithin, resolvePath } from '../../util/path.ts';
import { globMatches, parseShellGlob } from '../../util/shell-glob.ts';
import { fileKey } from '../state/file-key.ts';
import { regionIn } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import type { FileEdit } from '../state/recorder.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { type Filter, inPlaceEdit } from './filters.ts';
import { packageEdit } from './json-edit.ts';
import { filePatches } from './patched.ts';

/** Reads a file as the line sees it. */
export type ReadFile = (path: Word) => string | undefined;

/**
 * `sed -i 's/a/b/' x.sh`, `patch < x.diff`: what is known of the change that a start makes to files in place. It is applied where
 * a file is run: a line that runs none reads none.
 */
export function trackEdits(
  start: ProgramStart,
  program: string | undefined,
  index: number,
  walker: Walker,
  read: ReadFile,
): void {
  const edit = program === undefined ? undefined : editOf(start, program, walker, read);
  if (edit !== undefined) {
    const isCertain = start.argv.every(({ kind }) => kind !== 'unknown');
    walker.record.edit(edit, index, isCertain ? start.frame.region : regionIn(start.frame));
  }
}

function editOf(start: ProgramStart, program: string, walker: Walker, read: ReadFile): FileEdit | undefined {
  if (program === 'patch') return patchEdit(patchCall(start.argv.slice(1)), start, read);
  if (program === 'git' && wordValue(start.argv[1]) === 'apply')
    return patchEdit(gitCall(start.argv.slice(2)), start, read);
  if (program === 'npm' || program === 'pnpm') return settingsEdit(start, walker);
  const edit = inPlaceEdit(program, start.argv.slice(1));
  const names = edit?.files.map((word) => namesOf(word, start.frame)) ?? [];
  if (edit === undefined) return undefined;
  const change = changeBy(edit.prints, walker);
  return (path) => (names.some((isNamed) => isNamed(path)) ? change : undefined);
}

/** What is made of a text, within the bound of the line; what is not known leaves it as it was. */
function changeBy(prints: Filter['prints'], { record }: Walker): ReturnType<FileEdit> {
  return (text) => (text === undefined || !record.admitsEdit(text) ? text : (prints(text) ?? text));
}

/** `npm pkg set`: of the package.json of the folder, where it is one. */
function settingsEdit({ argv, frame: { scope } }: ProgramStart, walker: Walker): FileEdit | undefined {
  const prints = packageEdit(argv.slice(1));
  if (prints === undefined || scope.cwd === undefined) return undefined;
  const own = resolvePath(scope.cwd, 'package.json');
  const change = changeBy(prints, walker);
  return (path) => (path === own ? change : undefined);
}

/** Whether a word names a path. */
function namesOf(word: Word, frame: Frame): (path: string) => boolean {
  const { cwd } = frame.scope;
  if (word.kind === 'glob' && cwd !== undefined) {
    const glob = parseShellGlob(resolvePath(cwd, word.pattern));
    return (path) => globMatches(glob, path);
  }
  const key = fileKey(word, frame);
  if (key !== undefined || cwd === undefined || word.kind !== 'unknown' || word.within === undefined)
    return (path) => path === key;
  // `find . -exec sed -i .. {} +`: one of those that are found
  const folder = resolvePath(cwd, word.within);
  return (path) => isWithin(path, folder);
}

interface PatchCall {
  /** of the patches; none = standard input */
  readonly diffs: readonly Word[];
  /** the file that is changed, whatever the patch says */
  readonly target: Word | undefined;
  readonly folder: Word | undefined;
  /** folders that are taken away in front; undefined = all of them */
  readonly strip: number | undefined;
}

const LETTERS = /^-[suNfbRtlE]+$|^--(?:quiet|silent|unified|forward|force|batch|backup|ignore-whitespace)$/;

/** Source: patch(1) 2.7. With an option that is not read here nothing is known. */
function patchCall(words: readonly Word[]): PatchCall | undefined {
  const operands: Word[] = [];
  let [diff, folder, strip]: [Word?, Word?, number?] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const value = wordValue(word) ?? '';
    const level = /^(?:-[sNfu]*p|--strip=)(\d+)$/.exec(value)?.[1];
    if (level !== undefined) strip = Number(level);
    else if (value === '-i') diff = words[++at];
    else if (value === '-d') folder = words[++at];
    else if (value === '-p') strip = Number(wordValue(words[++at]) ?? 0);
    else if (value.startsWith('--input=')) diff = knownWord(value.slice('--input='.length));
    else if (/^-[^-]*R|^--reverse/.test(value)) return undefined;
    else if (!value.startsWith('-')) operands.push(word);
    else if (!LETTERS.test(value)) return undefined;
  }
  const [target, second] = operands;
  const given = diff ?? second;
  return { diffs: given === undefined ? [] : [given], target, folder, strip };
}

const GIT_OPTION = /^(?:-p(\d+)|--index|-3|--3way|-v|--verbose|--whitespace=\w+|--recount|--unidiff-zero)$/;

function gitCall(words: readonly Word[]): PatchCall | undefined {
  const isOption = (word: Word) => wordValue(word)?.startsWith('-') === true && wordValue(word) !== '-';
  const options = words.filter(isOption).map((word) => GIT_OPTION.exec(wordValue(word) ?? ''));
  if (options.includes(null)) return undefined;
  const diffs = words.filter((word) => !isOption(word) && wordValue(word) !== '-');
  const strip = options.map((found) => found?.[1]).find((level) => level !== undefined);
  return { diffs, target: undefined, folder: undefined, strip: Number(strip ?? 1) };
}

function patchEdit(call: PatchCall | undefined, { frame }: ProgramStart, read: ReadFile): FileEdit | undefined {
  const folder = call?.folder === undefined ? frame.scope.cwd : fileKey(call.folder, frame);
  if (call === undefined || folder === undefined) return undefined;
  const { diffs, strip } = call;
  const target = call.target === undefined ? undefined : fileKey(call.target, frame);
  const { stdin } = frame;
  const given = () => {
    if (diffs.length > 0) return diffs.map((word) => read(word) ?? '').join('\n');
    if (stdin.kind !== 'data') return '';
    return stdin.data.known ? stdin.data.text : stdin.input.kind === 'file' ? (read(stdin.input.path) ?? '') : '';
  };
  let patches: ReturnType<typeof filePatches> | undefined;
  return (path) => {
    if (patches === undefined) {
      patches = []; // while the patch is read: it does not change itself
      patches = filePatches(given());
    }
    const own = patches.filter((one) => path === (target ?? resolvePath(folder, stripped(one.path, strip))));
    if (own.length === 0) return undefined;
    return (text) => own.reduce<string | undefined>((before, { applied }) => applied(before) ?? before, text);
  };
}

function stripped(path: string, levels: number | undefined): string {
  return levels === undefined ? baseName(path) : path.split('/').slice(levels).join('/');
}
