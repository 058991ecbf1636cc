import { accessSync, constants, type Stats } from 'node:fs';
import { printable } from '../text/printable.ts';
import { type BytePath, pathText } from './byte-path.ts';
import { childOf, codeOf, diskPath, lookAt, namesIn, statOf, targetOf } from './disk.ts';
import type { Meter } from './meter.ts';
import type { Absent, KeptFolder, KeptLink, Stat } from './record.ts';

/** A path as it is now. */
export type Looked =
  | Absent
  | KeptFolder
  | KeptLink
  | { readonly path: BytePath; readonly type: 'file'; readonly stat: Stat };

export interface Looking {
  readonly meter: Meter;
  /** every entry counts; false: who asks counts those that matter */
  readonly isMetered: boolean;
  /** of our own store: what is in it is never kept in itself */
  readonly store: Pick<Stat, 'dev' | 'ino'> | undefined;
  /** folders that are left out; absent = none */
  readonly remade?: { has(folder: BytePath): boolean };
  /** sentences: what cannot be kept, although the rest can */
  readonly missing: string[];
}

/** The message says why nothing of a loss can be kept. */
export class NotKeepable extends Error {}

/** One path by lstat. undefined = it cannot be kept, and `missing` says why. Throws NotKeepable for our own store, and BudgetPassed. */
export function look(path: BytePath, looking: Looking): Looked | undefined {
  const stats = statsOf(path);
  if (stats === 'unknown') return lacking(looking, `${said(path)} cannot be looked at`);
  if (stats === undefined) return { path, type: 'absent' };
  if (isStore(stats, looking)) throw new NotKeepable('what undo keeps is in it');
  const isFolder = stats.isDirectory();
  if (looking.isMetered && !isFolder) looking.meter.spend(1, stats.isFile() ? stats.size : 0);
  const stat = statOf(stats);
  if (isFolder) return { path, type: 'dir', stat };
  if (stats.isSymbolicLink()) return { path, type: 'link', stat, target: targetOf(path) };
  if (!stats.isFile()) return lacking(looking, `${said(path)} is ${kindOf(stats)}`);
  if (!isReadable(path, stats)) return lacking(looking, `${said(path)} cannot be read`);
  return { path, type: 'file', stat };
}

/** How many names between two looks at the clock. */
const TICK = 64;

/** A path and all below it, folders before what is in them. Links are not followed. Throws as `look` does. */
export function lookBelow(root: BytePath, looking: Looking): readonly Looked[] {
  const found: Looked[] = [];
  const paths = [root];
  const lacked = looking.missing.length;
  let count = 0;
  let isWhole = true;
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (++count % TICK === 0) looking.meter.tick();
    const looked = look(path, looking);
    // gone since its folder was read
    if (looked === undefined || looked.type === 'absent') continue;
    if (looked.type === 'dir' && looking.remade?.has(path)) {
      isWhole = false;
      continue;
    }
    found.push(looked);
    if (looked.type !== 'dir') continue;
    looking.meter.tick();
    // the last is taken first: all is in order then, and little is left to sort
    for (const name of [...namesOf(path, looking)].sort().reverse()) paths.push(childOf(path, name));
  }
  if (!isWhole || looking.missing.length > lacked) return found;
  return found.map((looked) => (looked.type === 'dir' ? { ...looked, isWhole: true } : looked));
}

function namesOf(folder: BytePath, looking: Looking): readonly string[] {
  try {
    return namesIn(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    lacking(looking, `${said(folder)} cannot be listed`);
    return [];
  }
}

/** undefined = nothing is there. */
function statsOf(path: BytePath): Stats | undefined | 'unknown' {
  try {
    return lookAt(path);
  } catch {
    return 'unknown';
  }
}

function isStore({ dev, ino }: Stats, { store }: Looking): boolean {
  return store !== undefined && ino === store.ino && dev === store.dev;
}

function lacking({ missing }: Looking, sentence: string): undefined {
  missing.push(sentence);
  return undefined;
}

function isReadable(path: BytePath, { mode }: Stats): boolean {
  // for everybody
  if ((mode & 0o444) === 0o444) return true;
  try {
    accessSync(diskPath(path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function kindOf(stats: Stats): string {
  if (stats.isSocket()) return 'a socket';
  if (stats.isFIFO()) return 'a named pipe';
  return 'a device';
}

/** For sentences. */
export function said(path: BytePath): string {
  return `\`${printable(pathText(path))}\``;
}
