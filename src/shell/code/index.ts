import type { CodeAnalyzer } from './finding.ts';
import { analyzePython } from './python.ts';

/**
 * Readers of code, by language as `Peeled.language` names it. Some of them bring a parser along: import this only
 * behind a seam that loads it when such code is there.
 */
export const CODE_ANALYZERS: ReadonlyMap<string, CodeAnalyzer> = new Map<string, CodeAnalyzer>([
  ['python', analyzePython],
]);
