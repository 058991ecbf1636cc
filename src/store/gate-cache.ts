import { isRecord, parseJson } from '../util/guards.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';

/**
 * What was made from sources of this identity by this compiler: both are in the key. Without a key: what was made last.
 * undefined = nothing was.
 */
export function readMade(path: string, key?: string): unknown {
  const kept = parseJson(readIfThere(path) ?? '');
  return isRecord(kept) && (key === undefined || kept.key === key) ? kept.made : undefined;
}

/** Throws what node:fs throws; it can be made again. */
export function keepMade(path: string, key: string, made: unknown): void {
  writeFileAtomic(path, JSON.stringify({ key, made }));
}
