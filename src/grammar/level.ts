import { type Word, wordValue } from '../model/word.ts';
import { once } from '../util/once.ts';
import { baseName } from '../util/path.ts';
import { DEFAULT_GRAMMAR, grammarOf } from './index.ts';
import { childIndex, type Fallback, indexOf, resolveSubcommand } from './option-index.ts';
import { leadOf } from './words.ts';

/** For commands that are not programs: modules of Python, commands of tmux. */
export const NO_LEVEL: Fallback = () => undefined;

/** The grammar of a program, by the word that starts it. */
export function levelOf(program: Word | undefined): Fallback {
  return once(() => {
    const grammar = grammarOf(baseName(program === undefined ? '' : leadOf(program)));
    return grammar === DEFAULT_GRAMMAR ? undefined : indexOf(grammar);
  });
}

/** The grammar behind an operand: the subcommand's, or the same grammar if the operand names no subcommand. */
export function levelBelow(level: Fallback, operand: Word | undefined): Fallback {
  return once(() => {
    const index = level();
    if (index === undefined) return undefined;
    const { subcommands, looseSubcommands, optionsEverywhere } = index.grammar;
    const name = resolveSubcommand(index.grammar, wordValue(operand) ?? '');
    const next = name === undefined ? undefined : subcommands?.[name];
    if (name !== undefined && next !== undefined) return childIndex(index, name, next);
    return subcommands === undefined || looseSubcommands || optionsEverywhere ? index : undefined;
  });
}
