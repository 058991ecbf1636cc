/**
 * Three truth values. `unknown` (dynamic word, unreadable fact, regex over budget) may make a
 * decision stricter, never weaker: restrictive rules match on it, `allow` rules and `unless` do not.
 */
export type Tri = 'yes' | 'no' | 'unknown';

export function triNot(value: Tri): Tri {
  return value === 'yes' ? 'no' : value === 'no' ? 'yes' : 'unknown';
}

export function triOf(value: boolean): Tri {
  return value ? 'yes' : 'no';
}
