import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfThere } from '../store/atomic-file.ts';
import { isRecord, isString, parseJson } from '../store/guards.ts';
import { MODES, PROJECT_RULES } from '../store/layout.ts';
import type { Identity } from '../store/policy-cache.ts';
import { changedMs, stampMs, WATCHED_FILE } from './shims.ts';

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
 *   FOLDER/.safeshell/seen        what it was made from; its time is when that was looked at
 *   FOLDER/.safeshell/from, to    the rule file's time lies between theirs; absent = every call goes to Node
 *   FOLDER/.safeshell/about/NAME  a program that the project's rules are about
 *
 * false = the sources changed so shortly before that they may change again within the same second. Throws what node:fs
 * throws.
 */
export function writeSay(projects: string, { folder, key }: Project, { about }: ProjectSay, nowMs: number): boolean {
  const seenMs = stampMs(nowMs);
  const rules = join(folder, PROJECT_RULES);
  if ([rules, dirname(rules)].some((path) => (changedMs(path) ?? 0) > seenMs)) return false;
  const place = sayFolder(projects, folder);
  const fresh = `${place}.${process.pid}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(fresh, 'about'), { recursive: true, mode: MODES.folder });
  stampFile(join(fresh, 'seen'), seenMs, key);
  if (about !== undefined && isPlain(folder)) {
    for (const name of about) writeFileSync(join(fresh, 'about', name), '', { mode: MODES.file });
    const second = Math.floor(statSync(rules).mtimeMs / 1000) * 1000;
    stampFile(join(fresh, 'from'), second - 1000);
    stampFile(join(fresh, 'to'), second + 1000);
  }
  const old = `${place}.${process.pid}.old`;
  rmSync(old, { recursive: true, force: true });
  renameIfThere(place, old);
  renameSync(fresh, place);
  rmSync(old, { recursive: true, force: true });
  return true;
}

/** Is what is kept about it made from its present sources? What cannot be kept counts too: nothing is to be done about it. */
export function isSaid(projects: string, { folder, key }: Project): boolean {
  if (folder.length > MAX_PATH) return true;
  const seen = join(sayFolder(projects, folder), 'seen');
  const seenMs = statSync(seen, { throwIfNoEntry: false })?.mtimeMs;
  if (seenMs === undefined || readIfThere(seen) !== key) return false;
  return (changedMs(dirname(join(folder, PROJECT_RULES))) ?? 0) <= seenMs;
}

/** Do the gates of a folder, of shims or of launchers, know what the project's own rules are about? */
export function isProjectKnown(gates: string, identity: Identity): boolean {
  const project = projectOf(identity);
  if (project === undefined) return true;
  const watched = parseJson(readIfThere(join(gates, WATCHED_FILE)) ?? '');
  return isRecord(watched) && isString(watched.projects) && isSaid(watched.projects, project);
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

function stampFile(path: string, atMs: number, text = ''): void {
  writeFileSync(path, text, { mode: MODES.file });
  utimesSync(path, atMs / 1000, atMs / 1000);
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
