import { knownWord, type Word } from '../model/word.ts';
import { isWithin, resolvePath } from '../util/path.ts';
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

export interface GitPlace {
  readonly options: readonly ParsedOption[];
  /** absolute; undefined = not known */
  readonly cwd: string | undefined;
  /** GIT_WORK_TREE */
  readonly workTree?: string | undefined;
}

/**
 * Where a relative path in the word at `index` starts from: where git looks from, or the working tree where git is started outside of
 * it. What follows a path does not move it: `--git-dir` is read before `-C` that stands behind it.
 */
export function gitPathsFrom({ options, cwd, workTree }: GitPlace, index: number): string | undefined {
  const before = options.filter((one) => one.index < index);
  const from = directoryAfter(gitMoves(before), cwd);
  const named = before.findLast(({ names }) => names.includes('--work-tree'));
  if (named === undefined && !workTree) return from;
  const tree = directoryAfter([named === undefined ? knownWord(workTree as string) : named.value], from);
  return tree !== undefined && from !== undefined && isWithin(from, tree) ? from : tree;
}
