import type { Walker } from '../state/walker.ts';

/**
 * Syntax of fish that bash's grammar reads as something else: blocks ended by `end`, `set -x`, `(command)` as a word,
 * and a program that is named by a variable, as `set` there assigns it.
 */
const FISH_ONLY =
  /(?:^|[;\n])[^\S\n]*(?:end|begin|and|or|not|else if|switch|case|set\s+-\w*[gxlUe]|function\s+[\w-]+\s*[;\n])|[\w"']\s+\(|(?:^|[;\n&|])[^\S\n]*\$\w/;

/** Fish is parsed by bash's grammar; syntax of its own is reported as a doubt. */
export function doubtFish(text: string, walker: Walker): void {
  if (FISH_ONLY.test(text)) walker.record.doubt('syntax-error', 'fish syntax');
}
