import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfThere } from '../store/atomic-file.ts';
import { isRecord, parseJson } from '../util/guards.ts';
import { areMarksWhole, changedSince, isSeen, marksOf, renewIfDue, type Seen } from './freshness.ts';
import { nodeOptionsFolder, recordedOptions } from './node-options.ts';
import { WATCHED_FILE } from './shims.ts';

export function launcherStamp(hooks: string): string {
  return join(hooks, '.stamp');
}

/** Is anything that the launchers were made from not as it was? That is what their gates ask, and more: see freshness.ts. */
export function areLaunchersStale(hooks: string, sources: readonly string[]): boolean {
  const seen = seenByLaunchers(hooks);
  if (recordedOptions(nodeOptionsFolder(hooks)) === undefined) return true;
  if (seen === undefined || !areMarksWhole(marksOf(launcherStamp(hooks)), Object.keys(seen).length)) return true;
  return changedSince(seen).length > 0 || watchedPaths(sources).some((one) => !Object.hasOwn(seen, one));
}

/** What launchers were made from; undefined = there are none, or it is not known. */
export function seenByLaunchers(hooks: string): Seen | undefined {
  const kept = parseJson(readIfThere(join(hooks, WATCHED_FILE)) ?? '');
  return isRecord(kept) && isSeen(kept.seen) ? kept.seen : undefined;
}

/** Gates count for longer where all is as it was. Never throws. */
export function renewLaunchers(hooks: string, sources: readonly string[]): void {
  renewIfDue(marksOf(launcherStamp(hooks)), () => !areLaunchersStale(hooks, sources));
}

/** Each source with its folder: a file that is moved into place keeps its old time. The nearest above what is not there. */
export function watchedPaths(sources: readonly string[]): readonly string[] {
  return [...new Set(sources.flatMap((source) => [nearestExisting(source), nearestExisting(dirname(source))]))];
}

function nearestExisting(path: string): string {
  let at = path;
  while (at !== dirname(at) && !existsSync(at)) at = dirname(at);
  return at;
}
