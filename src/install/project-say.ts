import { lstatSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfThere } from '../store/atomic-file.ts';
import { makeFolder } from '../store/folders.ts';
import { MODES, PROJECT_RULES } from '../store/layout.ts';
import type { Identity } from '../store/policy-cache.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { changedSince, isSeen, look, markIn, renewIfDue, replaceFolder, setTimes, writeUntil } from './freshness.ts';
import { WATCHED_FILE } from './shims.ts';

/** What a project's own rules are about, beside those that hold everywhere. */
export interface ProjectSay {
  /** base names; undefined = any program, or it cannot be told */
  readonly about: readonly string[] | undefined;
}

export interface Project {
  /** absolute */
  readonly folder: string;
  /** names its sources as they are */
  readonly key: string;
}

/** undefined = no project's rules are among the sources. */
export function projectOf({ scope, key }: Pick<Identity, 'scope' | 'key'>): Project | undefined {
  return scope === '' ? undefined : { folder: dirname(dirname(scope)), key };
}

/** Longer paths are not kept: their projects' calls go to Node. */
const MAX_PATH = 1000;

/**
 * Keeps what sh asks (see shims/project.sh) in `projects`, which belongs to one policy:
 *
 *   FOLDER/.safeshell/seen, until   what it was made from; their times as those of a stamp, see freshness.ts
 *   FOLDER/.safeshell/from-0, ..    marks of the rule file and of its folder; absent = every call goes to Node
 *   FOLDER/.safeshell/about/NAME    a program that the project's rules are about
 *
 * `startedMs`: when the reading of the sources began. false = they changed so shortly before that they may change again
 * unnoticed. Throws what node:fs throws.
 */
export function writeSay(
  projects: string,
  { folder, key }: Project,
  { about }: ProjectSay,
  startedMs: number,
): boolean {
  const watched = watchedOf(folder);
  const seen = look(watched, startedMs);
  if (Object.values(seen).includes('')) return false;
  return replaceFolder(sayFolder(projects, folder), (fresh) => {
    makeFolder(join(fresh, 'about'));
    if (about !== undefined && isPlain(folder)) {
      for (const name of about) writeFileSync(join(fresh, 'about', name), '', { mode: MODES.file });
      if (!markIn(fresh, watched, startedMs)) return false;
    }
    const file = join(fresh, 'seen');
    writeFileSync(file, JSON.stringify({ key, seen }), { mode: MODES.file });
    writeUntil(fresh);
    setTimes(file, join(fresh, 'until'));
    return true;
  });
}

/** Is what is kept about it made from its present sources? What cannot be kept counts too: nothing is to be done about it. */
export function isSaid(projects: string, { folder, key }: Project): boolean {
  if (folder.length > MAX_PATH) return true;
  const kept = parseJson(readIfThere(join(sayFolder(projects, folder), 'seen')) ?? '');
  return isRecord(kept) && kept.key === key && isSeen(kept.seen) && changedSince(kept.seen).length === 0;
}

/** In the order of their marks. */
function watchedOf(folder: string): readonly string[] {
  const rules = join(folder, PROJECT_RULES);
  return [rules, dirname(rules)];
}

/** Do the gates of a folder, of shims or of launchers, know what the project's own rules are about? */
export function isProjectKnown(gates: string, identity: Identity): boolean {
  const project = projectOf(identity);
  if (project === undefined) return true;
  const projects = projectsKnownTo(gates);
  return projects !== undefined && isSaid(projects, project);
}

/** What is kept about the project counts for longer where all is as it was. Never throws. */
export function renewProject(gates: string, identity: Identity): void {
  const project = projectOf(identity);
  const projects = project && projectsKnownTo(gates);
  if (project === undefined || projects === undefined) return;
  const folder = sayFolder(projects, project.folder);
  renewIfDue({ stamp: join(folder, 'seen'), folder }, () => isSaid(projects, project));
}

function projectsKnownTo(gates: string): string | undefined {
  const watched = parseJson(readIfThere(join(gates, WATCHED_FILE)) ?? '');
  return isRecord(watched) && isString(watched.projects) ? watched.projects : undefined;
}

function sayFolder(projects: string, folder: string): string {
  return join(projects, folder, '.safeshell');
}

/** Nothing of it is a link, and no folder on its way is named as ours are. */
function isPlain(folder: string): boolean {
  const rules = join(folder, PROJECT_RULES);
  const isOwn = realpathSync(rules) === rules && lstatSync(rules).isFile();
  return isOwn && folder !== '/' && !folder.split('/').includes('.safeshell');
}
