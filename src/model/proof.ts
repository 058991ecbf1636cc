import type { Span } from './word.ts';

/** How far the guard answers an agent's dialog by itself, from the one that answers least: `reads`: what only reads; `project`: also writes that are kept, and confined code. */
export const AUTO_APPROVE = ['off', 'reads', 'project'] as const;
export type AutoApprove = (typeof AUTO_APPROVE)[number];
export type ProofLevel = Exclude<AutoApprove, 'off'>;

/** What one program start was shown to do. */
export interface ProofStep {
  /** index into `Analysis.invocations` */
  readonly invocation: number;
  /** a phrase, lower case: "reads `src/a.ts`" */
  readonly why: string;
}

/** The first thing that is not proven. */
export interface Obstacle {
  /** absent = the line, or the decision about it, as a whole */
  readonly invocation?: number;
  readonly span?: Span;
  /** a phrase, lower case: "`-exec` starts a program" */
  readonly why: string;
}

/** That nobody need be asked about a request, or why that is not shown. */
export type Proof =
  /** `level`: the lowest that answers it; at `project` it holds where what the request destroys is kept before it runs */
  | {
      readonly isProven: true;
      readonly level: ProofLevel;
      readonly steps: readonly ProofStep[];
      /** indexes of starts for which it holds where they are confined, and what is not committed was kept; absent = none */
      readonly confined?: readonly number[];
    }
  | { readonly isProven: false; readonly obstacle: Obstacle };
