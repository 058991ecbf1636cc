import { createPaint, type Paint } from '../../text/paint.ts';

/** What a command may touch of the process; tests hand in their own. */
export interface CliContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  /** of the terminal that `out` writes to; absent = no terminal, or of unknown width */
  readonly columns?: number | undefined;
  /** a person may be at a terminal of this process; absent = none is known */
  readonly isAtTerminal?: boolean | undefined;
  readonly readStdin: () => string;
}

/** A command that was called wrongly; its message is shown, exit status 64. */
export class UsageError extends Error {}

/** Only a person may; its message is shown, exit status 77. */
export class NotAllowedError extends Error {}

export function colorsWanted(env: CliContext['env'], isTerminal: boolean): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}

export function paintFor(env: CliContext['env'], isTerminal: boolean): Paint {
  return createPaint(colorsWanted(env, isTerminal));
}
