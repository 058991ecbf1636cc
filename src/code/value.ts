import { HOLE, HOLE_VARIABLE } from '../model/hole.ts';
import type { UnknownReason, Word } from '../model/word.ts';
import { knownWord } from '../model/word.ts';
import { shArgument } from '../util/sh-quote.ts';
import { leadingText, trailingText, unknownWord } from '../wrappers/words.ts';

/** A piece of a text: certain, the home directory, or not known. */
export type Part = string | { readonly home: true } | FoundPart;

/** A piece that is not known. */
interface FoundPart {
  readonly reason: UnknownReason;
  readonly isNew?: true;
  /** patterns of which one matches the name that it ends */
  readonly names?: readonly string[];
}

/** The value of an expression in another language. */
export type Value =
  | { readonly kind: 'text'; readonly parts: readonly Part[] }
  /** `keys`: of a mapping, one for each item */
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly keys?: readonly string[] }
  /** a module, function or class: `os`, `os.system`, `pathlib.Path` */
  | { readonly kind: 'name'; readonly name: string }
  /** a path object: `pathlib.Path('x')` */
  | { readonly kind: 'path'; readonly parts: readonly Part[] }
  | { readonly kind: 'flag'; readonly on: boolean }
  /** a mapping, or an object with properties; changed in place as that is, by whatever name */
  | RecordValue
  /** one of these: the variable of a loop over a list */
  | { readonly kind: 'choice'; readonly items: readonly Value[] }
  /** `file`: it is what stands in that file */
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly file?: string };

/** What stands under each key that is known. */
export interface RecordValue {
  readonly kind: 'record';
  readonly entries: Map<string, Value>;
  /** there may be other keys, and what stands under these may be something else */
  isOpen?: boolean;
}

export const UNKNOWN: Value = { kind: 'unknown', reason: 'variable' };

/** What is read of a file. */
export function contentOf(path: Value | undefined): Value {
  const parts = partsOf(path);
  if (!parts.every((part) => typeof part === 'string')) return UNKNOWN;
  return { kind: 'unknown', reason: 'file', file: parts.join('') };
}

/** A literal, which may contain holes. */
export function textValue(text: string): Value {
  return { kind: 'text', parts: partsOfText(text) };
}

export function partsOfText(text: string): readonly Part[] {
  if (!text.includes(HOLE)) return [text];
  return text
    .split(HOLE)
    .flatMap((piece, at): readonly Part[] => (at === 0 ? [piece] : [{ reason: 'variable' }, piece]));
}

export function nameValue(name: string): Value {
  return { kind: 'name', name };
}

/** Names whose value is the interpreter itself. */
const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ['sys.executable', 'python3'],
  ['process.execPath', 'node'],
  ['process.argv0', 'node'],
  ['RbConfig.ruby', 'ruby'],
  ['PHP_BINARY', 'php'],
]);

/** Of a longer text only the beginning is known: `x = x + x`, often enough, would not fit into memory. */
const MAX_PARTS = 200;
export const MAX_LENGTH = 16 * 1024;
const MAX_ITEMS = 1000;

/** The value as text, bounded; that of a list or a name is unknown. */
export function partsOf(value: Value | undefined): readonly Part[] {
  if (value?.kind === 'text' || value?.kind === 'path') return boundedParts(value.parts);
  const interpreter = value?.kind === 'name' ? INTERPRETERS.get(value.name) : undefined;
  if (interpreter !== undefined) return [interpreter];
  return [{ reason: value?.kind === 'unknown' ? value.reason : 'variable' }];
}

function boundedParts(parts: readonly Part[]): readonly Part[] {
  if (parts.length < 2) return parts;
  const kept: Part[] = [];
  let left = MAX_LENGTH;
  for (const part of parts) {
    const last = kept.at(-1);
    if (kept.length >= MAX_PARTS || (typeof part === 'string' && part.length > left)) {
      return last !== undefined && isHole(last) ? kept : [...kept, { reason: 'variable' }];
    }
    if (typeof part !== 'string') kept.push(part);
    else if (typeof last === 'string') kept[kept.length - 1] = last + part;
    else kept.push(part);
    left -= typeof part === 'string' ? part.length : 0;
  }
  return kept;
}

/** Of a longer list only the beginning is known. */
export function listValue(items: readonly Value[]): Value {
  return { kind: 'list', items: items.length > MAX_ITEMS ? [...items.slice(0, MAX_ITEMS), UNKNOWN] : items };
}

/** More combinations are one that is not known; so are choices deeper in lists of lists. */
const MAX_CHOICES = 32;
const MAX_CHOICE_DEPTH = 3;

/** What a loop's variable holds. */
export function loopItem(value: Value): Value {
  if (value.kind === 'name') return UNKNOWN;
  if (value.kind !== 'list') return value;
  const [only, ...more] = value.items;
  if (only === undefined || value.items.length > MAX_CHOICES) return UNKNOWN;
  return more.length === 0 ? only : { kind: 'choice', items: value.items };
}

/** These values with each choice among them, or in a list of them, decided: every combination. */
export function combinations(values: readonly Value[], depth = 0): readonly (readonly Value[])[] {
  let count = 1;
  const each = values.map((value) => {
    const all = alternatives(value, depth);
    if (count * all.length > MAX_CHOICES) return [UNKNOWN];
    count *= all.length;
    return all;
  });
  if (count === 1) return [each.map(([only]) => only ?? UNKNOWN)];
  // the last value is another one each time
  return Array.from({ length: count }, (_, at) => {
    let rest = at;
    const chosen: Value[] = [];
    for (let place = each.length - 1; place >= 0; place--) {
      const all = each[place] as readonly Value[];
      chosen[place] = all[rest % all.length] ?? UNKNOWN;
      rest = Math.floor(rest / all.length);
    }
    return chosen;
  });
}

function alternatives(value: Value, depth: number): readonly Value[] {
  if (value.kind === 'choice') return value.items;
  if (value.kind !== 'list' || !value.items.some(({ kind }) => kind === 'choice')) return [value];
  if (depth > MAX_CHOICE_DEPTH) return [UNKNOWN];
  return combinations(value.items, depth + 1).map((items) => ({ ...value, items }));
}

/** The result of a function of values, for each combination of the choices among them. */
export function overChoices(values: readonly Value[], result: (values: readonly Value[]) => Value): Value {
  const all = combinations(values);
  const [first] = all;
  return all.length === 1 && first !== undefined ? result(first) : { kind: 'choice', items: all.map(result) };
}

export function concatValues(values: readonly Value[], separator = ''): Value {
  return overChoices(values, (each) => concatCertain(each, separator));
}

function concatCertain(values: readonly Value[], separator: string): Value {
  const parts: Part[] = [];
  let holes = 0;
  for (const [at, value] of values.entries()) {
    // holes do not join as strings do: nothing behind so many of them is ever read
    if (holes >= MAX_PARTS) break;
    if (at > 0 && separator !== '') parts.push(separator);
    for (const part of partsOf(value)) {
      parts.push(part);
      if (typeof part !== 'string') holes++;
    }
  }
  return { kind: 'text', parts };
}

/** Paths joined as `os.path.join` does: a later absolute one starts over. */
export function joinPaths(values: readonly Value[]): readonly Part[] {
  let parts: readonly Part[] = [];
  for (const value of values) {
    const next = partsOf(value);
    const first = next[0];
    const absolute = typeof first === 'string' ? first.startsWith('/') : first !== undefined && 'home' in first;
    parts = absolute || parts.length === 0 ? next : [...parts, '/', ...next];
  }
  return parts;
}

/** `~/x` where the language's own library expands it. */
export function expandHome(parts: readonly Part[]): readonly Part[] {
  const [first, ...rest] = parts;
  if (typeof first !== 'string' || !/^~(\/|$)/.test(first)) return parts;
  return [{ home: true }, first.slice(1), ...rest];
}

/** The same for a value, in a language whose functions expand `~` in every path. */
export function atHome(value: Value): Value {
  return value.kind === 'text' ? { kind: 'text', parts: expandHome(value.parts) } : value;
}

/** The paths that match a pattern: known up to its first and from its last special character. */
export function globbed(pattern: Value | undefined): Value {
  const parts = partsOf(pattern);
  const last = parts.at(-1);
  const isCertain = parts.every((part) => typeof part === 'string' || isHome(part));
  const cut = typeof last === 'string' && isCertain ? last.search(/[*?[]/) : -1;
  if (typeof last !== 'string' || cut < 0) return pattern ?? UNKNOWN;
  const suffix = /(?<![^*?\]])[^*?\]]*$/.exec(last)?.[0] ?? '';
  const name = ONE_OF_EXTENSIONS.exec(last)?.[1];
  const found: Part = { reason: 'glob', ...(name !== undefined && { names: [name] }) };
  return { kind: 'text', parts: [...parts.slice(0, -1), last.slice(0, cut), found, suffix] };
}

/** `build/*.py[co]`: no literal end, and yet a pattern that few names match. */
const ONE_OF_EXTENSIONS = /(?:^|\/)(\*\.\w*(?:\[[\w-]+\]\w*)+)$/;

/** A new file or folder with a name of its own: `mkdtemp(dir)` in Python, `mkdtemp(dir/prefix)` in JavaScript. */
export function newPath(prefix: readonly Part[]): Value {
  return { kind: 'text', parts: [...prefix, { reason: 'glob', isNew: true }, ''] };
}

/** The text where all of it is certain. */
export function textOf(value: Value | undefined): string | undefined {
  if (value?.kind !== 'text' && value?.kind !== 'path') return undefined;
  const parts = partsOf(value);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

function isHole(part: Part): boolean {
  return typeof part !== 'string' && 'reason' in part;
}

function isHome(part: Part): part is { readonly home: true } {
  return typeof part !== 'string' && 'home' in part;
}

export function hasHome(parts: readonly Part[]): boolean {
  return parts.some(isHome);
}

/** Each name in a folder that is named, as a pattern gives it. */
function isEachName(parts: readonly Part[], at: number): boolean {
  const [before, part, after] = [parts[at - 1], parts[at], parts[at + 1]];
  const isListed = typeof part === 'object' && 'reason' in part && part.reason === 'glob' && part.isNew !== true;
  const isInFolder = typeof before === 'string' && /(?:^|[^./]|\.\.)\/[^/]*$/.test(at === 1 ? before : `x${before}`);
  return isListed && isInFolder && !(typeof after === 'string' && after.includes('/'));
}

export function wordOf(value: Value | undefined): Word {
  const parts = partsOf(value);
  const firstHole = parts.findIndex((part) => typeof part !== 'string');
  if (firstHole < 0) return knownWord(parts.join(''));
  const lastHole = parts.findLastIndex((part) => typeof part !== 'string');
  if (firstHole === lastHole && isEachName(parts, firstHole)) {
    const pattern = parts.map((part) => (typeof part === 'string' ? part.replace(/[*?[\]\\]/g, '\\$&') : '*')).join('');
    return { kind: 'glob', pattern, text: pattern };
  }
  const hole = parts[firstHole];
  const prefix = parts.slice(0, firstHole).join('');
  const reason = typeof hole === 'object' && 'reason' in hole ? hole.reason : 'variable';
  const suffix = parts.slice(lastHole + 1).join('');
  const staysIn = reason === 'glob' && firstHole === lastHole && !/(^|\/)\.\.(\/|$)/.test(suffix);
  return {
    ...unknownWord({ prefix, suffix, reason }),
    ...(staysIn && typeof hole === 'object' && 'names' in hole && { names: hole.names }),
    ...(staysIn && { within: prefix.slice(0, prefix.lastIndexOf('/') + 1) || '.' }),
  };
}

/** `-1` */
export function signed(source: string): Value {
  return /^-\d+$/.test(source) ? textValue(source) : UNKNOWN;
}

/** A program argument as a value. */
export function valueOfWord(word: Word | undefined): Value {
  if (word === undefined) return UNKNOWN;
  if (word.kind === 'known') return textValue(word.value);
  const reason = word.kind === 'unknown' ? word.reason : 'glob';
  return { kind: 'text', parts: [leadingText(word), { reason }, trailingText(word)] };
}

/** Shell text with certain pieces quoted, `$HOME` for the home directory, `*` for what a pattern found and a hole for what is not known. */
export function shellText(parts: readonly Part[]): string {
  const quoted = parts.map((part, at) => {
    if (typeof part === 'string') return part === '' ? '' : shArgument(part);
    if (isEachName(parts, at)) return '*';
    return isHome(part) ? '"$HOME"' : `"${HOLE_VARIABLE}"`;
  });
  return quoted.join('') || "''";
}
