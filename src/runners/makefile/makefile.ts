import type { Variable } from './expand.ts';

/** A recipe as it is written: one text for each logical line, a backslash in front of a newline is kept. */
export interface Recipe {
  readonly file: string;
  readonly lines: readonly { readonly text: string; readonly line: number }[];
}

export interface Rule {
  readonly prerequisites: readonly string[];
  /** of a pattern rule, for static patterns too: what `%` stands for is put in later */
  readonly orderOnly: readonly string[];
  readonly recipe: Recipe | undefined;
  /** in a static pattern rule */
  readonly targetPattern?: string;
  readonly isDouble: boolean;
  /** a branch that may not be taken */
  readonly isUncertain: boolean;
}

export interface PatternRule extends Rule {
  readonly target: string;
}

/** `target: NAME = value`. */
export interface TargetVariable {
  readonly target: string;
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

/** What make knows once it has read its files. */
export interface Makefile {
  readonly variables: ReadonlyMap<string, Variable>;
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly patterns: readonly PatternRule[];
  readonly targetVariables: readonly TargetVariable[];
  readonly exported: ReadonlySet<string> | 'all';
  readonly isOneShell: boolean;
  /** files that it includes; make brings them up to date before anything else */
  readonly included: readonly string[];
  readonly firstTarget: string | undefined;
  /** make ends with an error before it runs anything */
  readonly fails: boolean;
}
