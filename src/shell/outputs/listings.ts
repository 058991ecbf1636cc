import type { Grammar } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Facts } from '../../model/facts.ts';
import type { FoundPath } from '../../model/found-path.ts';
import type { Word } from '../../model/word.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { foundByFd, printedByFind } from '../../wrappers/find.ts';
import { commonDirectory, leadingText } from '../../wrappers/words.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';

/** Constraints on each line of a program's output, where it lists paths; undefined for any other output. */
export function listedPaths(start: ProgramStart, program: string, { facts }: Walker): FoundPath | undefined {
  const { argv, frame } = start;
  const passed = frame.stdin.kind === 'data' && !frame.stdin.data.known ? frame.stdin.data.paths : undefined;
  if (passed !== undefined && passesLinesOn(program, argv))
    return PASS_ALL.has(program) ? passed : { ...passed, all: false };
  switch (program) {
    case 'find':
    case 'gfind':
      return printedByFind(argv);
    case 'fd':
    case 'fdfind':
      return foundByFd(argv);
    case 'git':
      return listedByGit(argv);
    case 'ls':
      return listedByLs(argv, (word) => isFolderless(word, frame.scope.cwd, facts));
    case 'rg':
    case 'ag':
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return listedByGrep(program, argv);
    case 'printf':
      return /^%s(?:\\n|\\0|\n)$/.test(wordValue(argv[1]) ?? '') ? pathsOf(argv.slice(2)) : undefined;
    default:
      return undefined;
  }
}

/** The directory part of the beginning of a path; '.' if it has none. */
export function directoryOf(prefix: string): string | undefined {
  const cut = prefix.lastIndexOf('/');
  if (cut < 0) return '.';
  return cut === 0 ? '/' : prefix.slice(0, cut);
}

/** Filters that drop no line. */
const PASS_ALL = new Set(['sort', 'tac', 'shuf', 'cat', 'sponge', 'tee', 'tr']);

const GREP_CHANGES_LINES =
  /^-(?:[a-zA-Z]*[cnHobABCZzlLr]|-(?:count|only-matching|line-number|with-filename|null|context).*)/;

/** Filters that print some of the lines that they read, as they are. */
function passesLinesOn(program: string, argv: readonly Word[]): boolean {
  const values = argv.slice(1).map((word) => wordValue(word));
  if (values.includes(undefined)) return false;
  const words = values as string[];
  switch (program) {
    case 'sort':
    case 'uniq':
    case 'head':
    case 'tail':
    case 'tac':
    case 'shuf':
    case 'cat':
    case 'sponge':
      return (
        words.every((word) => /^-/.test(word) || /^[+-]?\d+$/.test(word)) &&
        !words.some((word) => /^-[a-z]*[cdo]/.test(word))
      );
    case 'tee':
      return true;
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
      return (
        !words.some((word) => GREP_CHANGES_LINES.test(word)) &&
        words.filter((word) => !word.startsWith('-')).length <= 1
      );
    case 'tr':
      return words.join(' ') === '\\n \\0' || words.join(' ') === '\n \0';
    default:
      return false;
  }
}

/** Constraints on paths that are listed as words. */
function pathsOf(words: readonly Word[]): FoundPath | undefined {
  const prefixes = words.map((word) => (word.kind === 'unknown' ? undefined : leadingText(word)));
  if (words.length === 0 || prefixes.includes(undefined)) return undefined;
  const directories = words.map((word) => (word.kind === 'glob' ? directoryOf(leadingText(word)) : wordValue(word)));
  const within = commonDirectory(directories.map((directory) => knownWord(directory ?? '')));
  const [only] = words;
  const suffix =
    words.length === 1 && only?.kind === 'glob' ? (/(?<![^*?[\]\\])[^*?[\]\\]*$/.exec(only.pattern)?.[0] ?? '') : '';
  const prefix = words.length === 1 ? (prefixes[0] as string) : '';
  return { prefix, suffix, ...(within === undefined ? {} : { within }) };
}

/** `ls` prints names; with `-d`, or of files, the operands as they are. */
function listedByLs(argv: readonly Word[], areFiles: (word: Word) => boolean): FoundPath | undefined {
  const words = argv.slice(1).filter((word) => wordValue(word) !== '--');
  const options = words.filter((word) => leadingText(word).startsWith('-')).map((word) => wordValue(word) ?? '-l');
  if (
    options.some(
      (option) =>
        /^-[a-zA-Z]*[alosiFpRgnmxCZ]/.test(option) || /^--(?!sort|reverse|color=never|directory|zero)/.test(option),
    )
  )
    return undefined;
  const operands = words.filter((word) => !leadingText(word).startsWith('-'));
  if (operands.some((word) => word.kind === 'unknown')) return undefined;
  if (options.some((option) => /^-[a-zA-Z1]*d/.test(option) || option === '--directory')) return pathsOf(operands);
  if (operands.length > 0 && operands.every((word) => namesFiles(word) || areFiles(word))) return pathsOf(operands);
  // most likely files; where the pattern names folders, what is in them is printed
  const [glob] = operands;
  if (operands.length === 1 && glob?.kind === 'glob' && leadingText(glob).startsWith('/'))
    return { prefix: leadingText(glob), suffix: '' };
  const isBelow = (word: Word) => /^[^/]/.test(leadingText(word) || 'x') && !/(^|\/)\.\./.test(leadingText(word));
  const only = operands.length === 1 && wordValue(operands[0]) !== undefined;
  const all = operands.length === 0 || (only && wordValue(operands[0]) === '.');
  const isName = (operands.length === 0 || (only && !leadingText(operands[0] as Word).includes('..'))) && {
    isName: true as const,
  };
  return only || operands.every(isBelow) ? { prefix: '', suffix: '', within: '.', all, ...isName } : undefined;
}

/** The most names that are asked for. */
const MAX_NAMES = 200;

/** `build/*`: on disk no folder matches it, whose content would be listed. */
function isFolderless(word: Word, cwd: string | undefined, facts: Facts): boolean {
  if (word.kind !== 'glob' || cwd === undefined || /(?:^|\/)\.\.\//.test(word.pattern)) return false;
  return facts.expandGlob(`${word.pattern}/`, cwd, MAX_NAMES)?.length === 0;
}

/** `/tmp/run-*.log`, `*.log`: a name with an extension is taken for a file, not for a folder whose content is listed. */
function namesFiles(word: Word): boolean {
  const pattern = word.kind === 'glob' ? word.pattern : '';
  return /^(?:[^*?[\\]*\/)?[^/]*\.\w{1,8}$/.test(pattern) && !/(?:^|\/)\.\.\//.test(pattern);
}

const LISTS: ReadonlySet<string> = new Set(['-l', '-L', '--files-with-matches', '--files-without-match', '--files']);

/** `grep -rl x src`, `rg -l x`, `rg --files src` */
function listedByGrep(program: string, argv: readonly Word[]): FoundPath | undefined {
  const grammar: Grammar | undefined = grammarOf(program);
  if (grammar === undefined) return undefined;
  const { options, operands, dynamic } = parseCommand(program, argv, grammar);
  const lists = options.filter(({ names }) => names.some((name) => LISTS.has(name)));
  if (lists.length === 0 || dynamic.length > 0) return undefined;
  const onlyFiles = lists.some(({ names }) => names.includes('--files'));
  const hasPattern = onlyFiles || options.some(({ names }) => names.includes('-e') || names.includes('-f'));
  const roots = operands.map(({ word }) => word).slice(hasPattern ? 0 : 1);
  const within = roots.length === 0 ? '.' : pathsOf(roots)?.within;
  return { prefix: '', suffix: '', all: onlyFiles, ...(within === undefined ? {} : { within }) };
}

/** `git ls-files '*.o'`, `git diff --name-only`: paths in the repository, none of which begins with `..`. */
function listedByGit(argv: readonly Word[]): FoundPath | undefined {
  const values = argv.slice(1).map((word) => wordValue(word) ?? '-');
  const [command, ...rest] = values;
  const isNames = rest.some((value) => value === '--name-only');
  const isList =
    command === 'ls-files'
      ? !rest.some((value) => /^(?:-[a-z]*[stuv]|--stage|--unmerged|--eol|--debug|--format.*)$/.test(value))
      : isNames;
  if (!isList || !/^(?:ls-files|ls-tree|diff|diff-tree|diff-index)$/.test(command ?? '')) return undefined;
  const operands = rest.filter((value) => !value.startsWith('-') || value === '-');
  if (operands.some((value) => /^[-:/]|(^|\/)\.\.(\/|$)/.test(value))) return undefined;
  const suffix =
    command === 'ls-files' && operands.length === 1
      ? (/^[^*]*\*([^*?[\]\\/]*)$/.exec(operands[0] as string)?.[1] ?? '')
      : '';
  return { prefix: '', suffix, within: '.', all: command === 'ls-files' && rest.length === 0 };
}
