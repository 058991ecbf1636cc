import type { Pattern } from '../model/policy.ts';
import type { Json } from '../model/request.ts';
import { type Tri, triAny, triOf } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import type { Zod } from './condition.ts';

/** A test on the text of a value. */
export type TextTest =
  | { readonly is: 'equals' | 'contains' | 'lacks'; readonly text: string }
  | { readonly is: 'matches' | 'micromatch'; readonly pattern: Pattern };

/** Several spellings of one value: one that passes is enough. */
export function testText(test: TextTest, texts: readonly string[]): Tri {
  if (test.is === 'lacks') return triOf(texts.every((text) => !text.includes(test.text)));
  return triAny(texts, (text) => testOne(test, text));
}

function testOne(test: Exclude<TextTest, { is: 'lacks' }>, text: string): Tri {
  switch (test.is) {
    case 'equals':
    case 'lacks':
      return triOf(text === test.text);
    case 'contains':
      return triOf(text.includes(test.text));
    case 'matches':
      return matches(test.pattern, text);
    case 'micromatch':
      // the library takes equal texts as they are, and nothing for the empty one
      if (text === '') return 'no';
      return text === test.pattern.written ? 'yes' : matches(test.pattern, text);
  }
}

/** The test as an author reads it. */
export function testSays(test: TextTest): string {
  if ('text' in test) return `${test.is} \`${test.text}\``;
  return `matches ${test.is === 'micromatch' ? 'the glob ' : ''}/${test.pattern.written}/`;
}

/** How a language turns a value into text before it compares; `javascript` as `String(x)`, objects as JSON. */
export type Spelling = 'javascript' | 'python' | 'plain';

/** undefined = there is no value; `null` is none either. */
export function textsOf(value: Json | undefined, spelling: Spelling): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') {
    const text = String(value);
    return spelling === 'python' && typeof value === 'boolean' ? [text, pythonText(value)] : [text];
  }
  const json = JSON.stringify(value);
  if (spelling === 'python') return [json, pythonText(value)];
  const isFlat = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
  return spelling === 'javascript' && isFlat ? [value.join(',')] : [json];
}

const MAX_DEPTH = 50;

function pythonText(value: Json, depth = 0): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return depth === 0 ? value : pythonQuoted(value);
  if (depth > MAX_DEPTH) return '...';
  if (Array.isArray(value)) return `[${value.map((one) => pythonText(one, depth + 1)).join(', ')}]`;
  const entries = Object.entries(value).map(([key, one]) => `${pythonQuoted(key)}: ${pythonText(one, depth + 1)}`);
  return `{${entries.join(', ')}}`;
}

function pythonQuoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

/** Comparisons of a value itself; all that are given must hold. */
export interface Comparison {
  readonly eq?: Json;
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

/** What zod makes of an absent key. */
export type ComparisonArgs = { readonly [Key in keyof Comparison]?: Comparison[Key] | undefined };

export const COMPARISONS = ['eq', 'gt', 'gte', 'lt', 'lte'] as const;

export function comparisonShape(z: Zod) {
  return {
    eq: z.json().optional().describe('equal, of the same type'),
    gt: z.number().optional().describe('greater than'),
    gte: z.number().optional().describe('greater or equal'),
    lt: z.number().optional().describe('less than'),
    lte: z.number().optional().describe('less or equal'),
  };
}

/** Only what was given, for the compiled policy. */
export function lowerComparison(args: ComparisonArgs): Comparison {
  return Object.fromEntries(COMPARISONS.filter((key) => args[key] !== undefined).map((key) => [key, args[key]]));
}

/** Order is only for numbers; a missing value equals nothing. */
export function compare(value: Json | undefined, { eq, gt, gte, lt, lte }: Comparison): boolean {
  if (value === undefined) return false;
  if (eq !== undefined && !isSameJson(value, eq)) return false;
  if (gt === undefined && gte === undefined && lt === undefined && lte === undefined) return true;
  if (typeof value !== 'number') return false;
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
}

export function comparisonText(comparison: Comparison): string {
  const words = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
  return COMPARISONS.filter((key) => comparison[key] !== undefined)
    .map((key) => `${words[key]} ${JSON.stringify(comparison[key])}`)
    .join(' and ');
}

function isSameJson(a: Json, b: Json, depth = 0): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (depth > MAX_DEPTH || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [left, right] = [a, b] as readonly Readonly<Record<string, Json>>[];
  return keys.every(
    (key) => Object.hasOwn(right as object, key) && isSameJson(left?.[key] as Json, right?.[key] as Json, depth + 1),
  );
}
