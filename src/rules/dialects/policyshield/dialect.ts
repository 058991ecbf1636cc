import { VERDICTS } from '../../../model/verdict.ts';
import { hasRulesWith, mappingOf } from '../content.ts';
import type { DialectDefinition } from '../dialect.ts';
import { lowerPolicyshield } from './lower.ts';

/**
 * PolicyShield's rules for tool calls: the lowest priority number, then the strictest verdict, then the highest severity,
 * then whole names before patterns, then the first in the file. How each part is read: docs/dialects.md.
 */
export const POLICYSHIELD: DialectDefinition = {
  name: 'policyshield',
  rank: VERDICTS,
  order: ['priority', 'verdict', 'severity', 'exactness'],
  unmatched: 'allow',
  shellTool: 'exec',
  recognizes: (content) => {
    const { default_verdict: byDefault, shield_name: name } = mappingOf(content) ?? {};
    const isShaped = byDefault !== undefined || name !== undefined;
    return isShaped || hasRulesWith(content, ['when', 'then', 'verdict'], ['action', 'trigger', 'effect']);
  },
  lower: lowerPolicyshield,
};
