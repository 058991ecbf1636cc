import { isWithin } from '../util/path.ts';

/** Entries of a search path that a project may fill: relative ones (an empty one is the working directory), those in the project or a temp folder, and those that come with a project wherever it is. */
export function foldersOfProject(list: string, roots: readonly string[]): readonly string[] {
  return list
    .split(':')
    .filter(
      (folder) => !folder.startsWith('/') || OF_PROJECT.test(folder) || roots.some((root) => isWithin(folder, root)),
    );
}

const OF_PROJECT = /\/(?:node_modules|\.?venv|vendor|\.direnv)(?:\/|$)/;
