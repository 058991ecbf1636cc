import { readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { type Layout, VERSIONS } from '../store/layout.ts';
import { readRegular } from '../store/small-file.ts';
import { isRecord, parseJson } from '../util/guards.ts';
import type { BytePath } from './byte-path.ts';
import { codeOf } from './disk.ts';
import { isKeptPath, isKeptRecord, type KeptPath, type KeptRecord } from './record.ts';

/** What was kept, on disk: see store/layout.ts. */
export interface UndoStore {
  /** its folder, absolute; not there before something was kept */
  readonly root: string;
  /** newest first; what is damaged is left out and told in `problems`. Never throws. */
  list(): { readonly records: readonly KeptRecord[]; readonly problems: readonly string[] };
  /** undefined = there is none. Throws an Error with a sentence where it is damaged. */
  read(id: number): KeptRecord | undefined;
  /** Its paths, folders before what is in them. Throws an Error with a sentence where they are damaged. */
  paths(record: KeptRecord): readonly KeptPath[];
  /** Those of them that are asked for, at a fraction of the cost where they are few. */
  somePaths(record: KeptRecord, wanted: ReadonlySet<BytePath>): readonly KeptPath[];
  /** when all was last found as it is kept; what changes later is newer. Milliseconds since 1970 */
  asOf(id: number): number;
  /** It is still all so, or the command has ended just now. Never throws. */
  touch(id: number, nowMs?: number): void;
  /** Its folder alone: see `forget`. false = there was none. Throws what node:fs throws. */
  remove(id: number): boolean;
  /** on disk, with all objects. Never throws. */
  bytes(): number;
}

/** What is not whole yet, and what is on its way out, have other names. */
const RECORD_NAME = /^[1-9][0-9]{0,14}$/;
export const RECORD_FILE = 'record.json';
export const PATHS_FILE = 'paths.jsonl';
/** Where git holds something of a record that is not whole yet. */
export const HELD_FILE = 'held.json';
/** The highest number that was ever given to a record which is gone. */
const LAST_FILE = 'last';

const MAX_RECORD_BYTES = 64 * 1024 * 1024;
const MAX_PATHS_BYTES = 512 * 1024 * 1024;

export function undoStore({ state }: Layout): UndoStore {
  const root = state.undo;
  const at = (id: number, file = '') => join(root, String(id), file);
  return {
    root,
    list() {
      const problems: string[] = [];
      const records = recordIds(root).flatMap((id) => {
        try {
          return readRecord(at(id, RECORD_FILE), id) ?? [];
        } catch (error) {
          problems.push((error as Error).message);
          return [];
        }
      });
      return { records, problems };
    },
    read: (id) => readRecord(at(id, RECORD_FILE), id),
    paths: ({ id, paths }) => readPaths(at(id, PATHS_FILE), id, paths),
    somePaths: ({ id, paths }, wanted) => readPaths(at(id, PATHS_FILE), id, paths, wanted),
    asOf: (id) => statSync(at(id, RECORD_FILE)).mtimeMs,
    touch(id, nowMs = Date.now()) {
      try {
        utimesSync(at(id, RECORD_FILE), nowMs / 1000, nowMs / 1000);
      } catch {
        // removed, or the disk is read-only
      }
    },
    remove: (id) => removeRecord(root, id),
    bytes: () => bytesBelow(root),
  };
}

/** Newest first. Empty where there is no store. */
export function recordIds(root: string): readonly number[] {
  try {
    const ids = readdirSync(root).filter((name) => RECORD_NAME.test(name));
    return ids.map(Number).sort((a, b) => b - a);
  } catch {
    return [];
  }
}

/** One that no record had: the next after the highest. */
export function nextId(root: string): number {
  const last = Number(readIfThere(join(root, LAST_FILE)) ?? 0);
  return Math.max(recordIds(root)[0] ?? 0, Number.isSafeInteger(last) ? last : 0) + 1;
}

function readRecord(path: string, id: number): KeptRecord | undefined {
  const value = parseJson(readOwn(path, MAX_RECORD_BYTES, id) ?? 'null');
  if (value === null) return undefined;
  if (isRecord(value) && typeof value.version === 'number' && value.version > VERSIONS.undo)
    throw new Error(`record ${id} was written by a newer version of safeshell`);
  if (!isKeptRecord(value) || value.id !== id) throw damaged(id, path);
  return value;
}

function readPaths(path: string, id: number, count: number, wanted?: ReadonlySet<BytePath>): readonly KeptPath[] {
  const lines = (readOwn(path, MAX_PATHS_BYTES, id) ?? '').split('\n');
  if (lines.pop() !== '' || lines.length !== count) throw damaged(id, path);
  const paths = (wanted === undefined ? lines : linesOf(lines, wanted)).map(parseJson);
  if (!paths.every(isKeptPath)) throw damaged(id, path);
  return paths;
}

const LINE_START = '{"path":';

/** By how they begin. */
function linesOf(lines: readonly string[], wanted: ReadonlySet<BytePath>): readonly string[] {
  const starts = new Set<string>();
  for (const path of wanted) starts.add(JSON.stringify(path));
  return lines.filter((line) => starts.has(line.slice(LINE_START.length, line.indexOf(',"type":'))));
}

/** undefined = there is none. */
function readOwn(path: string, maxBytes: number, id: number): string | undefined {
  try {
    return readRegular(path, maxBytes).toString('utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new Error(`record ${id} cannot be read: ${(error as Error).message}`);
  }
}

function damaged(id: number, path: string): Error {
  return new Error(`record ${id} is damaged: ${path} does not hold what safeshell writes there`);
}

/** It leaves the list first; a number that was given is not given again, as a person may still have it in view. */
function removeRecord(root: string, id: number): boolean {
  const gone = join(root, `${id}.gone`);
  const last = nextId(root) - 1;
  writeFileAtomic(join(root, LAST_FILE), String(Math.max(id, last)), { durable: false });
  try {
    renameSync(join(root, String(id)), gone);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  rmSync(gone, { recursive: true, force: true });
  return true;
}

/** What files take on disk; holes and what a file system shares take none, as far as it says so. */
export function bytesBelow(folder: string): number {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesBelow(path) : diskBytes(path));
    }, 0);
  } catch {
    return 0;
  }
}

const BLOCK_BYTES = 512;

/** 0 = it is not there. */
export function diskBytes(path: string): number {
  try {
    const { size, blocks } = statSync(path);
    return Math.min(size, blocks * BLOCK_BYTES);
  } catch {
    return 0;
  }
}
