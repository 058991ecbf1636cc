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
    const path = isFollowed ? resolvePath(directory ?? '/', move.value) : undefined;
    return path === undefined || path.length > MAX_PATH ? undefined : path;
  }, cwd);
}

/** No system takes longer ones; thousands of moves would make one. */
const MAX_PATH = 4096;

export interface GitPlace {
  readonly options: readonly ParsedOption[];
  /** absolute; undefined = not known */
  readonly cwd: string | undefined;
  /** GIT_WORK_TREE */
  readonly workTree?: string | undefined;
}

/**
 * Where a relative path in the word at an index starts from: where git looks from, or the working tree where git is started outside
 * of it. What follows a path does not move it: `--git-dir` is read before `-C` that stands behind it.
 */
export function gitPathsFrom({ options, cwd, workTree }: GitPlace): (index: number) => string | undefined {
  let from = cwd;
  let [named, hasTree]: [Word | undefined, boolean] = workTree ? [knownWord(workTree), true] : [undefined, false];
  const placed = () => {
    if (!hasTree) return from;
    const tree = directoryAfter([named], from);
    return tree !== undefined && from !== undefined && isWithin(from, tree) ? from : tree;
  };
  return directoriesFrom(placed(), options, (option) => {
    const isTree = option.names.includes('--work-tree');
    const moves = gitMoves([option]);
    if (!isTree && moves.length === 0) return undefined;
    if (isTree) [named, hasTree] = [option.value, true];
    from = directoryAfter(moves, from);
    return { directory: placed() };
  });
}

/** The directory that holds for a word, where options in front of it change it; each option is read once, however many words ask. */
export function directoriesFrom(
  start: string | undefined,
  options: readonly ParsedOption[],
  changed: (option: ParsedOption) => { readonly directory: string | undefined } | undefined,
): (index: number) => string | undefined {
  const changes = options.flatMap((option) => {
    const change = changed(option);
    return change === undefined ? [] : [{ index: option.index, directory: change.directory }];
  });
  return (index) => {
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((changes[middle]?.index ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? start : changes[low - 1]?.directory;
  };
}
