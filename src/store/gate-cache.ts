import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { isRecord, isString, parseJson } from './guards.ts';
import type { Layout } from './layout.ts';

/** Gates by program; '' = it has none. */
export type Gates = Readonly<Record<string, string>>;

/** The gates that were made from sources of this identity; {} = none were. */
export function readGates({ cache }: Layout, key: string): Gates {
  const kept = parseJson(readIfThere(cache.gates) ?? '');
  if (!isRecord(kept) || kept.key !== key || !isRecord(kept.gates)) return {};
  return Object.fromEntries(
    Object.entries(kept.gates).flatMap(([name, gate]) => (isString(gate) ? [[name, gate]] : [])),
  );
}

/** Throws what node:fs throws; they can be made again. */
export function keepGates({ cache }: Layout, key: string, gates: Gates): void {
  writeFileAtomic(cache.gates, JSON.stringify({ key, gates }));
}
