import type { FoundPath } from '../../model/found-path.ts';
import { HOLE } from '../../model/hole.ts';
import type { UnknownReason } from '../../model/word.ts';

/** What a variable holds or a command prints: text, or what is known of it. */
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
  /** shell glob that it matches; quoted characters are escaped */
  readonly pattern?: string | undefined;
  /** a directory that the value, a path, is surely below, as it would be written here */
  readonly within?: string | undefined;
  /** patterns, one of which its last segment matches in upper or lower case */
  readonly names?: readonly string[] | undefined;
  /** each line of it is such a path; it may have no line at all */
  readonly paths?: FoundPath | undefined;
  /** all that is known of the text, with HOLE where something is missing: where that is more than its ends */
  readonly template?: string | undefined;
  /** what is said of it holds where it is anything at all: `$(which x)` is nothing where there is no x */
  readonly mayBeEmpty?: boolean | undefined;
  /** what it is where a variable is not set: the default of `${x:-a}` */
  readonly otherwise?: string | undefined;
  /** texts that it may be, from branches that know theirs and from what a variable's name says; it may be others */
  readonly alternatives?: readonly string[] | undefined;
  /** invocations that print it; live: may grow while the line is walked */
  readonly from: readonly number[];
}

/** What holds for each of the paths, alone: in the working directory every name is possible, so `within` adds nothing. */
export function eachPath({ prefix, suffix, within, names, all }: FoundPath): FoundPath {
  const each = { prefix, suffix, ...(within === undefined || (all === true && within === '.') ? {} : { within }) };
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
    paths,
    template,
    mayBeEmpty,
    otherwise,
    alternatives,
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
    paths,
    template,
    mayBeEmpty,
    otherwise,
    alternatives,
    from,
  };
}

export const A_NUMBER: UnknownValue = unknown('arithmetic', { numeric: true });

/** Copies of values are spelled out: it is done for every piece of every word, and a spread takes ten times as long. */
export function concat(left: Value, right: Value): Value {
  const a = beside(right, left);
  const b = beside(left, right);
  if (a.known) return b.known ? known(a.text + b.text) : behindText(a.text, b);
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
    paths: undefined,
    template: joinedTemplate(a, b),
    otherwise: undefined,
    alternatives: undefined,
    from: union(a.from, b.from),
  };
}

/** What may be nothing at all says nothing of the ends that it has together with other text. */
function beside(other: Value, value: Value): Value {
  if (value.known || value.mayBeEmpty !== true) return value;
  const isAlone = other.known && (other.text === '' || other.text === '\n');
  return isAlone ? value : unknown(value.reason, { from: value.from });
}

/** Longer code with pieces that are not known is read by its ends. */
const MAX_TEMPLATE = 4096;

function joinedTemplate(a: UnknownValue, b: UnknownValue): string | undefined {
  const template = templateOf(a) + templateOf(b);
  return template.length > MAX_TEMPLATE ? undefined : template;
}

/** All that is known of the text, with HOLE where something is missing. */
export function templateOf({ template, prefix, suffix }: UnknownValue): string {
  return template ?? `${prefix}${HOLE}${suffix}`;
}

function behindText(text: string, value: UnknownValue): UnknownValue {
  if (text === '') return value;
  // what programs print as a number may be several words
  const isNumber = value.numeric && value.reason === 'arithmetic';
  return {
    known: false,
    prefix: text + value.prefix,
    suffix: value.suffix,
    reason: value.reason,
    numeric: value.numeric && isNumeric(text),
    plain: value.plain === true && isPlain(text) && !endsLine(text),
    pattern: value.pattern === undefined ? undefined : escapeGlob(text) + value.pattern,
    within: text === './' ? value.within : isNumber ? NUMBERED.exec(text)?.[1] : undefined,
    names: value.names !== undefined && text.endsWith('/') ? value.names : isNumber ? numberedName(text) : undefined,
    paths: undefined,
    template: value.template === undefined ? undefined : text + value.template,
    otherwise: value.otherwise === undefined ? undefined : text + value.otherwise,
    alternatives: value.alternatives?.map((one) => text + one),
    from: value.from,
  };
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
    paths: text === '\n' ? value.paths : undefined,
    template: value.template === undefined ? undefined : value.template + text,
    mayBeEmpty: value.mayBeEmpty,
    otherwise: value.otherwise === undefined ? undefined : value.otherwise + text,
    alternatives: value.alternatives?.map((one) => one + text),
    from: value.from,
  };
}

/** The directory of a file whose name begins here and goes on with digits, or with nothing. */
const NUMBERED = /^(\/[^\n]*)\/(?!\.{0,2}$)[^/\n]*$/;

function numberedName(text: string): readonly string[] | undefined {
  return NUMBERED.test(text) ? [`${escapeGlob(text.slice(text.lastIndexOf('/') + 1))}*`] : undefined;
}

/** Behind a path it may lead out of its directory. */
function goesUp(text: string): boolean {
  return text.startsWith('.') ? /^\.{1,2}(?:\/|$)/.test(text) || text.includes('/..') : /\/\.\.(?:\/|$)/.test(text);
}

/** What holds of both: the state after a branch that may or may not have run. */
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
    names: a.known || b.known || a.names === undefined || b.names === undefined ? undefined : [...a.names, ...b.names],
    alternatives: joinedAlternatives(a, b),
  });
}

/** More branches than that are one unknown value. */
const MAX_ALTERNATIVES = 4;

function joinedAlternatives(a: Value, b: Value): readonly string[] | undefined {
  const texts = new Set([a, b].flatMap((one) => (one.known ? [one.text] : (one.alternatives ?? []))));
  return texts.size === 0 || texts.size > MAX_ALTERNATIVES ? undefined : [...texts];
}

/** A line's end at the very end counts for nothing: it goes where output is substituted. */
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
    a.names === b.names &&
    a.template === b.template &&
    a.otherwise === b.otherwise &&
    a.alternatives?.join('\0') === b.alternatives?.join('\0') &&
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
