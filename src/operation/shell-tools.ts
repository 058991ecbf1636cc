import type { Json, ShellName, ToolCall } from '../model/request.ts';

import { isStrings } from '../util/guards.ts';
import { shLine } from '../util/sh-quote.ts';

/** Tools that are some agent's shell and nothing else, whichever agent; the command is in their field `command`. */
export const SHELL_TOOLS: ReadonlySet<string> = new Set(
  (
    'Bash bash Shell shell exec Execute terminal run_command execute_command run_shell_command run_terminal_command ' +
    'run_terminal_cmd run_in_terminal execute_bash local_shell developer__shell'
  ).split(' '),
);

export const POWERSHELL_TOOLS: ReadonlySet<string> = new Set(['PowerShell', 'powershell', 'pwsh']);

/** The names of the shell in the rule languages: the history of a session has a command under each of them. */
export const RULE_SHELL_NAMES = ['shell', 'Bash', 'exec'] as const;

interface ShellLine {
  /** undefined = the tool runs no line that is known */
  readonly line: string | undefined;
  /** the shell that reads it; undefined = not known from the call or the tool's name */
  readonly shell: ShellName | undefined;
}

/** What a tool runs: the line that its agent's adapter found, or `command` of a tool that is a shell by its name. */
export function shellLineOf({ tool, input, line, shell }: ToolCall & { readonly shell?: ShellName }): ShellLine {
  const isPowershell = POWERSHELL_TOOLS.has(tool);
  const implied = isPowershell || SHELL_TOOLS.has(tool) ? asLine(input.command) : undefined;
  return { line: line ?? implied, shell: shell ?? (isPowershell ? 'powershell' : undefined) };
}

/** A line, or the words of one. */
export function asLine(command: Json | undefined): string | undefined {
  if (typeof command === 'string') return command;
  return isStrings(command) && command.length > 0 ? shLine(command) : undefined;
}
