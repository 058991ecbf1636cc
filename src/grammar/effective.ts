import { wordValue } from '../model/word.ts';
import type { Grammar, ParsedOption } from './grammar.ts';
import { resolveSubcommand } from './option-index.ts';

/** The option of that spelling as it holds in the end: the last word on it wins. */
export function effective(
  parsed: { readonly options: readonly ParsedOption[] },
  name: string,
): ParsedOption | undefined {
  for (let at = parsed.options.length - 1; at >= 0; at -= 1) {
    const option = parsed.options[at];
    if (option?.names.includes(name)) return option.negated ? undefined : option;
    if (option?.negations.includes(name)) return option.negated ? option : undefined;
  }
  return undefined;
}

/** Is one of these in effect? Separated by blanks; `-i=inplace`: with that value; `-C=`: without any, as `git branch -C`, not `git -C DIR`. */
export function inEffect(names: string, parsed: { readonly options: readonly ParsedOption[] }): boolean {
  return names.split(' ').some((wanted) => {
    const [name = '', value] = wanted.split('=');
    const option = effective(parsed, name);
    if (option === undefined || value === undefined) return option !== undefined;
    return (option.value === undefined ? '' : wordValue(option.value)) === value;
  });
}

/** Full names of a subcommand path as the grammar resolves it: ['volume', 'remove'] -> ['volume', 'rm']. */
export function canonicalSubcommand(grammar: Grammar, path: readonly string[]): readonly string[] {
  const names: string[] = [];
  let at: Grammar | undefined = grammar;
  for (const word of path) {
    const name: string | undefined = at === undefined ? undefined : resolveSubcommand(at, word);
    names.push(name ?? word);
    at = name === undefined ? undefined : at?.subcommands?.[name];
  }
  return names;
}
