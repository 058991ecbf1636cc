import type { Facts } from '../../model/facts.ts';
import type { Unsure } from '../../model/invocation.ts';
import type { ShellName } from '../../model/request.ts';
import type { Span } from '../../model/word.ts';

/**
 * A line that its shell refuses for its syntax, as that shell itself says: it has to be mended, and nobody needs to be
 * asked. Our own parser's word is not enough.
 */
export function refusedSyntax(
  text: string,
  unsure: readonly Unsure[],
  facts: Facts,
  shell: ShellName | undefined,
): Unsure | undefined {
  const errors = unsure.filter(({ code }) => code === 'syntax-error');
  // an error without a place stands in code inside the line
  const error = errors.find(({ span }) => span !== undefined) ?? errors[0];
  if (error === undefined || facts.refusesSyntax?.(text, shell) !== 'yes') return undefined;
  const { detail, span } = error;
  const at = span === undefined ? '' : ` at ${lineAndColumn(text, span)}`;
  return {
    code: 'refused-syntax',
    detail: `the shell refuses the syntax${at}: ${detail}`,
    ...(span === undefined ? {} : { span }),
  };
}

const SHOWN = 24;

/** `2:7, at ") | head"`: line and column, both from 1, and what stands there. */
function lineAndColumn(text: string, { start }: Span): string {
  const before = text.slice(0, start).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const rest = text.slice(start).split('\n')[0]?.trim() ?? '';
  const shown = rest.length > SHOWN ? `${rest.slice(0, SHOWN)}..` : rest;
  return `${before.length}:${column}${shown === '' ? ', at the end' : `, at \`${shown}\``}`;
}
