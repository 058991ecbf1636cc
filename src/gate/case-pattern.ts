import type { Pattern } from '../model/policy.ts';
import { shQuote } from '../util/sh-quote.ts';

/**
 * A pattern of sh's `case` that fits every absolute path, without `.`, `..` and symlinks in it, that the glob matches in
 * any of its spellings: whole, from `~` on, or its last segments. It fits others too. undefined = there is none.
 */
export function casePattern({ written, flags, linear, program }: Pattern): string | undefined {
  if (flags.includes('i') || written.startsWith('!')) return undefined;
  if (!linear && program?.exact !== true) return undefined; // may be too slow to answer, which counts as a match
  const rest = written.replace(/^~(?=\/)/, '').replace(/^\/+/, '');
  const anchored = written.startsWith('/');
  // what stands in braces, classes and groups may be anything, and anything may follow
  const cut = rest.search(/[[\]{}()|\\]/);
  const readable = cut < 0 ? rest : `${rest.slice(0, cut)}**`;
  // `a/**/b` is also a/b, and `a/**` also a
  const parts = readable.replace(/\/?\*\*\/?/g, '*').split(/[*?+@!]+/);
  return (anchored ? "'/'" : "*'/'") + parts.map(quoted).join('*');
}

function quoted(literal: string): string {
  return literal === '' ? '' : shQuote(literal);
}
