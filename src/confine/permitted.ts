import { isProject } from '../conditions/path/project-roots.ts';
import type { Facts } from '../model/facts.ts';
import type { Permits } from '../model/permits.ts';
import type { Environment } from '../model/request.ts';
import { isWithin } from '../util/path.ts';
import { expandPath } from './expand-path.ts';

/** A permit for one start: the next confined one in that project, or below, uses it up. */
export interface OncePermit {
  /** absolute */
  readonly project: string;
  /** absolute */
  readonly paths: readonly string[];
  readonly untilMs: number;
}

type Place = Readonly<{ facts: Facts; env: Environment }>;

/** What settings permit to programs that are started in this folder; paths as they are written there. */
export function permittedIn(cwd: string, { write, projects }: Permits, { facts, env }: Place): readonly string[] {
  const here = facts.realpath(cwd);
  const isHere = (folder: string) => {
    const path = expandPath(folder, env);
    return path !== undefined && isWithin(here, facts.realpath(path));
  };
  return [...write, ...Object.entries(projects).flatMap(([folder, paths]) => (isHere(folder) ? paths : []))];
}

/** Can permits be for what is started there? Not in a home directory, nor a folder of the system. `folder`: links followed */
export function mayHavePermits(folder: string, facts: Facts): boolean {
  return isProject(folder, facts);
}

export function isFor(cwd: string, { project }: OncePermit, facts: Facts): boolean {
  return isWithin(facts.realpath(cwd), facts.realpath(project));
}
