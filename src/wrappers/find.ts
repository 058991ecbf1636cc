import type { Grammar } from '../grammar/grammar.ts';
import type { FoundPath } from '../model/found-path.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { ACTIONS, actionWords, BARE, type FoundNames, foundNames, namesMatching } from './find-names.ts';
import { startOf } from './peeled.ts';
import { flags, has, longs, optionValues, readAll } from './reading.ts';
import { commonDirectory, type Item, leadingText, mayBeOption, substitute, unknownWord } from './words.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const STARTS_EXPRESSION = /^(-.|[()!,]$)/;
interface Search {
  readonly roots: readonly Word[];
  /** index in argv where the expression begins */
  readonly expression: number;
  readonly followsLinks: boolean;
}

/** `find [-H] [-L] [-P] [-D x] [-On] [roots] [expression]`. Source: find(1) 4.9. */
function readSearch(argv: readonly Word[]): Search {
  let at = 1;
  let followsLinks = false;
  for (; /^-([HLPEXdsx]+|D|O.*|f)$/.test(wordValue(argv[at]) ?? ''); at++) {
    const value = wordValue(argv[at]) ?? '';
    if (value.includes('L') || value.includes('H')) followsLinks = true;
    if (value === '-D') at++;
  }
  const from = at;
  while (at < argv.length && !STARTS_EXPRESSION.test(leadingText(argv[at] as Word))) at++;
  return { roots: argv.slice(from, at), expression: at, followsLinks };
}

function commonPrefix(texts: readonly string[]): string {
  let prefix = texts[0] ?? '';
  for (const text of texts) {
    let same = 0;
    while (same < prefix.length && prefix[same] === text[same]) same++;
    prefix = prefix.slice(0, same);
  }
  return prefix;
}

/** A path that reaches this point of the expression: a root itself or a path below one. */
function foundItem(search: Search, expression: readonly Word[], until: number): Item {
  return { ...foundPath(search, expression, until), reason: 'glob' };
}

function foundPath(search: Search, expression: readonly Word[], until: number): FoundPath {
  const roots = search.roots.length === 0 ? [knownWord('.')] : search.roots;
  const root = search.followsLinks ? undefined : commonDirectory(roots);
  return {
    prefix: commonPrefix(roots.map(leadingText)),
    ...foundNames(expression, until),
    ...(root === undefined ? {} : { within: root }),
  };
}

/** Prints something else than the paths that it finds. */
const PRINTS_OTHERWISE = /^-(?:f?printf|f?ls|fprint0?|ok|okdir|exec|execdir|quit)$/;

/** Leaves something out. */
const TEST =
  /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|type|xtype|[acm](?:time|min)|newer.*|size|empty|user|group|perm|maxdepth|executable|links)$/;

/** What each line of its output is; undefined where that is no path. */
export function printedByFind(argv: readonly Word[]): FoundPath | undefined {
  const search = readSearch(argv);
  const expression = argv.slice(search.expression);
  if (argv.some((word) => word.kind === 'unknown' && word.fields === 'any' && mayBeOption(word))) return undefined;
  if (expression.some((word) => PRINTS_OTHERWISE.test(wordValue(word) ?? ''))) return undefined;
  const isPrint = (word: Word) => /^-print0?$/.test(wordValue(word) ?? '');
  const print = expression.findIndex(isPrint);
  const until = print < 0 || expression.findLastIndex(isPrint) > print ? expression.length : print;
  const all = search.roots.length < 2 && !expression.some((word) => TEST.test(wordValue(word) ?? ''));
  const each = eachRoot(search).map((one) => foundPath(one, expression, until));
  return { ...foundPath(search, expression, until), all, ...(each.length > 1 && { each }) };
}

/** What each `-delete` of it takes away. */
export function deletedByFind(argv: readonly Word[]): readonly FoundPath[] {
  const search = readSearch(argv);
  const expression = argv.slice(search.expression);
  const actions = expression.flatMap((word, at) => (wordValue(word) === '-delete' ? [at] : []));
  return actions.slice(0, MAX_NAMED).flatMap((at) => eachRoot(search).map((one) => foundPath(one, expression, at)));
}

/** With more folders only what they have in common counts. */
const MAX_ROOTS = 8;

/** A search of several folders that are known is a search of each. */
function eachRoot(search: Search): readonly Search[] {
  const { roots } = search;
  const isKnown = roots.length > 1 && roots.length <= MAX_ROOTS && roots.every(({ kind }) => kind === 'known');
  return isKnown ? roots.map((root) => ({ ...search, roots: [root] })) : [search];
}

function startAction(words: readonly Word[], item: Item, many: boolean, effects?: Effects): readonly Peeled[] {
  const replaced = words.map((word) => substitute(word, '{}', item));
  const last = replaced.at(-1);
  if (many && last?.kind === 'unknown') return startOf([...replaced.slice(0, -1), { ...last, fields: 'any' }], effects);
  return startOf(replaced, effects);
}

/** `-execdir`: in the directory of what was found, which lies in the root as the file does. */
function startBeside(words: readonly Word[], item: Item, many: boolean): readonly Peeled[] {
  const { prefix, within, ...name } = item;
  const root = within === undefined ? {} : { within };
  const cwd = unknownWord({ prefix, reason: 'glob', ...root });
  return startAction(words, { ...name, prefix: './', ...(within?.startsWith('/') && root) }, many, { cwd });
}

/** With more actions than this, tests before them are not evaluated for each one. */
const MAX_NAMED = 32;

function peelFind(argv: readonly Word[]): readonly Peeled[] {
  const search = readSearch(argv);
  const expression = argv.slice(search.expression);
  const found: Peeled[] = [];
  for (let at = 0; at < expression.length; at++) {
    const word = expression[at] as Word;
    const action = wordValue(word) ?? '';
    if (ACTIONS.has(action)) {
      const { words, many, end } = actionWords(expression, at + 1);
      for (const one of found.length < MAX_NAMED ? eachRoot(search) : [search]) {
        const item = foundItem(one, expression, found.length < MAX_NAMED ? at : 0);
        found.push(...(action.endsWith('dir') ? startBeside(words, item, many) : startAction(words, item, many)));
      }
      at = end;
    } else if (word.kind === 'unknown' && word.fields === 'any' && mayBeOption(word)) {
      // it may hold an -exec of its own, unless it is the value of the test before it
      const before = wordValue(expression[at - 1]);
      if (before === undefined || BARE.test(before)) found.push(...startOf([word]));
    }
  }
  return found;
}

/** `find src -exec rm {} ;` -> `rm` of an unknown path that starts with `src` and is within it. */
export const FIND_FAMILY: WrapperFamily = { names: ['find', 'gfind'], peel: ({ argv }) => peelFind(argv) };

const FD_ACTION = /^(--exec|--exec-batch|-[HIuLapl0sigFq1]*[xX])$/;
const FD_PLACEHOLDERS = ['{/.}', '{//}', '{/}', '{.}', '{}'];

const FD: Grammar = {
  options: [
    '-L --follow',
    '-a --absolute-path',
    '-l --list-details',
    ...flags('HIusigp01qFh'),
    ...longs('hidden no-ignore unrestricted case-sensitive ignore-case glob full-path'),
    ...longs('print0 quiet max-one-result fixed-strings no-ignore-vcs no-ignore-parent prune strip-cwd-prefix'),
    ...longs('show-errors and one-file-system xdev', '[=text]'),
    '-e --extension =text',
    '-E --exclude =text',
    '-t --type =text',
    '-d --max-depth =text',
    ...longs('min-depth exact-depth', '=text'),
    '-S --size =text',
    '-c --color =text',
    '-j --threads =text',
    '-o --owner =text',
    ...longs('changed-within changed-before max-results max-buffer-time ignore-file', '=text'),
    ...longs('search-path base-directory path-separator', '=path'),
  ],
  source: 'fd(1) 8.7, upstream',
};

/** What fd finds below its roots; undefined where its options say otherwise. */
export function foundByFd(argv: readonly Word[]): FoundPath | undefined {
  const stop = argv.findIndex((word) => FD_ACTION.test(wordValue(word) ?? ''));
  const reading = readAll(FD, stop < 0 ? argv : argv.slice(0, stop));
  if (has(reading, '--follow', '--search-path', '--base-directory', '--list-details', '--absolute-path'))
    return undefined;
  const [pattern, ...roots] = reading.operands;
  const within = commonDirectory(roots.length === 0 ? [knownWord('.')] : roots);
  const extensions = optionValues(reading, '--extension');
  const found: FoundNames =
    extensions.length > 0
      ? namesMatching(
          '-name',
          extensions.map((extension) => `*.${wordValue(extension) ?? '*'}`),
        )
      : namesMatching(
          '-iname',
          has(reading, '--full-path', '-p') ? [] : [fdGlob(pattern, has(reading, '--glob', '-g'))],
        );
  return { prefix: '', ...found, ...(within === undefined ? {} : { within }) };
}

/** The names that fd's pattern, a regex unless it says otherwise, matches as a pattern of the shell; `*` = any. */
function fdGlob(pattern: Word | undefined, isGlob: boolean): string {
  const written = wordValue(pattern) ?? '';
  if (isGlob) return written;
  const [, start = '', literal = '', end = ''] = /^(\^?)((?:[\w@ -]|\\\.)+)(\$?)$/.exec(written) ?? [];
  return `${start === '' ? '*' : ''}${literal.replaceAll('\\', '')}${end === '' ? '*' : ''}` || '*';
}

function fdCommand(argv: readonly Word[], words: readonly Word[], many: boolean): readonly Peeled[] {
  const found: Item = { prefix: '', suffix: '', ...foundByFd(argv), reason: 'glob' };
  // a placeholder that cuts the path leaves nothing certain of its ends
  const cut: Item = { prefix: '', suffix: '', reason: 'glob' };
  const replaced = words.map((word) =>
    FD_PLACEHOLDERS.reduce((done, mark) => substitute(done, mark, mark === '{}' ? found : cut), word),
  );
  const used = replaced.some((word, at) => word !== words[at]);
  const item = unknownWord({ ...found, fields: many ? 'any' : 'one' });
  return startOf(used || words.length === 0 ? replaced : [...replaced, item]);
}

/** `fd -e log -x rm`: everything up to `;` or the end is the command; without a placeholder the path is added. */
export const FD_FAMILY: WrapperFamily = {
  names: ['fd', 'fdfind'],
  peel: ({ argv }) => {
    const found: Peeled[] = [];
    for (let at = 1; at < argv.length; at++) {
      const value = wordValue(argv[at]) ?? '';
      if (!FD_ACTION.test(value)) continue;
      const stop = argv.findIndex((word, index) => index > at && wordValue(word) === ';');
      const end = stop < 0 ? argv.length : stop;
      found.push(...fdCommand(argv, argv.slice(at + 1, end), /X$|batch$/.test(value)));
      at = end;
    }
    return found;
  },
};
