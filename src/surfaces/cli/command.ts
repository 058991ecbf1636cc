import { Argument, type Command } from 'commander';
import type { CliContext } from './context.ts';

/** One subcommand: one file, one line in app.ts. What is heavy is imported inside `run`. */
export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /** arguments, options, examples */
  define(command: Command): Command;
  /** its own, each with arguments and options of its own; where there are some, `run` is for a call that names none */
  readonly commands?: readonly CliCommand[];
  /** exit status; see model/errors.ts EXIT. Absent = one of its commands has to be named */
  run?(
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
    context: CliContext,
    /** all commands, as --help has them */
    program: () => Command,
  ): number | Promise<number>;
}

/** An argument that is one of these words, for --help and completion; the command itself refuses others, in its own words. */
export function choice(flags: string, description: string, words: readonly string[]): Argument {
  const argument = new Argument(flags, description);
  argument.argChoices = [...words];
  return argument;
}
