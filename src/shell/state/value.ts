import type { FoundPath } from '../../model/found-path.ts';
import { HOLE } from '../../model/hole.ts';
import type { UnknownReason } from '../../model/word.ts';

/** The value of a variable or the output of a command: a known text, or constraints on an unknown one. */
export type Value = KnownValue | UnknownValue;

export interface KnownValue {
  readonly known: true;
  readonly text: string;
}

export interface UnknownValue {
  readonly known: false;
  readonly prefix: string;
  readonly suffix: string;
  readonly reason: UnknownReason;
  /** only digits and a sign: never splits, never holds code */
  readonly numeric: boolean;
  /** no blank and no character of a pattern in it: with the usual IFS it stays one word */
  readonly plain?: boolean | undefined;
  /** shell glob that matches it; quoted characters are escaped */
  readonly pattern?: string | undefined;
  /** a directory that the path is certainly below, as it would be written here */
  readonly within?: string | undefined;
  /** patterns, one of which matches its last segment, case-insensitively */
  readonly names?: readonly string[] | undefined;
  /** a path that the line makes anew under a random name, or one below it */
  readonly temporary?: true | undefined;
  /** it stays below any folder that it is joined to */
  readonly isName?: boolean | undefined;
  /** each line is such a path; there may be none */
  readonly paths?: FoundPath | undefined;
  /** the text with HOLE in place of each unknown piece; absent where prefix and suffix say as much */
  readonly template?: string | undefined;
  /** it may be empty, and the rest holds only if it is not: `$(which x)` prints nothing where there is no x */
  readonly mayBeEmpty?: boolean | undefined;
  /** the value if a variable is not set: the default of `${x:-a}` */
  readonly otherwise?: string | undefined;
  /** candidates, from branches with known values and from names of variables; it may be none of them */
  readonly alternatives?: readonly string[] | undefined;
  /** the text itself, where it stands in files on disk: it is put into the words of programs, but a file as code is followed as a file */
  readonly fileText?: string | undefined;
  /** the text that it is unless the shell refuses the builtin that sets it */
  readonly likely?: string | undefined;
  /** indexes of the invocations that print it; live: may grow while the line is walked */
  readonly from: readonly number[];
}

/** What holds for each path. All that is in the working directory counts as the directory itself: `all`, and no `within` then. */
export function eachPath({ prefix, suffix, within, names, isName, all }: FoundPath): FoundPath {
  const isHere = all === true && within === '.';
  const name = isName === true ? { isName } : {};
  const each = { prefix, suffix, ...name, ...(isHere ? { all } : within === undefined ? {} : { within }) };
  return names === undefined ? each : { ...each, names };
}

const NOBODY: readonly number[] = [];

export const EMPTY: KnownValue = { known: true, text: '' };

export function known(text: string): KnownValue {
  return { known: true, text };
}

export function unknown(reason: UnknownReason, more: Partial<UnknownValue> = {}): UnknownValue {
  const {
    prefix = '',
    suffix = '',
    numeric = false,
    plain,
    pattern,
    within,
    names,
    temporary,
    isName,
    paths,
    template,
    mayBeEmpty,
    otherwise,
    alternatives,
    fileText,
    likely,
    from = NOBODY,
  } = more;
  return {
    known: false,
    prefix,
    suffix,
    reason,
    numeric,
    plain,
    pattern,
    within,
    names,
    temporary,
    isName,
    paths,
    template,
    mayBeEmpty,
    otherwise,
    alternatives,
    fileText,
    likely,
    from,
  };
}

/** A longer text is not known: values that are made of each other double, and a line is not longer than this. */
const MAX_KNOWN = 64 * 1024;

/** The text of a known value, made only if its length is bounded. */
export function bounded(length: number, text: () => string): Value {
  return length > MAX_KNOWN ? unknown('expansion') : known(text());
}

export const A_NUMBER: UnknownValue = unknown('arithmetic', { numeric: true });

/**
 * Fields are spelled out, here and below: this runs for each piece of each word, and a spread takes ten times as long.
 */
export function concat(left: Value, right: Value): Value {
  const a = beside(right, left);
  const b = beside(left, right);
  if (a.known && b.known) return bounded(a.text.length + b.text.length, () => a.text + b.text);
  if (a.known) return b.known ? a : behindText(a.text, b);
  if (b.known) return beforeText(a, b.text);
  const pattern = a.pattern === undefined || b.pattern === undefined ? undefined : a.pattern + b.pattern;
  const numeric = a.numeric && b.numeric;
  const plain = a.plain === true && !endsLine(a.suffix) && b.plain === true;
  return {
    known: false,
    prefix: a.prefix,
    suffix: b.suffix,
    reason: a.reason,
    numeric,
    plain,
    pattern,
    within: undefined,
    names: undefined,
    temporary: undefined,
    paths: undefined,
    template: joinedTemplate(a, b),
    otherwise: undefined,
    alternatives: undefined,
    fileText: a.fileText === undefined || b.fileText === undefined ? undefined : joinedText(a.fileText, b.fileText),
    likely: undefined,
    from: union(a.from, b.from),
  };
}

/** A value that may be empty loses its prefix and suffix when it is joined to other text. */
function beside(other: Value, value: Value): Value {
  if (value.known || value.mayBeEmpty !== true) return value;
  const isAlone = other.known && (other.text === '' || other.text === '\n');
  return isAlone ? value : unknown(value.reason, { from: value.from });
}

/** Longer templates are dropped: prefix and suffix remain. */
const MAX_TEMPLATE = 4096;

/** Text of files in a value, up to the length of one that is known. */
function joinedText(a: string, b: string): string | undefined {
  return a.length + b.length > MAX_KNOWN ? undefined : a + b;
}

function joinedTemplate(a: UnknownValue, b: UnknownValue): string | undefined {
  const template = templateOf(a) + templateOf(b);
  return template.length > MAX_TEMPLATE ? undefined : template;
}

/** The text with HOLE in place of each unknown piece. */
export function templateOf({ template, prefix, suffix }: UnknownValue): string {
  return template ?? `${prefix}${HOLE}${suffix}`;
}

function behindText(text: string, value: UnknownValue): UnknownValue {
  if (text === '') return value;
  // a number that a program prints may be several numbers
  const isNumber = value.numeric && value.reason === 'arithmetic';
  return {
    known: false,
    prefix: text + value.prefix,
    suffix: value.suffix,
    reason: value.reason,
    numeric: value.numeric && isNumeric(text),
    plain: value.plain === true && isPlain(text) && !endsLine(text),
    pattern: value.pattern === undefined ? undefined : escapeGlob(text) + value.pattern,
    within: text === './' ? value.within : isNumber ? NUMBERED.exec(text)?.[1] : folderOf(text, value),
    names: value.names !== undefined && text.endsWith('/') ? value.names : isNumber ? numberedName(text) : undefined,
    temporary: undefined,
    paths: undefined,
    template: value.template === undefined ? undefined : text + value.template,
    otherwise: value.otherwise === undefined ? undefined : text + value.otherwise,
    alternatives: value.alternatives?.map((one) => text + one),
    fileText: value.fileText === undefined ? undefined : joinedText(text, value.fileText),
    likely: value.likely === undefined ? undefined : text + value.likely,
    from: value.from,
  };
}

/** `dir/$f`, where f is a name: the directory. */
function folderOf(text: string, { isName }: UnknownValue): string | undefined {
  if (isName !== true || !text.endsWith('/') || text.includes('\n')) return undefined;
  return text.replace(/(?<=[^/])\/+$|(?<=^\/)\/+$/, '');
}

function beforeText(value: UnknownValue, text: string): UnknownValue {
  if (text === '') return value;
  const isBeyond = value.within === undefined || goesUp(text) || endsLine(value.suffix);
  return {
    known: false,
    prefix: value.prefix,
    suffix: value.suffix + text,
    reason: value.reason,
    numeric: value.numeric && isNumeric(text),
    plain: value.plain === true && !endsLine(value.suffix) && isPlain(text),
    pattern: value.pattern === undefined ? undefined : value.pattern + escapeGlob(text),
    within: isBeyond ? undefined : value.within,
    names: undefined,
    temporary: staysBelow(value, text) ? value.temporary : undefined,
    isName: value.isName === true && !goesUp(text) ? true : undefined,
    paths: text === '\n' ? value.paths : undefined,
    template: value.template === undefined ? undefined : value.template + text,
    mayBeEmpty: value.mayBeEmpty,
    otherwise: value.otherwise === undefined ? undefined : value.otherwise + text,
    alternatives: value.alternatives?.map((one) => one + text),
    fileText: value.fileText === undefined ? undefined : joinedText(value.fileText, text),
    likely: value.likely === undefined ? undefined : value.likely + text,
    from: value.from,
  };
}

/** `/dir/name`, to which a number is appended: the directory. */
const NUMBERED = /^(\/[^\n]*)\/(?!\.{0,2}$)[^/\n]*$/;

function numberedName(text: string): readonly string[] | undefined {
  return NUMBERED.test(text) ? [`${escapeGlob(text.slice(text.lastIndexOf('/') + 1))}*`] : undefined;
}

/** Appended to a path, this text may lead out of its directory. */
function goesUp(text: string): boolean {
  return text.startsWith('.') ? /^\.{1,2}(?:\/|$)/.test(text) || text.includes('/..') : /\/\.\.(?:\/|$)/.test(text);
}

/** `$T/x` lies in `$T`, `$T.bak` beside it. */
function staysBelow({ suffix }: UnknownValue, text: string): boolean {
  return !goesUp(text) && (suffix.endsWith('/') || /^[/\n]/.test(text));
}

/** What holds for both values: the state after a branch that may or may not have run. */
export function joinValues(a: Value, b: Value): Value {
  if (a === b) return a;
  if (a.known && b.known && a.text === b.text) return a;
  if (!(a.known || b.known) && sameUnknown(a, b)) return a;
  const reason = a.known ? (b.known ? 'variable' : b.reason) : a.reason;
  const [startA, endA] = ends(a);
  const [startB, endB] = ends(b);
  return unknown(reason, {
    prefix: commonPrefix(startA, startB),
    suffix: commonSuffix(endA, endB),
    numeric: (a.known ? isNumeric(a.text) : a.numeric) && (b.known ? isNumeric(b.text) : b.numeric),
    from: union(a.known ? NOBODY : a.from, b.known ? NOBODY : b.from),
    mayBeEmpty: (!a.known && a.mayBeEmpty) || (!b.known && b.mayBeEmpty),
    within: a.known || b.known || a.within !== b.within ? undefined : a.within,
    isName: a.known || b.known ? undefined : a.isName && b.isName,
    names: a.known || b.known || a.names === undefined || b.names === undefined ? undefined : [...a.names, ...b.names],
    alternatives: joinedAlternatives(a, b),
  });
}

/** A text, or in some shells or on some machines another one. */
export function likely(text: KnownValue, otherwise: Value): Value {
  const joined = joinValues(text, otherwise);
  return joined.known ? joined : { ...joined, likely: text.text };
}

/** With more candidates there are none. */
export const MAX_ALTERNATIVES = 4;

function joinedAlternatives(a: Value, b: Value): readonly string[] | undefined {
  const texts = new Set([a, b].flatMap((one) => (one.known ? [one.text] : (one.alternatives ?? []))));
  return texts.size === 0 || texts.size > MAX_ALTERNATIVES ? undefined : [...texts];
}

/** No blank and no pattern character. A newline at the very end is ignored, as command substitution removes it. */
export function isPlain(text: string): boolean {
  return !/[ \t*?[\]\\]|\n(?!$)/.test(text);
}

function endsLine(text: string): boolean {
  return text.endsWith('\n');
}

function isNumeric(text: string): boolean {
  return /^-?\d+$/.test(text);
}

export function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0) return b;
  if (b.length === 0 || a === b) return a;
  if (b.length > 8) return [...new Set([...a, ...b])];
  const added = b.filter((index) => !a.includes(index));
  return added.length === 0 ? a : [...a, ...added];
}

export function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}

function sameUnknown(a: UnknownValue, b: UnknownValue): boolean {
  return (
    a.prefix === b.prefix &&
    a.suffix === b.suffix &&
    a.numeric === b.numeric &&
    a.from === b.from &&
    a.pattern === b.pattern &&
    a.within === b.within &&
    a.isName === b.isName &&
    a.names === b.names &&
    a.temporary === b.temporary &&
    a.template === b.template &&
    a.otherwise === b.otherwise &&
    a.alternatives?.join('\0') === b.alternatives?.join('\0') &&
    a.fileText === b.fileText &&
    a.paths === b.paths
  );
}

function ends(value: Value): [string, string] {
  return value.known ? [value.text, value.text] : [value.prefix, value.suffix];
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

function commonSuffix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return a.slice(a.length - length);
}
