import { VERDICTS } from '../../../model/verdict.ts';
import { hasRulesWith } from '../content.ts';
import type { DialectDefinition } from '../dialect.ts';
import { lowerCarapace } from './lower.ts';

/**
 * Carapace's rules in plain English: a trigger that wakes the rule for the rest of the session, and what it then restricts.
 * Block before approve. How each sentence is read: docs/dialects.md.
 */
export const CARAPACE: DialectDefinition = {
  name: 'carapace',
  rank: VERDICTS,
  order: ['verdict', 'certainty'],
  unmatched: 'allow',
  shellTool: 'shell',
  hasSwitches: true,
  namesOperations: true,
  recognizes: (content) => hasRulesWith(content, ['trigger', 'effect'], ['action', 'then', 'verdict']),
  lower: lowerCarapace,
};
