import type { Facts } from '../model/facts.ts';
import type { Analysis } from '../model/invocation.ts';
import type { Environment, ShellName } from '../model/request.ts';

export interface AnalyzeContext {
  /** absolute */
  readonly cwd: string;
  readonly env: Environment;
  readonly facts: Facts;
  /** the shell that will read the line; absent = bash */
  readonly shell?: ShellName;
}

/** Every program start in a shell line, at every depth, and what is not understood of it. Never throws. */
export function analyzeLine(_line: string, _context: AnalyzeContext): Analysis {
  throw new Error('being built');
}

/** The same for a resolved argument vector: the start itself and what it wraps. Never throws. */
export function analyzeArgv(_argv: readonly string[], _context: AnalyzeContext): Analysis {
  throw new Error('being built');
}
