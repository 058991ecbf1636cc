import { closest, distance } from 'fastest-levenshtein';
import type * as z from 'zod';
import type { Problem, ProblemCode } from '../model/errors.ts';
import type { YamlSource } from './yaml-source.ts';

/** Collects every problem of a file; nothing stops at the first. */
export interface ProblemList {
  readonly all: Problem[];
  /** what stands in the file at this path */
  valueAt(path: readonly PropertyKey[]): unknown;
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

/** Adds what zod found, with the keys that would have been right. `path` is where the checked value stands in the file. */
export function addIssues(
  list: ProblemList,
  error: z.ZodError,
  path: readonly PropertyKey[],
  known: readonly string[],
): void {
  for (const issue of error.issues)
    addIssue(list, issue, [...path, ...issue.path], issue.path.length === 0 ? known : []);
}

function addIssue(
  list: ProblemList,
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
  known: readonly string[],
): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const help = suggestion(key, known);
      const expected = known.length > 0 ? `one of ${known.join(', ')}` : undefined;
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
        ? issue.expected
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
    const help = suggestion(excerpt(list.valueAt(path)), words);
    list.add('wrong-value', path, { expected: `one of ${words.join(', ')}`, ...(help && { help }) });
    return;
  }
  const code = issue.code === 'invalid_type' ? 'wrong-type' : 'wrong-value';
  list.add(code, path, { expected: issue.code === 'invalid_type' ? issue.expected : issue.message });
}

function unionExpectation(issue: z.core.$ZodIssueInvalidUnion): string {
  const kinds = issue.errors.flatMap((branch) =>
    branch.filter((one) => one.path.length === 0 && one.code === 'invalid_type'),
  );
  const names = [...new Set(kinds.map((one) => ('expected' in one ? String(one.expected) : '')))].filter(Boolean);
  return names.length > 0 ? names.join(' or ') : 'another kind of value';
}
