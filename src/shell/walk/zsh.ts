import { wordValue } from '../../model/word.ts';
import { shellCode, startOf } from '../wrappers/peeled.ts';
import type { WrapperFamily } from '../wrappers/wrapper.ts';

const FAMILIES: readonly WrapperFamily[] = [
  { names: ['-'], peel: ({ argv }) => startOf(argv.slice(1)) },
  { names: ['repeat'], peel: ({ argv }) => startOf(argv.slice(2)) },
  {
    names: ['emulate'],
    peel: ({ argv }) => {
      const at = argv.findIndex((word) => /^-\w*c$/.test(wordValue(word) ?? ''));
      const code = argv[at + 1];
      return at < 0 || code === undefined ? [] : [shellCode(code, undefined, 'zsh')];
    },
  },
];

/** What only zsh takes for more than the name of a program. Source: zshmisc(1), zshbuiltins(1) 5.9; executed. */
export const ZSH_FAMILIES: ReadonlyMap<string, WrapperFamily> = new Map(
  FAMILIES.flatMap((family) => family.names.map((name) => [name, family] as const)),
);
