import { type KnownWord, knownWord, type UnknownWord, type Word } from '../../model/word.ts';
import { isWithin, resolvePath } from '../../util/path.ts';
import { shellGlobMatches } from '../../util/shell-glob.ts';
import type { HasCwd } from '../state/file-key.ts';
import { escapeGlob } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';

/** With more names than this none is looked at: nobody keeps so many scripts together. */
const MAX_FOUND = 32;
/** Folders below the one that is searched. */
const MAX_DEPTH = 3;

/**
 * The files that a path may be which is a pattern, or what a search found: those on disk, and those that the line wrote. Of the person
 * or the project only; what the system keeps in its folders is its own.
 */
export function foundFiles(path: Word, walker: Walker, { scope: { cwd } }: HasCwd): readonly KnownWord[] {
  if (path.kind === 'known' || cwd === undefined) return [];
  const patterns = path.kind === 'glob' ? [path.pattern] : patternsOf(path);
  const found = new Set<string>();
  for (const pattern of patterns) {
    const whole = pattern.startsWith('/') ? pattern : `${escapeGlob(cwd)}/${pattern.replace(/^(?:\.\/)+/, '')}`;
    for (const file of walker.facts.expandGlob(pattern, cwd, MAX_FOUND) ?? []) found.add(file);
    for (const file of walker.record.files.paths()) if (isMatch(whole, file)) found.add(file);
    if (found.size > MAX_FOUND) return [];
  }
  const { home, tmp } = walker.facts;
  const own = [cwd, ...tmp, ...(home === undefined ? [] : [home])];
  const files = [...found].filter((file) => own.some((folder) => isWithin(file, resolvePath('/', folder)))).sort();
  // the shell puts all of them in place of a pattern: the first one is run, the others are its arguments
  return files.slice(0, isWritten(path) ? 1 : MAX_FOUND).map((file) => knownWord(file, path.text));
}

/** Each part by itself: `*` stands for no `/`. */
function isMatch(pattern: string, file: string): boolean {
  const [parts, names] = [pattern.split('/'), file.split('/')];
  return parts.length === names.length && parts.every((part, at) => shellGlobMatches(part, names[at] as string));
}

/** The pattern is an argument itself, not the value of a loop's variable. */
function isWritten({ kind, text }: Word): boolean {
  return kind === 'glob' && /^[^$"'`]*[*?[]/.test(text);
}

/** Patterns for what is found somewhere below a folder. */
function patternsOf({ within, names, prefix, suffix, reason }: UnknownWord): readonly string[] {
  if (within === undefined) return [];
  // what a program prints is a path of a search where all that is known of its beginning is the folder
  const isSearched = prefix.replace(/\/+$/, '') === within.replace(/^\.$|\/+$/, '');
  if (!isSearched && reason !== 'glob' && reason !== 'stdin') return [];
  const folder = within === '.' ? '' : `${escapeGlob(within.replace(/\/+$/, ''))}/`;
  const ends = names ?? [`*${escapeGlob(suffix)}`];
  // `dir/$name`: in the folder itself
  const depth = names === undefined && prefix === `${within}/` ? 0 : MAX_DEPTH;
  return Array.from({ length: depth + 1 }, (_, at) => ends.map((name) => `${folder}${'*/'.repeat(at)}${name}`)).flat();
}
