import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Layout, layoutOf } from '../store/layout.ts';
import { withLockInTime } from '../store/lock.ts';
import { removePatiently } from '../store/patience.ts';
import { productRoot, runningProduct } from '../store/product.ts';
import { withRefreshLock } from '../store/refresh-lock.ts';
import { allJobs, applyEdit, editsFor } from './agents/edit-agents.ts';
import { waitForEndOf } from './in-flight.ts';
import { type Installation, madeFoldersRecord, shellPaths, wrapperIn } from './installation.ts';
import { lineLauncherPath } from './line-launcher.ts';
import { madeFolders, removeIfEmpty } from './made-folders.ts';
import { close, letThrough } from './pass-through.ts';
import { SHELLS } from './shells/index.ts';
import type { ShellPaths } from './shells/shell.ts';
import { changeStartup, type StartupReport } from './startup.ts';

export interface UninstallJob {
  readonly env: ShellPaths['env'];
  /** undefined = there is none: this product runs from a checkout, which stays */
  readonly installation: Installation | undefined;
  /** the person's own settings and rules too, and what is on record */
  readonly purge: boolean;
  readonly dryRun: boolean;
  /** called after each stage */
  readonly onStage?: (stage: Stage) => void;
}

/**
 * What calls the guard keeps working at each: agents and shells are told no more to call it; what they still call asks
 * nobody; the program behind it is gone; so are its doors.
 */
export type Stage = 'unregistered' | 'open' | 'emptied' | 'removed';

export interface UninstallReport extends StartupReport {
  /** files and folders that are gone, with all that was in them */
  readonly removed: readonly string[];
  /** the person's own files, which stay */
  readonly kept: readonly string[];
  /** the folder with what is on record, which stays; undefined = there is none, or it goes too */
  readonly record: string | undefined;
}

/**
 * Takes away all that install.sh, `init` and the guard itself have made, this product included, without a command or an
 * agent that fails meanwhile: see Stage. One thing that fails does not stop the others.
 */
export function uninstall({ env, installation, purge, dryRun, onStage = () => {} }: UninstallJob): UninstallReport {
  const layout = layoutOf(env);
  const made = madeFoldersRecord(layout);
  const folders = madeFolders(made);
  const paths = shellPaths(env, installation);
  const hooks = leaveAgents(env, dryRun);
  const startup = changeStartup({ shells: SHELLS, paths, way: 'remove', record: made, dryRun });
  onStage('unregistered');
  const changed = [...hooks.changed, ...startup.changed];
  const failed = [...hooks.failed, ...startup.failed];
  const own = filesBelow(layout.user.root).filter((file) => !isSkeleton(file, layout));
  const skeleton = filesBelow(layout.user.root).filter((file) => isSkeleton(file, layout));
  const program = installation === undefined ? [] : [...launchersOf(installation), installation.root];
  const record = purge || namesIn(layout.state.audit).length === 0 ? undefined : layout.state.audit;
  const doomed = () => {
    const paths = [
      ...(purge ? folderOf('user', layout.user.root) : skeleton),
      ...folderOf('state', layout.state.root).flatMap((path) => without(record === undefined ? [] : [record], path)),
      ...folderOf('data', layout.data.root),
      ...program.flatMap((path) => folderOf('data', path)),
      ...folderOf('cache', layout.cache.root), // the lock is in it
    ];
    return [...new Set(paths)].filter(isThere);
  };
  const { removed, refused } = dryRun
    ? { removed: doomed(), refused: [] }
    : removeAlone({ env, layout, installation, doomed, onStage });
  if (!dryRun) for (const folder of folders) removeIfEmpty(folder);
  return { changed, removed, kept: purge ? [] : own, record, failed: [...failed, ...refused] };
}

/** What is ours in each folder, with files that are being written. */
const OWN_NAMES = {
  user: /^(?:config\.yaml|rules)$/,
  state: /^\.?(?:agents|audit|boxes|good-texts|grants|inbox|last-good|permits|sessions|trust|undo|walls)(?:[-.].*)?$/,
  data: /^\.?(?:app|bases|env|hooks|install\.lock|interactive|later|launcher|made-folders|no-lines|node|product-root|safeshell-line|safeshell-sh|shims|skeleton)(?:[-.].*)?$/,
  cache:
    /^\.?(?:gates|hook-gate|line-gate|names|policy|projects|refreshing|seen|settings|stamp|unrecorded)(?:[-.].*)?$/,
};

/** The folder; where a person made a link of it, the link stays, and so do files of others that it leads to. */
function folderOf(kind: keyof typeof OWN_NAMES, path: string): readonly string[] {
  if (!isLinkToFolder(path)) return [path];
  const own = namesIn(path).filter((name) => OWN_NAMES[kind].test(name));
  return own.map((name) => join(path, name));
}

function isLinkToFolder(path: string): boolean {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink === true && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `safeshell` and the link to safeshell-sh beside it. */
function launchersOf({ launcher }: Installation): readonly string[] {
  return [launcher, `${launcher}.new`, wrapperIn(dirname(launcher))];
}

/** Agents that start what is gone would refuse everything, or run everything unguarded. */
function leaveAgents(env: ShellPaths['env'], dryRun: boolean): StartupReport {
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

interface RemovalJob extends Pick<UninstallJob, 'env' | 'installation'> {
  readonly layout: Layout;
  readonly doomed: () => readonly string[];
  readonly onStage: (stage: Stage) => void;
}

/** Longest that we wait for an installation. */
const LOCK_WAIT_MS = 30_000;

/**
 * A process that still brings shims in line, or installs, would make anew what is gone; where it does not end, it is not
 * waited for.
 */
function removeAlone(job: RemovalJob): Removal {
  const remove = () => removeInOrder(job);
  try {
    const alone = () => withRefreshLock(job.env, remove);
    return withLockInTime(join(job.layout.data.root, 'install.lock'), LOCK_WAIT_MS, alone) ?? remove();
  } catch {
    return remove(); // nothing that can be locked
  }
}

/** A call that waits for a person for longer is not waited for. */
const LONGEST_CALL_MS = 5000;

/** Lets launchers pass everything, removes what they called, then them; waits for running calls in between. Never throws. */
function removeInOrder({ layout: { data }, installation, doomed, onStage }: RemovalJob): Removal {
  const wrapper = wrapperIn(data.root);
  const doors = [data.shims, data.hooks, wrapper, lineLauncherPath(data.shims)];
  const links = installation === undefined ? [] : [wrapperIn(dirname(installation.launcher))];
  attempt(() => letThrough(data));
  waitForEndOf([...doors, ...links, ...partsOfCalls(installation)], LONGEST_CALL_MS);
  onStage('open');
  const paths = doomed();
  removeAll(paths.flatMap((path) => without([...doors, ...links], path)));
  onStage('emptied');
  attempt(() => close(data));
  waitForEndOf([...doors, ...links], LONGEST_CALL_MS);
  const removal = removeAll(paths);
  onStage('removed');
  return removal;
}

/** The path, or all that is below it but these. */
function without(kept: readonly string[], path: string): readonly string[] {
  if (kept.includes(path)) return [];
  if (!kept.some((one) => one.startsWith(`${path}/`))) return [path];
  return namesIn(path).flatMap((name) => without(kept, join(path, name)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What shims and hooks have Node run. */
function partsOfCalls(installation: Installation | undefined): readonly string[] {
  const installed = installation === undefined ? [] : [join(installation.root, 'app')];
  const folders = [productRoot(), runningProduct(), ...installed].map((product) => join(product, 'dist'));
  return folders.flatMap((folder) => ['shim.cjs', 'hook.cjs', 'compile.cjs'].map((file) => join(folder, file)));
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // what is there still goes
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
