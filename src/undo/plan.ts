import type { Stats } from 'node:fs';
import type { Environment } from '../model/request.ts';
import type { BytePath } from './byte-path.ts';
import { childOf, lookAt, namesIn, statOf, targetOf } from './disk.ts';
import { type PlanOptions, planState, type StatePlan } from './git/plan.ts';
import { type Linked, linkedOf } from './hard-links.ts';
import { keptObjects } from './objects.ts';
import { type Places, placesOf } from './places.ts';
import type { Absent, KeptFile, KeptFolder, KeptLink, KeptPath, KeptRecord, Stat } from './record.ts';
import { hasContent } from './same-content.ts';
import type { UndoStore } from './store.ts';

/** What undo will do to one path. */
export interface Step {
  readonly kept: KeptPath;
  /** `create`: nothing is there; `replace`: something else is; `attributes`: only mode or time differ; `remove`: nothing was there */
  readonly does: 'create' | 'replace' | 'attributes' | 'remove';
  /** what is there now; absent = nothing */
  readonly present?: Stat;
  /** what is there now has changed after the command: needs a yes. Milliseconds since 1970 */
  readonly newerMs?: number;
}

export interface Conflict {
  readonly path: BytePath;
  /** short phrase */
  readonly why: string;
}

export interface RestorePlan {
  readonly record: KeptRecord;
  /** folders before what is in them; paths that are as they were have none */
  readonly steps: readonly Step[];
  /** that are there and have not changed after the command: their times are to be as they were when all is done */
  readonly folders: readonly KeptFolder[];
  /** files that were one file under several names */
  readonly linked: readonly Linked[];
  /** what cannot come back, or stays: it is not touched */
  readonly conflicts: readonly Conflict[];
  /** refs, index, stash and operation of each repository; those that are as they were have no steps */
  readonly git: readonly StatePlan[];
  /** newer work would be replaced */
  readonly needsYes: boolean;
}

/** A command that ran at once has ended by then: what changes later is newer than it. */
const COMMAND_MS = 2_000;

/** What undo would do now. Writes nothing. Throws an Error with a sentence where the record is damaged. */
export function planRestore(record: KeptRecord, store: UndoStore, env: Environment): RestorePlan {
  const planning: Planning = { record, endedMs: store.asOf(record.id) + COMMAND_MS, places: placesOf() };
  const steps: Step[] = [];
  const conflicts: Conflict[] = [];
  const folders: KeptFolder[] = [];
  const paths = store.paths(record);
  const names = new Set(paths.map(({ path }) => path));
  for (const kept of paths) {
    const planned = planOf(kept, planning);
    if (kept.type === 'dir') {
      if (isSettled(kept, planned, planning)) folders.push(kept);
      steps.push(...additions(kept, names, planning));
    }
    if (planned === undefined) continue;
    if ('why' in planned) conflicts.push(planned);
    else steps.push(planned);
  }
  const git = record.repositories.flatMap(({ state }) =>
    state === undefined ? [] : [planState(state, stateOptions({ record, paths }, store, env))],
  );
  const needsYes =
    steps.some(({ newerMs }) => newerMs !== undefined) || git.some((plan) => plan.steps.some(({ isNewer }) => isNewer));
  return { record, steps, folders, linked: linkedOf(paths), conflicts, git, needsYes };
}

/** How undo/git/ is to look at what it holds: `paths` are brought back here. */
export function stateOptions(
  { record, paths }: { readonly record: KeptRecord; readonly paths: readonly Pick<KeptPath, 'path'>[] },
  store: UndoStore,
  env: Environment,
): PlanOptions {
  const own = new Set(paths.map(({ path }) => path));
  const exact = record.undoes !== undefined;
  return { objects: keptObjects(store.root), env, asOfMs: store.asOf(record.id) + COMMAND_MS, own, exact };
}

interface Planning {
  readonly record: KeptRecord;
  /** what changed later is newer */
  readonly endedMs: number;
  readonly places: Places;
}

/** undefined = it is as it was. */
function planOf(kept: KeptPath, planning: Planning): Step | Conflict | undefined {
  const { path } = kept;
  const place = planning.places.of(path);
  if (typeof place === 'object') return kept.type === 'absent' ? undefined : { path, why: place.why };
  const present = place === 'folder' ? lookAt(path) : undefined;
  if (kept.type === 'absent') return present && removal(kept, present, planning);
  const step = present === undefined ? ({ kept, does: 'create' } as const) : change(kept, present, planning);
  if (step && 'does' in step && kept.type === 'dir' && step.does !== 'attributes') planning.places.willBeFolder(path);
  return step;
}

function isSettled({ path }: KeptFolder, planned: Step | Conflict | undefined, { endedMs }: Planning): boolean {
  if (planned !== undefined) return 'does' in planned && planned.does === 'attributes';
  return (lookAt(path)?.ctimeMs ?? Number.POSITIVE_INFINITY) <= endedMs;
}

/** What the command made goes again; what came later stays, and all around it. */
function removal(kept: Absent, present: Stats, { endedMs }: Planning): Step | Conflict {
  const newestMs = newestBelow(kept.path, present);
  if (newestMs > endedMs) return { path: kept.path, why: 'it was not there before, but has changed since: it stays' };
  return { kept, does: 'remove', present: statOf(present) };
}

/** What the command put into a folder beside what was there. */
function additions({ path, isWhole }: KeptFolder, names: ReadonlySet<BytePath>, planning: Planning): readonly Step[] {
  if (!isWhole || planning.places.of(path) !== 'folder' || !lookAt(path)?.isDirectory()) return [];
  return namesOf(path).flatMap((name) => {
    const child = childOf(path, name);
    const present = names.has(child) ? undefined : lookAt(child);
    const planned = present && removal({ path: child, type: 'absent' }, present, planning);
    return planned && 'does' in planned ? [planned] : [];
  });
}

type Present = KeptFile | KeptLink | KeptFolder;

function change(kept: Present, present: Stats, planning: Planning): Step | Conflict | undefined {
  if (isSpecial(present)) return { path: kept.path, why: 'a device, pipe or socket is there now' };
  if (!isSameType(kept, present) || !isSameContent(kept, present, planning))
    return replacement(kept, present, planning);
  // what somebody did to mode or time later, and to nothing else, stays
  if (hasSameAttributes(kept, present) || present.ctimeMs > planning.endedMs) return undefined;
  return { kept, does: 'attributes', present: statOf(present) };
}

function replacement(kept: Present, present: Stats, { endedMs }: Planning): Step {
  const newestMs = newestBelow(kept.path, present);
  const isNewer = newestMs > endedMs;
  return { kept, does: 'replace', present: statOf(present), ...(isNewer && { newerMs: newestMs }) };
}

function isSpecial(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
}

function isSameType({ type }: Present, stats: Stats): boolean {
  if (type === 'file') return stats.isFile();
  return type === 'link' ? stats.isSymbolicLink() : stats.isDirectory();
}

function isSameContent(kept: Present, present: Stats, { record }: Planning): boolean {
  if (kept.type === 'dir') return true;
  if (kept.type === 'link') return targetOf(kept.path) === kept.target;
  return hasContent(kept, present, record);
}

/** What Node.js can set of times, milliseconds. */
const TIME_STEP_MS = 0.002;
const PERMISSIONS = 0o7777;

function hasSameAttributes({ type, stat }: Present, present: Stats): boolean {
  const isSameTime = Math.abs(stat.mtimeMs - present.mtimeMs) < TIME_STEP_MS;
  // links have no mode of their own
  return isSameTime && (type === 'link' || (stat.mode & PERMISSIONS) === (present.mode & PERMISSIONS));
}

/** More is not looked through: it counts as changed just now. */
const MAX_LOOKS = 200_000;

/** When the path, or anything below it, changed last. Milliseconds since 1970. */
function newestBelow(path: BytePath, stats: Stats): number {
  let newestMs = stats.ctimeMs;
  const folders = stats.isDirectory() ? [path] : [];
  let looks = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesOf(folder)) {
      const child = childOf(folder, name);
      const found = lookAt(child);
      if (++looks > MAX_LOOKS) return Number.POSITIVE_INFINITY;
      newestMs = Math.max(newestMs, found?.ctimeMs ?? 0);
      if (found?.isDirectory()) folders.push(child);
    }
  }
  return newestMs;
}

/** What cannot be listed cannot be removed either; that is told then. */
function namesOf(folder: BytePath): readonly string[] {
  try {
    return namesIn(folder);
  } catch {
    return [];
  }
}
