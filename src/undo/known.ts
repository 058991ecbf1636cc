import type { BytePath } from './byte-path.ts';
import { isSameStat } from './disk.ts';
import type { Content, KeptPath, KeptRecord, Stat } from './record.ts';
import { recordIds, type UndoStore } from './store.ts';
import type { Entry } from './surveying.ts';

/** A record, to be compared with what is there now. */
export interface Known {
  readonly record: KeptRecord;
  readonly paths: ReadonlyMap<BytePath, KeptPath>;
}

/** What newest records have: the hook above a shim, or the same command a moment ago, has just kept the same. */
const NEWEST = 4;
/** Of larger records only the paths that are looked for are read: the rest takes longer than copying what there mostly is. */
const FEW_PATHS = 2_000;

/** Newest first; none of them damaged. Never throws. */
export function newestKnown(store: UndoStore, entries: readonly Entry[]): readonly Known[] {
  const wanted = new Set(entries.map(({ path }) => path));
  return recordIds(store.root)
    .slice(0, NEWEST)
    .flatMap((id) => {
      try {
        const record = store.read(id);
        if (record === undefined) return [];
        const paths = record.paths <= FEW_PATHS ? store.paths(record) : store.somePaths(record, wanted);
        return [{ record, paths: new Map(paths.map((kept) => [kept.path, kept])) }];
      } catch {
        // as if it were not there; undo tells
        return [];
      }
    });
}

/** The content of a file that nobody has touched since a record has it; undefined = it must be read. */
export function knownContent(path: BytePath, stat: Stat, known: readonly Known[]): Content | undefined {
  for (const { record, paths } of known) {
    const kept = paths.get(path);
    if (kept === undefined) continue;
    if (kept.type !== 'file' || kept.content.in === 'git') return undefined;
    return isUntouched(kept.stat, stat, record) ? kept.content : undefined;
  }
  return undefined;
}

/** All of that is in the record as it is now. */
export function hasAll({ record, paths }: Known, entries: readonly Entry[]): boolean {
  return entries.every((entry) => {
    const kept = paths.get(entry.path);
    if (kept?.type !== entry.type) return false;
    if (kept.type === 'absent' || entry.type === 'absent') return true;
    // of a folder: nothing came or went in it
    return isUntouched(kept.stat, entry.stat, record);
  });
}

export function contentsByHash(known: readonly Known[]): ReadonlyMap<string, Content> {
  const contents = new Map<string, Content>();
  for (const { paths } of known)
    for (const kept of paths.values())
      if (kept.type === 'file' && kept.content.in === 'small') contents.set(kept.content.hash, kept.content);
  return contents;
}

/** Longest that clocks of file systems stand still. */
const TICK_MS = 50;
/** Of those that count whole seconds, or two. */
const COARSE_TICK_MS = 2_500;

/** A change right after it was read may have left the same time: only what was older than that counts. */
function isUntouched(then: Stat, now: Stat, { at }: KeptRecord): boolean {
  const tick = then.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
  return isSameStat(then, now) && then.mode === now.mode && then.ctimeMs < at - tick;
}
