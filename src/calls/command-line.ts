import type { JsonObject } from '../model/request.ts';
import { isString, isStrings } from '../store/guards.ts';
import { shQuote } from '../util/sh-quote.ts';

/** Fields in which tools that nobody knows, those of MCP servers for one, are handed a command. */
const LINE_FIELDS = [
  ...['command', 'cmd', 'command_line', 'commandLine', 'CommandLine'],
  ...['shell_command', 'shellCommand', 'bash_command', 'bashCommand'],
];

const ARGUMENT_FIELDS = ['args', 'arguments', 'argv'];

/** All that may be the command, words in a list of their own included: nobody knows which of it the tool runs. */
export function commandLine(input: JsonObject): string | undefined {
  const [first, ...others] = LINE_FIELDS.map((field) => input[field]).filter(isString);
  if (first === undefined) return undefined;
  const words = ARGUMENT_FIELDS.map((field) => input[field]).flatMap((value) =>
    isString(value) ? value : isStrings(value) ? value.map(shQuote) : [],
  );
  return [[first, ...words].join(' '), ...others].join('\n');
}
