import type { Analysis } from '../model/invocation.ts';
import { STARTERS } from '../runners/starters.ts';
import { plainStart } from './plain-start.ts';
import { type AnalyzeContext, followArgv, followLine, lineOfShell } from './walk/follow.ts';

export { type AnalyzeContext, lineOfShell };

/**
 * Every program start in a shell line, at every depth, and a doubt for each part that cannot be resolved. Never throws.
 */
export function analyzeLine(line: string, context: AnalyzeContext): Analysis {
  return followLine(line, context);
}

/** The same for an argument vector as exec gets it: the start itself and what it wraps. Never throws. */
export function analyzeArgv(argv: readonly string[], context: AnalyzeContext): Analysis {
  return plainStart(argv, context.cwd, STARTERS) ?? followArgv(argv, context);
}
