import type { Word } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import type { ParsedOption } from './grammar.ts';

/** The values of `git -C dir`, in order; `git commit -C HEAD` names a commit. Source: git(1) 2.39. */
export function gitMoves(options: readonly ParsedOption[]): readonly (Word | undefined)[] {
  return options.flatMap(({ names, kind, value }) => (kind === 'path' && names.includes('-C') ? [value] : []));
}

/** Where git looks from after such moves. `cwd`: absolute, undefined = not known; so is what is returned. */
export function directoryAfter(moves: readonly (Word | undefined)[], cwd: string | undefined): string | undefined {
  return moves.reduce<string | undefined>((directory, move) => {
    if (move?.kind !== 'known') return undefined;
    const isFollowed = directory !== undefined || move.value.startsWith('/');
    return isFollowed ? resolvePath(directory ?? '/', move.value) : undefined;
  }, cwd);
}
