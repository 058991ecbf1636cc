import { conditionFamily } from '../../conditions/index.ts';
import { isRecord } from '../../util/guards.ts';

export type Path = readonly PropertyKey[];

/** A condition as written in a file, in either spelling. */
export interface WrittenCondition {
  readonly type: string;
  readonly keys: Readonly<Record<string, unknown>>;
  /** where `keys` stand */
  readonly path: Path;
}

/** Those of a list, groups and `not` taken apart. What is no condition is left to the one who lowers it. */
export function writtenConditions(value: unknown, path: Path): readonly WrittenCondition[] {
  return Array.isArray(value) ? value.flatMap((one, index) => writtenIn(one, [...path, index])) : [];
}

function writtenIn(value: unknown, path: Path): readonly WrittenCondition[] {
  if (!isRecord(value)) return [];
  if (typeof value.type === 'string') return [{ type: value.type, keys: value, path }];
  return Object.entries(value).flatMap(([word, given]) => {
    const at = [...path, word];
    if (word === 'not') return writtenIn(given, at);
    if (Array.isArray(given) && (word === 'all_of' || word === 'any_of')) return writtenConditions(given, at);
    const short = conditionFamily(word)?.primary;
    const keys = isRecord(given) ? given : short === undefined ? undefined : { [short]: given };
    return keys === undefined ? [] : [{ type: word, keys, path: at }];
  });
}

/** The texts of a key that takes one or several, each with its place. */
export function textsAt({ keys, path }: WrittenCondition, key: string): readonly (readonly [string, Path])[] {
  const value = keys[key];
  if (typeof value === 'string') return [[value, [...path, key]]];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one, index) => (typeof one === 'string' ? [[one, [...path, key, index]] as const] : []));
}
