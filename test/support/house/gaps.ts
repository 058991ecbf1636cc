import { conditionGaps } from './conditions.ts';
import { wrapperGaps } from './wrappers.ts';

/** What is missing, by kind: each a sentence that names the file to write. */
export const GAPS: Readonly<Record<string, () => readonly string[]>> = {
  wrapper: wrapperGaps,
  condition: conditionGaps,
};
