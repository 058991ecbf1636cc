import { agentGaps } from './agents.ts';
import { commandGaps } from './commands.ts';
import { conditionGaps } from './conditions.ts';
import { dialectGaps } from './dialects.ts';
import { ruleGaps } from './rules.ts';
import { shellGaps } from './shells.ts';
import { wrapperGaps } from './wrappers.ts';

/** What is missing, by kind: each a sentence that names the file to write. */
export const GAPS: Readonly<Record<string, () => readonly string[]>> = {
  agent: agentGaps,
  command: commandGaps,
  condition: conditionGaps,
  dialect: dialectGaps,
  rule: ruleGaps,
  shell: shellGaps,
  wrapper: wrapperGaps,
};
