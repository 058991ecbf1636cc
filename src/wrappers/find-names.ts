import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import { mayBeOption } from './words.ts';

/** The words of one action, up to `;` or `{} +`; a missing end takes the rest, which find refuses. */
export function actionWords(
  expression: readonly Word[],
  from: number,
): { words: readonly Word[]; many: boolean; end: number } {
  for (let at = from; at < expression.length; at++) {
    const value = wordValue(expression[at]);
    if (value === ';') return { words: expression.slice(from, at), many: false, end: at };
    if (value === '+' && wordValue(expression[at - 1]) === '{}') {
      return { words: expression.slice(from, at), many: true, end: at };
    }
  }
  return { words: expression.slice(from), many: false, end: expression.length };
}

export const ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Tests and actions without a value: a word behind them is not their value. */
export const BARE =
  /^(-(a|and|o|or|not|print0?|delete|ls|prune|quit|depth|d|mount|xdev|empty|true|false|readable|writable|executable|daystart|follow|noleaf|nouser|nogroup)|[()!,])$/;

const NAMES = /^-i?(?:name|path|wholename)$/;

/** What prints a path, or what a program prints of it. */
const PRINTS = new Set(['-print', '-print0', '-printf', '-ls', ...ACTIONS]);

/** Constraints on the paths found: their suffix, and patterns of which one matches the name, case-insensitively. */
export interface FoundNames {
  readonly suffix: string;
  readonly names?: readonly string[];
}

/** One pattern of a name. `suffix` is its literal end, case-sensitive. */
interface Name {
  readonly pattern: string;
  readonly suffix: string;
}

/** Undefined = any name. */
type Names = readonly Name[] | undefined;

/** One level of parentheses: the constraints on names after the terms so far. */
interface Group {
  /** each `-o` ends one of them */
  readonly alternatives: Names[];
  term: Names;
  /** the next term is negated */
  negates: boolean;
}

function newGroup(): Group {
  return { alternatives: [], term: undefined, negates: false };
}

/** More names than this are any name. */
const MAX_NAMES = 64;
/** PATH_MAX of Linux; a longer pattern is any name. */
const MAX_PATTERN = 4096;

function eitherOf({ alternatives, term }: Group): Names {
  return anyOf([...alternatives, term]);
}

function anyOf(all: readonly Names[]): Names {
  const names = all.flatMap((one) => one ?? []);
  return all.includes(undefined) || names.length > MAX_NAMES ? undefined : names;
}

/** What is certain of the names that reach the next action. */
function reachedIn(groups: readonly Group[]): Names {
  return groups.map(({ term }) => term).reduce(fewerOf, undefined);
}

/** What has an action that prints prints nothing else. */
function printedBy(groups: readonly Group[], printed: readonly Names[]): Names {
  if (printed.length > 0) return anyOf(printed);
  return groups.length === 1 ? eitherOf(groups[0] as Group) : reachedIn(groups);
}

function fewerOf(a: Names, b: Names): Names {
  return a === undefined || (b !== undefined && b.length < a.length) ? b : a;
}

/** The constraints of a test with these patterns. */
export function namesMatching(test: '-name' | '-iname', patterns: readonly string[]): FoundNames {
  const names = patterns.map((pattern) => nameOf(test, knownWord(pattern)));
  return names.length === 0 || names.includes(undefined) ? { suffix: '' } : foundOf(names.flatMap((one) => one ?? []));
}

/** `*.py[co]`, `*.[oa]`: a letter of an extension is one of a few; `*.gc*`: some begin so. `*.[!x]` and `*.g*` are nearly any name. */
const EXTENSION = /^\*?\.(?:\w*(?:\[[\w-]+\]\w*)+|\w{2,}\*)$/;

/** The pattern of a name; of one that is known in part, the known end: `"*$x.class"` ends like `*.class`. */
function writtenName(word: Word | undefined): string | undefined {
  if (word?.kind === 'glob') return word.pattern;
  return word?.kind === 'unknown' && word.fields === 'one' && word.suffix !== '' ? `*${word.suffix}` : wordValue(word);
}

/** The name that a test matches, where it excludes most others. */
function nameOf(test: string, word: Word | undefined): Names {
  const written = writtenName(word);
  if (written === undefined || written.length > MAX_PATTERN || written.includes('\\')) return undefined;
  const tail = /(?<![^*?[\]])[^*?[\]]*$/.exec(written)?.[0] ?? '';
  const certain = tail.slice(tail.lastIndexOf('/') + 1);
  const pattern = /^-i?name$/.test(test) ? written : certain === tail ? `*${tail}` : certain;
  // what takes the repository along is as good as any name
  if (certain === '' && shellGlobMatches(pattern, '.git')) return undefined;
  const literal = pattern.replace(/\[[^\]]*\]?|[*?]/g, '');
  // `*.o`, and of the hidden files `.*.o`; `#*#` and `.#*` are left by editors
  const isNamed = pattern.replace(/^(?:\*|\.\*(?=\.))/, '') === certain || /\w{3}|#/.test(literal);
  if ((!isNamed || /^\.*$/.test(literal)) && !EXTENSION.test(pattern)) return undefined;
  return [{ pattern, suffix: test.startsWith('-i') && /[a-z]/i.test(certain) ? '' : certain }];
}

/** Tests that match any name, but never a folder with content: `-empty`, `-type l`. */
const NOT_ALL: Names = [{ pattern: '*', suffix: '' }];

function addTerm(group: Group, names: Names): void {
  if (!group.negates) group.term = fewerOf(group.term, names);
  group.negates = false;
}

function addOperator(groups: Group[], operator: string): void {
  const group = groups.at(-1) as Group;
  if (operator === '!' || operator === '-not') group.negates = !group.negates;
  else if (operator === '(') groups.push(newGroup());
  else if (operator === ')' && groups.length > 1) {
    groups.pop();
    addTerm(groups.at(-1) as Group, eitherOf(group));
  } else if (operator === ',') groups.splice(-1, 1, newGroup());
  else if (operator === '-o' || operator === '-or') {
    group.alternatives.push(group.term);
    group.term = undefined;
  }
}

/**
 * What is certain of the names that reach the word at `until`: an action there, or the end of the expression. Follows
 * `-a`, `-o`, `!`, `,` and parentheses. Source: find(1) 4.9, OPERATORS.
 */
export function foundNames(expression: readonly Word[], until: number): FoundNames {
  const groups: Group[] = [newGroup()];
  const isWhole = until >= expression.length;
  const printed: Names[] = [];
  for (let at = 0; at < until; at++) {
    const word = expression[at] as Word;
    const value = wordValue(word) ?? '';
    // it may be an operator
    if (word.kind === 'unknown' && word.fields === 'any' && mayBeOption(word)) return { suffix: '' };
    if (PRINTS.has(value)) printed.push(reachedIn(groups));
    if (/^(?:[()!,]|-o|-or|-not)$/.test(value)) addOperator(groups, value);
    else if (NAMES.test(value)) addTerm(groups.at(-1) as Group, nameOf(value, expression[++at]));
    else if (value === '-empty') addTerm(groups.at(-1) as Group, NOT_ALL);
    else if (value === '-type' && wordValue(expression[at + 1]) === 'l') {
      addTerm(groups.at(-1) as Group, NOT_ALL);
      at++;
    } else if (ACTIONS.has(value)) at = actionWords(expression, at + 1).end;
    else {
      if (value.startsWith('-') && value !== '-a' && value !== '-and') addTerm(groups.at(-1) as Group, undefined);
      if (value.startsWith('-') && !BARE.test(value)) at++;
    }
  }
  const names = isWhole ? printedBy(groups, printed) : reachedIn(groups);
  if (names === undefined || names.length === 0) return { suffix: '' };
  return foundOf(names);
}

function foundOf(names: readonly Name[]): FoundNames {
  return { suffix: commonEnd(names.map(({ suffix }) => suffix)), names: names.map(({ pattern }) => pattern) };
}

function commonEnd(texts: readonly string[]): string {
  let end = texts[0] ?? '';
  for (const text of texts) while (!text.endsWith(end)) end = end.slice(1);
  return end;
}
