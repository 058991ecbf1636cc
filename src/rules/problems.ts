import { closest, distance } from 'fastest-levenshtein';
import type * as z from 'zod';
import type { Position, Problem, ProblemCode } from '../model/errors.ts';
import type { YamlSource } from './yaml-source.ts';

/** Collects every problem of a file; nothing stops at the first. */
export interface ProblemList {
  readonly all: Problem[];
  /** the value in the file at this path */
  valueAt(path: readonly PropertyKey[]): unknown;
  positionOf(path: readonly PropertyKey[]): Position;
  add(code: ProblemCode, path: readonly PropertyKey[], detail?: ProblemDetail): void;
}

export interface ProblemDetail {
  readonly level?: Problem['level'];
  readonly subject?: string;
  readonly expected?: string;
  readonly help?: string;
  /** the position of the key, not of its value */
  readonly atKey?: boolean;
}

export function problemList(source: YamlSource): ProblemList {
  const all: Problem[] = [];
  return {
    all,
    valueAt: (path) => valueAt(source.value, path),
    positionOf: (path) => source.positionOf(path),
    add(code, path, detail = {}) {
      const { level = 'error', subject = excerpt(valueAt(source.value, path)), atKey, ...rest } = detail;
      all.push({ code, level, at: atKey ? source.positionOfKey(path) : source.positionOf(path), subject, ...rest });
    },
  };
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

/** One short line of a value, for "the offending text". */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const [line = ''] = text.split('\n', 1);
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}

/** `did you mean ...` for a misspelt key or word; undefined where nothing is near. */
export function suggestion(wrong: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const best = closest(wrong.toLowerCase(), [...known]);
  const near = distance(wrong.toLowerCase(), best) <= Math.max(2, Math.floor(best.length / 3));
  return near ? `did you mean \`${best}\`?` : undefined;
}

/** Help for an unknown key; undefined = the nearest known one is suggested. */
export type KeyHelp = (key: string) => string | undefined;

/** Adds what zod found, with the keys that would have been right. `path` is where the checked value stands in the file. */
export function addIssues(
  list: ProblemList,
  error: z.ZodError,
  path: readonly PropertyKey[],
  keys: readonly string[],
  helpFor: KeyHelp = (key) => suggestion(key, keys),
): void {
  for (const issue of error.issues) {
    const isOwn = issue.path.length === 0;
    addIssue(list, issue, [...path, ...issue.path], isOwn ? { keys, helpFor } : NO_KEYS);
  }
}

interface KnownKeys {
  readonly keys: readonly string[];
  readonly helpFor: KeyHelp;
}

const NO_KEYS: KnownKeys = { keys: [], helpFor: () => undefined };

function addIssue(list: ProblemList, issue: z.core.$ZodIssue, path: readonly PropertyKey[], known: KnownKeys): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const help = known.helpFor(key);
      const expected = known.keys.length > 0 ? `one of ${known.keys.join(', ')}` : undefined;
      list.add('unknown-key', [...path, key], {
        atKey: true,
        subject: key,
        ...(expected && { expected }),
        ...(help && { help }),
      });
    }
    return;
  }
  if (path.length > 0 && list.valueAt(path) === undefined) {
    const expected =
      issue.code === 'invalid_type'
        ? kindOf(issue.expected)
        : issue.code === 'invalid_value'
          ? `one of ${issue.values.join(', ')}`
          : undefined;
    list.add('missing-key', path, { subject: String(path.at(-1)), ...(expected !== undefined && { expected }) });
    return;
  }
  if (issue.code === 'invalid_union') {
    list.add('wrong-type', path, { expected: unionExpectation(issue) });
    return;
  }
  if (issue.code === 'invalid_value') {
    const words = issue.values.map(String);
    const value = list.valueAt(path);
    const help = suggestion(excerpt(value), words);
    // a list of right words would read as if the words were wrong
    const expected = `${Array.isArray(value) ? 'no list, but ' : ''}one of ${words.join(', ')}`;
    list.add('wrong-value', path, { expected, ...(help && { help }) });
    return;
  }
  if (issue.code === 'invalid_type') list.add('wrong-type', path, { expected: kindOf(issue.expected) });
  else list.add('wrong-value', path, { expected: limitOf(issue) ?? issue.message });
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** A kind of value as YAML's pages call it. */
function kindOf(expected: string): string {
  return KINDS[expected] ?? expected;
}

function limitOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  const isLeast = issue.code === 'too_small';
  const limit = Number(isLeast ? issue.minimum : issue.maximum);
  const bound = issue.inclusive === false ? (isLeast ? 'more than' : 'less than') : isLeast ? 'at least' : 'at most';
  const unit = issue.origin === 'string' ? ' character' : issue.origin === 'array' ? ' entry' : '';
  const plural = unit === ' entry' ? ' entries' : unit && `${unit}s`;
  return `${bound} ${limit}${limit === 1 ? unit : plural}`;
}

function unionExpectation(issue: z.core.$ZodIssueInvalidUnion): string {
  const names = [...new Set(kindsOf(issue))];
  return names.length > 0 ? names.join(' or ') : 'another kind of value';
}

function kindsOf(issue: z.core.$ZodIssueInvalidUnion): readonly string[] {
  return issue.errors.flat().flatMap((one) => {
    if (one.path.length > 0) return [];
    if (one.code === 'invalid_union') return kindsOf(one);
    return one.code === 'invalid_type' ? [kindOf(one.expected)] : [];
  });
}
