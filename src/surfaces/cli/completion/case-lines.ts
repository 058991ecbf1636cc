import { shQuote } from '../../../util/sh-quote.ts';
import type { CommandNode, Values } from './tree.ts';

/** The pattern of every command below the first; bash and zsh read it alike. */
export function commandPattern(nodes: readonly CommandNode[]): string {
  const paths = nodes.slice(1).map(({ path }) => shQuote(path));
  return paths.join(' | ');
}

/** Lines of a `case` over `COMMAND OPTION`: what values the option takes. */
export function optionCases({ path, options }: CommandNode): readonly string[] {
  return options.flatMap(({ flags, values }) => {
    if (values === undefined) return [];
    const pattern = flags.map((flag) => shQuote(`${path} ${flag}`)).join(' | ');
    return [`    ${pattern}) ${assignment(values)} ;;`];
  });
}

/** A `case` over the position of an argument; undefined = the command takes none. */
export function argumentCase({ args, isVariadic }: CommandNode, position: string): string | undefined {
  if (args.length === 0) return undefined;
  const cases = args.map((values, at) => {
    const pattern = isVariadic && at === args.length - 1 ? '*' : String(at);
    return `${pattern}) ${assignment(values)} ;;`;
  });
  return `case ${position} in ${cases.join(' ')} esac`;
}

export function assignment(values: Values): string {
  return `values=${shQuote(typeof values === 'string' ? values : values.join(' '))}`;
}
