import { isProject } from '../conditions/path/path-roots.ts';
import { isWithin } from '../util/path.ts';
import type { ProofInput } from './input.ts';

/** The project and the temp folders, as named and with links followed. A home directory or a folder of the system is no project. */
export function rootsOf({ facts, cwd }: ProofInput): readonly string[] {
  const git = facts.git(cwd, facts.env);
  const projects = [cwd, ...(git === null || git === 'unknown' ? [] : [git.root])].filter((one) =>
    isProject(one, facts),
  );
  return [...new Set([...projects, ...projects.map((one) => facts.realpath(one)), ...facts.tmp])];
}

/** Entries of a search path that a project may fill: relative ones (an empty one is the working directory), those in the project or a temp folder, and those that come with a project wherever it is. */
export function foldersOfProject(list: string, roots: readonly string[]): readonly string[] {
  return list
    .split(':')
    .filter(
      (folder) => !folder.startsWith('/') || OF_PROJECT.test(folder) || roots.some((root) => isWithin(folder, root)),
    );
}

const OF_PROJECT = /\/(?:node_modules|\.?venv|vendor|\.direnv)(?:\/|$)/;
