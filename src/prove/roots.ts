import { isProject } from '../conditions/path/path-roots.ts';
import { memoizeByObject } from '../util/memoize.ts';
import type { ProofContext } from './context.ts';

/** The project and the temp folders, as named and with links followed. A home directory or a folder of the system is no project. */
export const rootsOf = memoizeByObject(({ facts, cwd }: ProofContext): readonly string[] => {
  const git = facts.git(cwd, facts.env);
  const projects = [cwd, ...(git === null || git === 'unknown' ? [] : [git.root])].filter((one) =>
    isProject(one, facts),
  );
  return [...new Set([...projects, ...projects.map((one) => facts.realpath(one)), ...facts.tmp])];
});
