import type { Grammar } from './grammar.ts';

export interface CommandTree {
  /** where it comes from: page and version */
  readonly source: string;
  /** options in front of the subcommand and behind it; those that take a value must be here, others may be left out */
  readonly options?: string;
  /** paths of subcommands: 'kv get|put, kv metadata delete', also one a line; at least all that rules name, and what stands beside them */
  readonly commands: string;
  /** `-name` is one option, `--name` is the same */
  readonly singleDash?: boolean;
}

const LEAF: Grammar = { anyOption: true, operands: 'text*' };

/**
 * Grammar of a service's client of which rules name subcommands alone. What is not listed is an operand, and every other dash word an option
 * without a value: its value is one operand more, which comes behind the subcommand.
 */
export function commandTree({ source, options = '--help, -h', commands, singleDash }: CommandTree): Grammar {
  const paths = listed(commands).flatMap((path) => spread(path.split(/\s+/)));
  const root = nodeOf(paths);
  return {
    ...root,
    ...{ source, options, optionsEverywhere: true, abbreviations: false },
    ...(singleDash && { singleDash }),
  };
}

function nodeOf(paths: readonly (readonly string[])[]): Grammar {
  const names = [...new Set(paths.flatMap(([name]) => name ?? []))];
  if (names.length === 0) return LEAF;
  const below = (name: string) => paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
  const subcommands = Object.fromEntries(names.map((name) => [name, nodeOf(below(name))]));
  return { ...LEAF, subcommands, looseSubcommands: true };
}

/** `apps|app list|destroy` is four paths. */
function spread([first, ...rest]: readonly string[]): readonly (readonly string[])[] {
  if (first === undefined) return [[]];
  return first.split('|').flatMap((name) => spread(rest).map((path) => [name, ...path]));
}

function listed(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
