import type { Dialect } from '../../model/policy.ts';
import { VERDICTS } from '../../model/verdict.ts';
import type { DialectDefinition } from './dialect.ts';
import { lowerSafeshell } from './safeshell/lower.ts';

const SAFESHELL: DialectDefinition = {
  name: 'safeshell',
  rank: VERDICTS,
  order: ['verdict', 'severity', 'certainty'],
  unmatched: 'allow',
  lower: lowerSafeshell,
};

/** Every rule language: the only list. */
export const DIALECTS: readonly DialectDefinition[] = [SAFESHELL];

export function dialectOf(_content: unknown, forced?: Dialect): DialectDefinition | undefined {
  return forced === undefined ? SAFESHELL : DIALECTS.find((dialect) => dialect.name === forced);
}
