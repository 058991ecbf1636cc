import { isNative, mappingOf, rulesOf } from '../content.ts';
import type { DialectDefinition } from '../dialect.ts';
import { lowerClaudecube } from './lower.ts';

/**
 * ClaudeCube's rules for tool calls of Claude Code: deny before allow before escalate, the first in the file decides.
 * How each part is read, and where its sources leave it open: docs/dialects.md.
 */
export const CLAUDECUBE: DialectDefinition = {
  name: 'claudecube',
  // an override may give a rule one of our other verdicts
  rank: ['deny', 'require_approval', 'redirect', 'redact', 'confine', 'allow', 'escalate'],
  order: ['verdict'],
  unmatched: 'escalate',
  shellTool: 'Bash',
  recognizes(content) {
    if (isNative(content)) return false;
    const rules = rulesOf(content);
    const areRules = rules.length > 0 && rules.every((rule) => 'tool' in rule && 'action' in rule);
    return mappingOf(content)?.defaults !== undefined || areRules;
  },
  lower: lowerClaudecube,
};
