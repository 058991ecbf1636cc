import type { Action, JsonObject, ShellName } from '../model/request.ts';
import { lineOfShell } from '../shell/analyze.ts';
import { shellLineOf } from './shell-tools.ts';

/** A tool call as the agent made it, or a shell line that reached us without one. */
export interface RawCall {
  /** undefined = a shell, which each rule language has its own name for */
  readonly tool: string | undefined;
  readonly input: JsonObject;
  /** the command that it runs */
  readonly line?: string | undefined;
  /** the shell that reads it; undefined = not known from the request or the tool's name */
  readonly shell?: ShellName | undefined;
  /** it is an agent's shell: rules of every language also match it under their own name for that */
  readonly isShell: boolean;
}

/** The request as rules about tool calls match it; undefined = a program with its arguments, which is no tool call. */
export function toolCallOf(action: Action): RawCall | undefined {
  if (action.kind === 'argv') return action.isShell ? shellCall(lineOfShell(action.argv)) : undefined;
  if (action.kind === 'line') return shellCall(action.line, action.shell);
  return { tool: action.tool, input: action.input, ...shellLineOf(action), isShell: action.line !== undefined };
}

/** The shell line that a request runs; undefined = none that is known. */
export function lineOf(action: Action): string | undefined {
  return toolCallOf(action)?.line;
}

function shellCall(line: string, shell?: ShellName): RawCall {
  return { tool: undefined, input: { command: line }, line, shell, isShell: true };
}
