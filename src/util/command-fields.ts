import type { Action, Json, JsonObject } from '../model/request.ts';
import { isRecord, isString, isStrings } from './guards.ts';
import { isPatchTool } from './patch-paths.ts';
import { shQuote } from './sh-quote.ts';

/** Input fields that may carry a command in tools whose contract is unknown, such as those of MCP servers. */
const LINE_FIELDS = [
  ...['command', 'cmd', 'command_line', 'commandLine', 'CommandLine'],
  ...['shell_command', 'shellCommand', 'bash_command', 'bashCommand'],
];

const ARGUMENT_FIELDS = ['args', 'arguments', 'argv'];

/**
 * The command that a tool of an unknown contract is told to run: every field that may be it, separate argument lists included, as
 * which of them the tool runs is unknown.
 */
export function commandInFields(tool: string, input: JsonObject): string | undefined {
  if (isPatchTool(tool)) return undefined;
  const [first, ...others] = LINE_FIELDS.map((field) => input[field]).filter(isString);
  if (first === undefined) return undefined;
  const texts = ARGUMENT_FIELDS.map((field) => input[field]).filter(isString);
  return [[first, ...texts, ...argumentsIn(input).map(shQuote)].join(' '), ...others].join('\n');
}

/** Adds the line that a tool of an unknown contract is told to run, if there is one. */
export function withLineInFields(call: Extract<Action, { kind: 'tool' }>): Extract<Action, { kind: 'tool' }> {
  const line = commandInFields(call.tool, call.input);
  return line === undefined ? call : { ...call, line, shell: 'unknown' };
}

/** Words in lists of arguments. */
export function argumentsIn(input: JsonObject): readonly string[] {
  return ARGUMENT_FIELDS.map((field) => input[field]).flatMap((value) => (isStrings(value) ? value : []));
}

/** The input, and the objects in it, breadth first. */
export function objectsIn(input: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [];
  let level: readonly Json[] = [input];
  while (level.length > 0) {
    for (const value of level) if (isRecord(value)) found.push(value);
    level = level.flatMap((value) => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []));
  }
  return found;
}
