import { wordValue } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';
import type { Changes, Effect, Effects, When } from './effect.ts';
import { inEffect } from './effective.ts';
import type { Grammar, ParsedCommand } from './grammar.ts';

export function holds({ given = [], unless, atMost, alone }: When, parsed: ParsedCommand): boolean {
  const { options, operands } = parsed;
  if (alone && options.length + operands.length !== 1) return false;
  return (
    given.every((names) => inEffect(names, parsed)) &&
    (unless === undefined || !inEffect(unless, parsed)) &&
    (atMost === undefined || operands.length <= atMost)
  );
}

/** The grammar of a program, then those of the subcommands of a call. */
export function grammarLevels(grammar: Grammar, { subcommand }: Pick<ParsedCommand, 'subcommand'>): readonly Grammar[] {
  const levels = [grammar];
  for (const name of subcommand) levels.push(levels.at(-1)?.subcommands?.[name] ?? {});
  return levels;
}

/** The effects of a call, by its program's grammar; undefined = not known. */
export function effectsOf(grammar: Grammar, parsed: ParsedCommand): Effects | undefined {
  const nodes = grammarLevels(grammar, parsed);
  const effects = parsed.unknownSubcommand === undefined ? nodes.at(-1)?.effects : undefined;
  const own = typeof effects === 'string' ? effects : effects?.find((row) => holds(row, parsed))?.does;
  return own ?? effectsByWords(nodes, wordsOf(parsed));
}

/** The first of them. */
export function effectOf(grammar: Grammar, parsed: ParsedCommand): Effect | undefined {
  return effectsOf(grammar, parsed)?.replace(/[? ].*/, '') as Effect | undefined;
}

/** Does the grammar of a program say anything of what it does? */
export function tellsEffects({ effects, byWords, subcommands = {} }: Grammar): boolean {
  return effects !== undefined || byWords !== undefined || Object.values(subcommands).some(tellsEffects);
}

/** Subcommands by their full names, then operands; undefined where a word is not known. */
export function wordsOf({ subcommand, unknownSubcommand, operands }: ParsedCommand): readonly (string | undefined)[] {
  const standsFirst = unknownSubcommand !== undefined && !operands.some(({ word }) => word === unknownSubcommand);
  return [
    ...subcommand,
    ...(standsFirst ? [wordValue(unknownSubcommand)] : []),
    ...operands.map(({ word }) => wordValue(word)),
  ];
}

const tableOf = memoizeByObject(({ byWords = {} }: Grammar): ReadonlyMap<string, Changes> => {
  const rows = Object.entries(byWords) as [Changes, string][];
  const entries = (all: string) => all.split(/,\s+|\n\s*/).flatMap((words) => words.trim() || []);
  return new Map(rows.flatMap(([changes, all]) => entries(all).map((words) => [words, changes])));
});

const MAX_WORDS = 4;

/** The deepest of the nodes that says something of the words, and there the longest of its entries; `*` = any other. */
function effectsByWords(nodes: readonly Grammar[], words: readonly (string | undefined)[]): Changes | undefined {
  for (let depth = nodes.length - 1; depth >= 0; depth -= 1) {
    const table = tableOf(nodes[depth] ?? {});
    if (table.size === 0 || words.length <= depth) continue;
    for (let length = MAX_WORDS; length > 0; length -= 1) {
      const found = table.get(words.slice(depth, depth + length).join(' '));
      if (found !== undefined) return found;
    }
    const other = table.get('*');
    if (other !== undefined) return other;
  }
  return undefined;
}
