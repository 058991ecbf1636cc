import type { Command } from 'commander';
import type { CliContext } from './context.ts';

/** One subcommand: one file, one line in app.ts. What is heavy is imported inside `run`. */
export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /** arguments, options, examples */
  define(command: Command): Command;
  /** exit status; see model/errors.ts EXIT */
  run(
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
    context: CliContext,
  ): number | Promise<number>;
}
