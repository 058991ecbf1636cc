import { grammarOf } from '../../grammar/index.ts';
import { resolveSubcommand } from '../../grammar/option-index.ts';
import { either, type Part, type PhraseReader, together } from './part.ts';

/** `with --force`, `with --force or -f`, `with --env=prod`. */
export const withOptions: PhraseReader = ({ words, isAll }, { subcommand }) => {
  if (words.length === 0 || !words.every((word) => /^[-+]\S/.test(word))) return undefined;
  const plain = words.filter((word) => !word.includes('='));
  const valued = words.filter((word) => word.includes('='));
  const below = subcommand.length > 0 ? { subcommand: subcommand.join(' ') } : {};
  const conditions = [
    ...(plain.length > 0 ? [{ args: { ...below, [isAll ? 'all_flags' : 'any_flag']: plain } }] : []),
    ...valued.map((word) => ({ args: { ...below, option: { [nameOf(word)]: word.slice(nameOf(word).length + 1) } } })),
  ];
  const sample = (isAll ? words : words.slice(0, 1)).join(' ').replace(/\*/g, 'x');
  return { conditions: [isAll ? together(conditions) : either(conditions)], yes: { words: sample }, no: {} };
};

function nameOf(option: string): string {
  return option.slice(0, option.indexOf('='));
}

export const withoutOptions: PhraseReader = (argument, subject) => {
  const part = withOptions(argument, subject);
  if (part === undefined || typeof part === 'string') return part;
  if (argument.isAll) return 'without either, or without one of them? Say `or`, or `without .. without ..`';
  return { conditions: [{ not: together(part.conditions) }], yes: part.no ?? {}, no: part.yes };
};

/** `except --dry-run`, `except plan and show`, `except test`. */
export const bareWords: PhraseReader = (argument, subject) => {
  const options = withOptions(argument, subject);
  if (options !== undefined) return options;
  const { words } = argument;
  const { program, subcommand } = subject;
  if (words.length === 0 || words.some((word) => /^[-+]/.test(word))) return undefined;
  const grammar = grammarOf(program);
  if (subcommand.length === 0 && grammar.subcommands !== undefined) {
    const unknown = words.find((word) => resolveSubcommand(grammar, word) === undefined);
    if (unknown !== undefined && !grammar.looseSubcommands) return `\`${unknown}\` is no subcommand of \`${program}\``;
    return { conditions: [{ args: { subcommand: words } }], yes: { words: words[0] as string }, no: {} };
  }
  const listed = { args: { operand: words } };
  const others = { not: { args: { operand_outside: words } } };
  const first = (words[0] as string).replace(/\*/g, 'x');
  return { conditions: [listed, others], yes: { words: first }, no: { words: 'another' } };
};

/** A word of the command that is a path: by whatever spelling. */
export function pathNamed(path: string): Part {
  return { conditions: [{ path_matches: path.replace(/(.)\/$/, '$1') }], yes: {}, no: undefined };
}
