import { mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { printable } from '../text/printable.ts';
import type { BytePath } from './byte-path.ts';
import { childOf, diskPath, folderOf, lookAt, namesIn } from './disk.ts';
import { type LinkedFiles, linkedFiles } from './hard-links.ts';
import type { Conflict, RestorePlan, Step } from './plan.ts';
import type { KeptFile, KeptFolder, KeptLink, Stat } from './record.ts';
import {
  isInPlace,
  isLeftBehind,
  makeFile,
  makeLink,
  moveOver,
  type Sources,
  setAttributes,
  temporaryIn,
  writeInPlace,
} from './write-path.ts';

export interface PutBack {
  readonly done: number;
  readonly failed: readonly Conflict[];
}

/** Does the steps of a plan. Each is done whole or not at all; never throws. */
export function putBack({ steps, folders, linked }: RestorePlan, sources: Sources): PutBack {
  const putting: Putting = { sources, linked: linkedFiles(linked, steps), checked: new Set() };
  const failed: Conflict[] = [];
  const run = ({ path }: { readonly path: BytePath }, work: () => void) => {
    try {
      work();
    } catch (error) {
      failed.push({ path, why: printable((error as Error).message) });
    }
  };
  const [removed, others] = [steps.filter(isRemoval).reverse(), steps.filter((step) => !isRemoval(step))];
  for (const step of removed) run(step.kept, () => remove(step, putting));
  for (const step of others) run(step.kept, () => put(step, putting));
  for (const folder of new Set(others.map(({ kept }) => folderOf(kept.path)))) removeLeft(folder);
  const made = others.flatMap(({ kept }) => (kept.type === 'dir' ? [kept] : []));
  const all = [...new Map([...folders, ...made].map((folder) => [folder.path, folder])).values()];
  // what is put into a folder changes its time; below one that may not be written to nothing can be made
  for (const folder of all.sort((a, b) => (a.path < b.path ? 1 : -1))) run(folder, () => finish(folder));
  return { done: Math.max(0, steps.length - failed.length), failed };
}

/** What an undo that was killed has left beside its place: what it was is kept. */
function removeLeft(folder: BytePath): void {
  try {
    for (const name of namesIn(folder).filter(isLeftBehind))
      rmSync(diskPath(childOf(folder, name)), { recursive: true, force: true });
  } catch {
    // not ours to list, or to write to
  }
}

function isRemoval({ does }: Step): boolean {
  return does === 'remove';
}

interface Putting {
  readonly sources: Sources;
  readonly linked: LinkedFiles;
  /** folders that have no link on their way */
  readonly checked: Set<BytePath>;
}

function remove({ kept: { path }, present }: Step, putting: Putting): void {
  demandPlace(folderOf(path), putting);
  demandUnchanged(path, present);
  rmSync(diskPath(path), { recursive: true, force: true });
}

function put(step: Step, putting: Putting): void {
  const { kept, does, present } = step;
  makePlace(folderOf(kept.path), putting);
  if (kept.type === 'file' || kept.type === 'link') putFile(step, kept, putting);
  else if (kept.type === 'dir' && does !== 'attributes') putFolder(kept.path, present);
}

function putFile({ does, present }: Step, kept: KeptFile | KeptLink, putting: Putting): void {
  const { sources, linked } = putting;
  const isLinked = kept.type === 'file' && linked.isLinked(kept);
  // what was done to one name of a file was done to all
  if (!isLinked) demandUnchanged(kept.path, present);
  if (does === 'attributes') setAttributes(kept);
  else if (kept.type === 'file' && isInPlace(kept)) writeInPlace(kept, sources);
  else putFresh(kept, putting);
  if (isLinked) linked.isDone(kept);
}

/** Beside its place, then there: whole or not at all. */
function putFresh(kept: KeptFile | KeptLink, { sources, linked }: Putting): void {
  const fresh = temporaryIn(folderOf(kept.path));
  try {
    if (kept.type === 'link') makeLink(kept, fresh);
    else makeFile(kept, fresh, sources, linked.sameAs(kept));
    moveOver(fresh, kept.path);
  } finally {
    rmSync(diskPath(fresh), { force: true });
  }
}

/** Its mode comes last: until then it must be ours to write to. */
function putFolder(path: BytePath, present: Stat | undefined): void {
  demandUnchanged(path, present);
  const fresh = temporaryIn(folderOf(path));
  mkdirSync(diskPath(fresh), { mode: 0o700 });
  try {
    moveOver(fresh, path);
  } catch (error) {
    rmdirSync(diskPath(fresh));
    throw error;
  }
}

function finish(folder: KeptFolder): void {
  const stats = lookAt(folder.path);
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new Error('it is no folder now');
  if (stats.mtimeMs !== folder.stat.mtimeMs || stats.mode !== folder.stat.mode) setAttributes(folder);
}

/** Makes folders above that are missing, as anybody would. */
function makePlace(folder: BytePath, putting: Putting): void {
  if (putting.checked.has(folder)) return;
  if (lookAt(folder) === undefined) {
    makePlace(folderOf(folder), putting);
    mkdirSync(diskPath(folder));
  }
  demandPlace(folder, putting);
}

/** Nobody has put a link there since the plan was made. */
function demandPlace(folder: BytePath, { checked }: Putting): void {
  if (checked.has(folder)) return;
  if (realpathSync.native(diskPath(folder), 'latin1') !== folder) throw new Error('a link is on its way now');
  checked.add(folder);
}

/** Since the plan was made. When its other names go the time of its inode changes, so that does not count. */
function demandUnchanged(path: BytePath, present: Stat | undefined): void {
  const stats = lookAt(path);
  if (stats === undefined && present === undefined) return;
  const isSame = stats?.ino === present?.ino && stats?.dev === present?.dev;
  // of a folder, other steps may have changed what is in it
  const isSameInside = stats?.isDirectory() || (stats?.size === present?.size && stats?.mtimeMs === present?.mtimeMs);
  if (!isSame || !isSameInside) throw new Error('it has changed just now');
}
