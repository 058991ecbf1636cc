import { VERDICTS } from '../../../model/verdict.ts';
import type { DialectDefinition } from '../dialect.ts';
import { lowerSafeshell } from './lower.ts';

/** Our own language: docs/rules.md. */
export const SAFESHELL: DialectDefinition = {
  name: 'safeshell',
  rank: VERDICTS,
  order: ['verdict', 'severity', 'certainty'],
  unmatched: 'allow',
  recognizes: () => true,
  lower: lowerSafeshell,
};
