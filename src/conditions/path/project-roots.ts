import type { Facts } from '../../model/facts.ts';
import type { Environment } from '../../model/request.ts';
import { isWithin } from '../../util/path.ts';
import { isSystemFolder } from './system-folders.ts';

/** The working directory and the repository around it, as named and with links followed. A home directory or a folder of the system is no project. */
export function projectRoots(cwd: string, facts: Facts, env: Environment = facts.env): readonly string[] {
  const git = facts.git(cwd, env);
  const named = [cwd, ...(git === null || git === 'unknown' ? [] : [git.root])].filter((one) => isProject(one, facts));
  return [...new Set([...named, ...named.map((one) => facts.realpath(one))])];
}

/** A system directory, or one that holds the home directory, is no project: what lies in it may be anybody's. */
export function isProject(directory: string, facts: Facts): boolean {
  return !isSystemFolder(directory) && !(facts.home !== undefined && isWithin(facts.home, directory));
}
