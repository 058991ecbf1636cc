import type { Facts } from '../../model/facts.ts';
import type { Doubt } from '../../model/invocation.ts';
import type { ShellName } from '../../model/request.ts';
import type { Span } from '../../model/word.ts';

/**
 * A doubt of its own for a line that the shell itself (`sh -n`) rejects for its syntax: the line has to be fixed, and
 * no person needs to be asked. An error of our parser alone is not enough, as it may be the parser's fault.
 */
export function refusedSyntax(
  text: string,
  unsure: readonly Doubt[],
  facts: Facts,
  shell: ShellName | undefined,
): Doubt | undefined {
  const errors = unsure.filter(({ code }) => code === 'syntax-error');
  // an error without a span is in code inside the line
  const error = errors.find(({ span }) => span !== undefined) ?? errors[0];
  if (error === undefined || facts.refusesSyntax?.(text, shell) !== 'yes') return undefined;
  const { detail, span } = error;
  const at = span === undefined ? '' : ` at ${lineAndColumn(text, span)}`;
  return {
    code: 'refused-syntax',
    detail: `The shell refuses the syntax${at}: ${detail}`,
    ...(span === undefined ? {} : { span }),
  };
}

const SHOWN = 24;

/** `2:7, at ") | head"`: line and column, both from 1, and the text there. */
function lineAndColumn(text: string, { start }: Span): string {
  const before = text.slice(0, start).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const rest = text.slice(start).split('\n')[0]?.trim() ?? '';
  const shown = rest.length > SHOWN ? `${rest.slice(0, SHOWN)}..` : rest;
  return `${before.length}:${column}${shown === '' ? ', at the end' : `, at \`${shown}\``}`;
}
