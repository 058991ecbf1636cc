import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { makeFolder } from '../store/folders.ts';

/** One trash folder, with `files` and `info` in it. */
export interface Can {
  readonly folder: string;
  /** paths in it are relative to this; absent = absolute */
  readonly top?: string;
}

export interface Owner {
  readonly env: Environment;
  readonly uid: number;
}

export function homeCan({ env }: Owner): Can {
  const { XDG_DATA_HOME: data, HOME: home } = env;
  if (data !== undefined && isAbsolute(data)) return { folder: join(data, 'Trash') };
  if (home === undefined || !isAbsolute(home)) throw new Error('HOME is not set: there is no trash');
  return { folder: join(home, '.local/share/Trash') };
}

/** The cans that a path may go to, the best first. `path`: absolute, its folder without symbolic links. */
export function cansFor(path: string, owner: Owner): readonly Can[] {
  const home = homeCan(owner);
  const { dev } = lstatSync(dirname(path));
  if (deviceOf(home.folder) === dev) return [home];
  return [...volumeCans(topOf(dirname(path), dev), owner), home];
}

/** `.Trash/UID` where an administrator has made it safe, then `.Trash-UID`. */
function volumeCans(top: string, { uid }: Owner): readonly Can[] {
  const shared = join(top, '.Trash');
  const own = { folder: join(top, `.Trash-${uid}`), top };
  return isSharedSafe(shared) ? [{ folder: join(shared, String(uid)), top }, own] : [own];
}

/** A folder, no symbolic link, with the sticky bit. */
function isSharedSafe(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && (stats.mode & 0o1000) !== 0;
}

/** Makes what is missing of a can. Throws where it cannot be made, or is not the owner's alone. */
export function openCan({ folder }: Can, { uid }: Owner): void {
  for (const name of ['files', 'info']) makeFolder(join(folder, name));
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== uid) throw new Error(`${folder} is no folder of yours`);
}

/** All cans of the owner that are there. */
export function existingCans(owner: Owner): readonly Can[] {
  const tops = mountPoints();
  const cans = [homeCan(owner), ...tops.flatMap((top) => volumeCans(top, owner))];
  return cans.filter(({ folder }) => {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true && stats.uid === owner.uid;
  });
}

/** File systems that hold no files of people, or whose mere look may wait for a server. */
const NO_FILES =
  /^(proc|sysfs|cgroup2?|dev(pts|tmpfs)|autofs|mqueue|debugfs|tracefs|bpf|securityfs|pstore|configfs|nsfs)$/;

/** Source: proc(5), /proc/self/mounts; blanks and backslashes are octal there. Where there is no /proc: none. */
function mountPoints(): readonly string[] {
  try {
    const lines = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const points = lines.flatMap((line) => {
      const [, point = '', type = ''] = line.split(' ');
      return point === '' || NO_FILES.test(type) ? [] : [point.replace(/\\([0-7]{3})/g, octal)];
    });
    return [...new Set(points)];
  } catch {
    return [];
  }
}

function octal(_all: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}

/** The folder where the volume of `folder` is mounted. */
function topOf(folder: string, device: number): string {
  const above = dirname(folder);
  return above === folder || statSync(above).dev !== device ? folder : topOf(above, device);
}

/** Of the nearest folder that is there. */
function deviceOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.dev ?? deviceOf(dirname(folder));
}
