import type { Effect, When } from './effect.ts';
import { inEffect } from './effective.ts';
import type { Grammar, ParsedCommand } from './grammar.ts';

export function holds({ given = [], unless, atMost, alone }: When, parsed: ParsedCommand): boolean {
  if (alone && parsed.options.length + parsed.operands.length !== 1) return false;
  return (
    given.every((names) => inEffect(names, parsed)) &&
    (unless === undefined || !inEffect(unless, parsed)) &&
    (atMost === undefined || parsed.operands.length <= atMost)
  );
}

/** The effect of a call, by its program's grammar; undefined = not known. */
export function effectOf(grammar: Grammar, parsed: ParsedCommand): Effect | undefined {
  if (parsed.unknownSubcommand !== undefined) return undefined;
  let node: Grammar | undefined = grammar;
  for (const name of parsed.subcommand) node = node?.subcommands?.[name];
  const effects = node?.effects;
  if (typeof effects === 'string' || effects === undefined) return effects;
  return effects.find((row) => holds(row, parsed))?.does;
}
