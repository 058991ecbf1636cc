import { isRecord } from '../util/guards.ts';

/** A path of field names in a JSON file. */
export type JsonPath = readonly string[];

/** The value at a path; undefined where it leads nowhere. */
export function valueAt(settings: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, field) => (isRecord(value) ? value[field] : undefined), settings);
}
