import type { ParsedOperand } from '../grammar/grammar.ts';
import type { GitFacts } from '../model/facts.ts';
import type { GitLoss } from '../model/loss.ts';
import type { Word } from '../model/word.ts';
import type { Start } from './start.ts';

/** As GitLoss, without the start. */
export type GitSpot = Omit<GitLoss, 'invocation'>;

/** One call of git. */
export interface GitCall {
  readonly start: Start;
  /** in full: `stash drop` */
  readonly subcommand: string;
  readonly git: GitFacts;
  readonly operands: readonly ParsedOperand[];
  /** operands that name paths of the working tree */
  readonly paths: readonly Word[];
  /** what stands in front of them */
  readonly tree: Word | undefined;
}
