import type { Pattern } from '../model/policy.ts';
import { programOf } from '../patterns/program-text.ts';
import { shQuote } from '../util/sh-quote.ts';

/**
 * A pattern of sh's `case` that matches at least every resolved absolute path of which path_matches would take some spelling
 * (whole, from `~` on, or the base name). undefined = there is none.
 */
export function casePattern(pattern: Pattern): string | undefined {
  const { written, flags, linear } = pattern;
  if (flags.includes('i') || written.startsWith('!')) return undefined;
  if (!linear && programOf(pattern)?.exact !== true) return undefined; // its match may exceed the time limit, which counts as a match
  const rest = written.replace(/^~(?=\/)/, '').replace(/^\/+/, '');
  const anchored = written.startsWith('/');
  // from the first brace, class or group on, any text
  const cut = rest.search(/[[\]{}()|\\]/);
  const readable = cut < 0 ? rest : `${rest.slice(0, cut)}**`;
  // `a/**/b` is also a/b, and `a/**` also a
  const parts = readable.replace(/\/?\*\*\/?/g, '*').split(/[*?+@!]+/);
  return (anchored ? "'/'" : "*'/'") + parts.map(quoted).join('*');
}

function quoted(literal: string): string {
  return literal === '' ? '' : shQuote(literal);
}
