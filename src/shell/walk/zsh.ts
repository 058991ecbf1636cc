import { type Word, wordValue } from '../../model/word.ts';
import { doubt, shellCode, startOf } from '../../wrappers/peeled.ts';
import type { Peeled, WrapperFamily } from '../../wrappers/wrapper.ts';

const isBrace = (word: Word | undefined) => word?.text === '{';

function withoutBrace(words: readonly Word[]): readonly Word[] {
  return isBrace(words[0]) ? words.slice(1) : words;
}

/** `repeat 2 { a; b }`: the parser ends the command at `;`, zsh at `}`. */
function shortForm(word: Word | undefined): readonly Peeled[] {
  return isBrace(word) ? [doubt('parser-doubt', 'a body in braces without `do`')] : [];
}

const FAMILIES: readonly WrapperFamily[] = [
  { names: ['-'], peel: ({ argv }) => startOf(argv.slice(1)) },
  { names: ['repeat'], peel: ({ argv }) => [...startOf(withoutBrace(argv.slice(2))), ...shortForm(argv[2])] },
  {
    names: ['emulate'],
    peel: ({ argv }) => {
      const at = argv.findIndex((word) => /^-\w*c$/.test(wordValue(word) ?? ''));
      const code = argv[at + 1];
      return at < 0 || code === undefined ? [] : [shellCode(code, undefined, 'zsh')];
    },
  },
];

/**
 * Builtins and precommand modifiers of zsh that run other commands. Source: zshmisc(1), zshbuiltins(1) 5.9; executed.
 */
export const ZSH_FAMILIES: ReadonlyMap<string, WrapperFamily> = new Map(
  FAMILIES.flatMap((family) => family.names.map((name) => [name, family] as const)),
);
