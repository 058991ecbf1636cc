/** A position in a file; line and column count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Everything that can be wrong with a rule, case or config file. Closed: text/problems.ts has one sentence for each. */
export type ProblemCode =
  | 'yaml-syntax'
  | 'unreadable-file'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'wrong-value'
  | 'duplicate-name'
  | 'bash-condition'
  | 'unknown-condition'
  | 'bad-regex'
  | 'exponential-regex'
  | 'bad-glob'
  | 'bad-template'
  | 'unknown-dialect'
  | 'unknown-rule'
  | 'not-overridable'
  | 'not-trusted'
  | 'unsupported'
  | 'not-enforced' // accepted because its language has it, without effect
  | 'doubtful' // allowed, but hardly what is meant
  | 'failed-example'
  // what `safeshell lint` finds beside them
  | 'unknown-subcommand'
  | 'unknown-option'
  | 'unknown-program'
  | 'never-holds'
  | 'never-wins'
  | 'covered'
  | 'eaten-escape'
  | 'untested';

export const LEVELS = ['error', 'warning', 'notice'] as const;

export interface Problem {
  readonly code: ProblemCode;
  readonly level: (typeof LEVELS)[number];
  readonly at: Position;
  /** the offending text, as written, at most one line */
  readonly subject: string;
  /** what was expected, one phrase */
  readonly expected?: string;
  /** the fix, one sentence */
  readonly help?: string;
}

/** Notices are worth knowing, warnings hardly what is meant; errors keep their file from counting. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ level }) => level === 'error');
}

/** sysexits.h where it has a number; the first three are answers, not errors. */
export const EXIT = {
  ok: 0, // would run
  denied: 1,
  needsApproval: 2,
  usage: 64,
  data: 65, // bad rules or config
  internal: 70,
  cannotCreate: 73, // a file or folder could not be changed
  io: 74, // the disk: full, not readable ..
  tryAgain: 75, // another process is at it, and does not end
  notAllowed: 77, // only a person may
  refused: 126, // a shim that does not run its command
  notFound: 127,
  run: 222, // slow path to shim: exec the real program
  replace: 223, // slow path to shim: start Node again in your place, something else runs
  confine: 224, // slow path to shim: exec the real program behind the words of a file
} as const;
