import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Layout, layoutOf } from '../store/layout.ts';
import { removePatiently } from '../store/patience.ts';
import { allJobs, applyEdit, editsFor } from './agents/edit-agents.ts';
import { type Installation, madeFoldersRecord, shellPlaces } from './installation.ts';
import { madeFolders, removeIfEmpty } from './made-folders.ts';
import { whileNobodyRefreshes } from './refresh-later.ts';
import { SHELLS } from './shells/index.ts';
import type { ShellPlaces } from './shells/shell.ts';
import { changeStartup, type StartupReport } from './startup.ts';

export interface UninstallJob {
  readonly env: ShellPlaces['env'];
  /** undefined = this product runs from a checkout, which stays */
  readonly installation: Installation | undefined;
  /** the person's own settings and rules too */
  readonly purge: boolean;
  readonly dryRun: boolean;
}

export interface UninstallReport extends StartupReport {
  /** files and folders that are gone, with all that was in them */
  readonly removed: readonly string[];
  /** the person's own files, which stay */
  readonly kept: readonly string[];
}

/**
 * Takes away all that install.sh, `init` and the guard itself have made, this product included. Start-up files come
 * first: a shell that opens meanwhile must not look for what is gone. One thing that fails does not stop the others.
 */
export function uninstall({ env, installation, purge, dryRun }: UninstallJob): UninstallReport {
  const layout = layoutOf(env);
  const record = madeFoldersRecord(layout);
  const folders = madeFolders(record);
  const places = shellPlaces(env, installation);
  const hooks = leaveAgents(env, dryRun);
  const startup = changeStartup({ shells: SHELLS, places, way: 'remove', record, dryRun });
  const changed = [...hooks.changed, ...startup.changed];
  const failed = [...hooks.failed, ...startup.failed];
  const own = filesBelow(layout.user.root).filter((file) => !isSkeleton(file, layout));
  const skeleton = filesBelow(layout.user.root).filter((file) => isSkeleton(file, layout));
  const program = installation === undefined ? [] : [...launchersOf(installation), installation.root];
  const doomed = new Set([
    ...(purge ? [layout.user.root] : skeleton),
    layout.state.root,
    layout.data.root,
    ...program,
    layout.cache.root, // the lock is in it
  ]);
  const present = [...doomed].filter(isThere);
  const { removed, refused } = dryRun ? { removed: present, refused: [] } : removeAlone(env, present);
  if (!dryRun) for (const folder of folders) removeIfEmpty(folder);
  return { changed, removed, kept: purge ? [] : own, failed: [...failed, ...refused] };
}

/** `safeshell` and the link to safeshell-sh beside it. */
function launchersOf({ launcher }: Installation): readonly string[] {
  return [launcher, join(dirname(launcher), 'safeshell-sh')];
}

/** Agents that start what is gone would refuse everything, or run everything unguarded. */
function leaveAgents(env: ShellPlaces['env'], dryRun: boolean): StartupReport {
  const changed: string[] = [];
  const failed: { path: string; why: string }[] = [];
  for (const job of allJobs(env)) {
    try {
      for (const edit of editsFor(job, 'uninstall')) {
        if (!dryRun) applyEdit(edit, job);
        changed.push(edit.path);
      }
    } catch (error) {
      failed.push({ path: job.agent.title, why: (error as Error).message });
    }
  }
  return { changed, failed };
}

/** A process that still brings shims in line would make anew what is gone; where it does not end, it is not waited for. */
function removeAlone(env: ShellPlaces['env'], paths: readonly string[]): Removal {
  const remove = () => removeAll(paths);
  try {
    return whileNobodyRefreshes(env, remove) ?? remove();
  } catch {
    return remove(); // nothing that can be locked
  }
}

interface Removal {
  readonly removed: readonly string[];
  readonly refused: StartupReport['failed'];
}

/** Never throws. */
function removeAll(paths: readonly string[]): Removal {
  const removed: string[] = [];
  const refused: { path: string; why: string }[] = [];
  for (const path of paths) {
    try {
      removePatiently(path);
      removed.push(path);
    } catch (error) {
      refused.push({ path, why: (error as Error).message });
    }
  }
  return { removed, refused };
}

/** As install.sh wrote it: it keeps a copy below its data. */
function isSkeleton(file: string, { user, data }: Layout): boolean {
  const name = relative(user.root, file).replace(/^rules\//, '');
  try {
    return readFileSync(file).equals(readFileSync(join(data.root, 'skeleton', name)));
  } catch {
    return false;
  }
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
