import { inEffect } from './effective.ts';
import type { Grammar, ParsedCommand } from './grammar.ts';

/**
 * What a program does beside what the kinds of its words say.
 * `reads` = nothing: what it touches are the paths among its words, or without any the directory it runs in;
 * `prints` = nothing whatever its words are, options included: it says or computes;
 * `starts` = it starts the program that its words name, a start of its own;
 * `variables` = it shows variables of the environment; `indirect` = it touches paths that stand in a file, not in its words;
 * `writes`, `deletes`; `network` = it gets something from another machine, `sends` = it takes something there; `runs` = it runs code.
 */
export type Effect =
  | 'reads'
  | 'prints'
  | 'starts'
  | 'variables'
  | 'indirect'
  | 'writes'
  | 'deletes'
  | 'network'
  | 'sends'
  | 'runs';

/** When a row of a table holds; see GrammarCase. */
export interface When {
  /** each text is a list of alternatives, one of which must be in effect; `--prune=now`: with that value */
  readonly given?: readonly string[];
  /** options, separated by blanks, of which none may be in effect */
  readonly unless?: string;
  /** it has so many operands or fewer */
  readonly atMost?: number;
  /** it has one option and no operand */
  readonly alone?: true;
}

/** The first row that holds counts; where none does it is not known. */
export interface EffectRow extends When {
  readonly does: Effect;
}

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
