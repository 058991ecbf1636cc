import { GIT } from './commands/git.ts';
import { REMOVERS } from './commands/rm.ts';
import type { Grammar } from './grammar.ts';

/** For programs without a table: every dash word is an option and none takes the next word. */
export const DEFAULT_GRAMMAR: Grammar = { anyOption: true };

const FAMILIES: readonly Readonly<Record<string, Grammar>>[] = [GIT, REMOVERS];

let byName: ReadonlyMap<string, Grammar> | undefined;

/** The grammar of a program by its base name; `python3.12` is `python`. DEFAULT_GRAMMAR when there is none. */
export function grammarOf(program: string): Grammar {
  byName ??= new Map(FAMILIES.flatMap((family) => Object.entries(family)));
  return byName.get(program) ?? byName.get(program.replace(/-?\d[\d.]*$/, '')) ?? DEFAULT_GRAMMAR;
}

/** Does the program have a table of its own? */
export function hasGrammar(program: string): boolean {
  return grammarOf(program) !== DEFAULT_GRAMMAR;
}
