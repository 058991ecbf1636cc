import { normalizePath, resolvePath } from '../../util/path.ts';
import { stemOf, substitutePattern, wordsOf } from './text.ts';

function mapWords(list: string, change: (word: string) => string): string {
  return wordsOf(list).map(change).join(' ');
}

function picked(patterns: string, list: string, wanted: boolean): string {
  const all = wordsOf(patterns);
  return wordsOf(list)
    .filter((word) => all.some((pattern) => stemOf(pattern, word) !== undefined) === wanted)
    .join(' ');
}

function directoryOf(word: string): string {
  const slash = word.lastIndexOf('/');
  return slash < 0 ? './' : word.slice(0, slash + 1);
}

function lastPart(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

function suffixOf(word: string): string {
  return /\.[^./]*$/.exec(word)?.[0] ?? '';
}

function joined(first: string, second: string): string {
  const [left, right] = [wordsOf(first), wordsOf(second)];
  const count = Math.max(left.length, right.length);
  return Array.from({ length: count }, (_, at) => `${left[at] ?? ''}${right[at] ?? ''}`).join(' ');
}

interface TextFunction {
  /** the last argument keeps further commas */
  readonly args: number;
  apply(args: readonly string[], cwd: string): string;
}

function takes(args: number, apply: (args: readonly string[], cwd: string) => string): TextFunction {
  return { args, apply: (given, cwd) => apply([...given, '', '', ''], cwd) };
}

const absolute = takes(1, ([list = ''], cwd) => mapWords(list, (word) => normalizePath(resolvePath(cwd, word))));

/** The functions of GNU make that only look at their arguments, by name. Source: info make 4.3, 8.2 and 8.3. */
export const TEXT_FUNCTIONS: ReadonlyMap<string, TextFunction> = new Map(
  Object.entries({
    subst: takes(3, ([from = '', to = '', text = '']) => (from === '' ? text + to : text.split(from).join(to))),
    patsubst: takes(3, ([from = '', to = '', text = '']) =>
      mapWords(text, (word) => substitutePattern(from.trim(), to.trim(), word)),
    ),
    strip: takes(1, ([text = '']) => wordsOf(text).join(' ')),
    findstring: takes(2, ([find = '', text = '']) => (text.includes(find) ? find : '')),
    filter: takes(2, ([patterns = '', text = '']) => picked(patterns, text, true)),
    'filter-out': takes(2, ([patterns = '', text = '']) => picked(patterns, text, false)),
    sort: takes(1, ([list = '']) => [...new Set(wordsOf(list))].sort().join(' ')),
    word: takes(2, ([index = '', text = '']) => wordsOf(text)[Number(index) - 1] ?? ''),
    wordlist: takes(3, ([from = '', to = '', text = '']) =>
      wordsOf(text)
        .slice(Number(from) - 1, Number(to))
        .join(' '),
    ),
    words: takes(1, ([text = '']) => String(wordsOf(text).length)),
    firstword: takes(1, ([text = '']) => wordsOf(text)[0] ?? ''),
    lastword: takes(1, ([text = '']) => wordsOf(text).at(-1) ?? ''),
    dir: takes(1, ([list = '']) => mapWords(list, directoryOf)),
    notdir: takes(1, ([list = '']) => mapWords(list, lastPart)),
    suffix: takes(1, ([list = '']) => wordsOf(mapWords(list, suffixOf)).join(' ')),
    basename: takes(1, ([list = '']) => mapWords(list, (word) => word.slice(0, word.length - suffixOf(word).length))),
    addprefix: takes(2, ([prefix = '', list = '']) => mapWords(list, (word) => prefix + word)),
    addsuffix: takes(2, ([suffix = '', list = '']) => mapWords(list, (word) => word + suffix)),
    join: takes(2, ([first = '', second = '']) => joined(first, second)),
    abspath: absolute,
    realpath: absolute,
  }),
);
