import type { Obstacle } from '../model/proof.ts';

/**
 * Places where bash or zsh evaluate a text once more: what it holds may come from a file, and a subscript in it runs commands
 * (`x=$(cat n); (( x > 1 ))` with `a[$(rm x)]` in the file). Also read in quotes, where they mean nothing: that costs a proof, no more.
 * Source: bash(1) 5.2 ARITHMETIC EVALUATION, Shell Parameter Expansion; zshexpn(1) 5.9, Glob Qualifiers, Parameter Expansion Flags
 */
const EVALUATED: readonly (readonly [RegExp, string])[] = [
  [/\$\{!|\$\{\w+@|\$\{\(|\$\{?~/, 'an expansion takes its text for a name, or runs it'],
  [/\$\[|\blet\s/, 'arithmetic evaluates text'],
  [/\$\{\w+:(?![-=+?])[^}]*[A-Za-z$]/, 'arithmetic evaluates text'],
  [/\w\[[^\]]*[A-Za-z_$`][^\]]*\]\+?=|\$\{[#!]?\w+\[[^\]]*[A-Za-z_$`]/, 'a subscript evaluates text'],
  [/\s-v\s+\S*\[/, 'a subscript evaluates text'],
  [/'[^']*\[[^']*(?:\$\(|`)[^']*'/, 'a quoted text holds a command that arithmetic would run'],
  [/[*?\]]\(|\(#q/, 'zsh runs code in a pattern'],
  [/["'`)]\s*\(\s*\)/, 'a function has a name that is expanded'],
];

const ARITHMETIC = /\(\(([\s\S]*?)\)\)/g;
const NUMBERS = /^[\s\d+\-*/%<>=!&|^~?:(),]*$/;
const COMPARED = /(\S+)\s+-(?:eq|ne|lt|le|gt|ge)\s+([^\s\];)]+)/g;
const NUMBER = /^["']?(?:-?\d+|\$[#?]|\$\{#\w+\})["']?$/;

/** Why the text of a line may run more than its starts show; undefined = nothing in it is evaluated twice. */
export function evaluatedText(text: string): Obstacle | undefined {
  const found = EVALUATED.find(([pattern]) => pattern.test(text));
  if (found !== undefined) return { why: found[1] };
  for (const [, sum = ''] of text.matchAll(ARITHMETIC))
    if (!NUMBERS.test(sum)) return { why: 'arithmetic evaluates text' };
  for (const [, left = '', right = ''] of text.matchAll(COMPARED))
    if (!NUMBER.test(left) || !NUMBER.test(right)) return { why: 'a comparison of numbers evaluates text' };
  return undefined;
}
