import { oneOf } from './keyed.ts';
import { concatValues, textValue, UNKNOWN, type Value } from './value.ts';

/** A line that awk reads: all of it, and its fields. */
export interface Record {
  readonly whole: Value;
  readonly fields: readonly Value[];
}

/** More fields are not told apart. */
const MAX_FIELDS = 100;

/** The fields of a line, by `FS`: one blank stands for any run of blanks. */
export function fieldsOf(line: string, separator: string): readonly string[] {
  const text = separator === ' ' ? line.trim() : line;
  if (text === '') return [];
  return text.split(separator === ' ' ? /[ \t\n]+/ : separator);
}

/** A line, with what is assigned to its fields, or not. */
export function recordOf(line: string, separator: string, set: ReadonlyMap<number, readonly Value[]>): Record {
  const isPlain = separator.length === 1 && !/[\\|]/.test(separator.replace('|', ''));
  const texts = isPlain ? fieldsOf(line, separator) : [];
  if (!isPlain || texts.length > MAX_FIELDS)
    return { whole: set.size > 0 ? UNKNOWN : textValue(line), fields: [UNKNOWN] };
  const fields = texts.map((text, at) => oneOf([textValue(text), ...(set.get(at + 1) ?? [])]));
  if (set.size === 0) return { whole: textValue(line), fields };
  return { whole: oneOf([textValue(line), concatValues(fields, ' ')]), fields };
}

/** `$0`, `$1`, `$NF` of a line; undefined for any other name. */
export function fieldOf(record: Record | undefined, name: string): Value | undefined {
  if (record === undefined || !name.startsWith('$')) return undefined;
  if (name === '$0') return record.whole;
  if (name === '$NF') return record.fields.at(-1) ?? UNKNOWN;
  const place = /^\$([1-9]\d?)$/.exec(name)?.[1];
  return place === undefined ? UNKNOWN : (record.fields[Number(place) - 1] ?? UNKNOWN);
}
