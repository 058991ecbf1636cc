import type { JsonObject } from '../model/request.ts';
import { isString, isStrings } from './guards.ts';
import { shQuote } from './sh-quote.ts';

/** Input fields that may carry a command in tools whose contract is unknown, such as those of MCP servers. */
const LINE_FIELDS = [
  ...['command', 'cmd', 'command_line', 'commandLine', 'CommandLine'],
  ...['shell_command', 'shellCommand', 'bash_command', 'bashCommand'],
];

const ARGUMENT_FIELDS = ['args', 'arguments', 'argv'];

/** Every field that may be the command, separate argument lists included: which of them the tool runs is unknown. */
export function commandInFields(input: JsonObject): string | undefined {
  const [first, ...others] = LINE_FIELDS.map((field) => input[field]).filter(isString);
  if (first === undefined) return undefined;
  const words = ARGUMENT_FIELDS.map((field) => input[field]).flatMap((value) =>
    isString(value) ? value : isStrings(value) ? value.map(shQuote) : [],
  );
  return [[first, ...words].join(' '), ...others].join('\n');
}
