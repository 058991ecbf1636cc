import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { appendLine } from './append.ts';
import { hashedLine } from './audit.ts';
import { type AuditFile, auditFiles, isIntact, linesOf, readLine } from './audit-read.ts';
import { type Retention, retired } from './audit-retention.ts';
import { type Layout, VERSIONS } from './layout.ts';
import { withLock } from './lock.ts';
import { rangesByFile, type Seal } from './seal.ts';

export interface Upkeep {
  readonly sealedBytes: number;
  readonly dropped: readonly string[];
}

export function sealsFile({ state }: Layout): string {
  return join(state.audit, 'seals.jsonl');
}

/**
 * Seals what was written since the last time, then removes the files that are too old or too many.
 * undefined = another process is at it. Throws what node:fs throws.
 */
export function sealAndTidy(layout: Layout, retention: Retention | undefined, nowMs: number): Upkeep | undefined {
  if (auditFiles(layout).length === 0) return { sealedBytes: 0, dropped: [] };
  return withLock(`${sealsFile(layout)}.lock`, () => {
    const chain = openChain(layout, nowMs);
    let sealedBytes = 0;
    for (const file of auditFiles(layout).filter(isReadable)) sealedBytes += sealRest(file, chain);
    const old = retention === undefined ? [] : retired(auditFiles(layout), sealsIn(layout), retention, nowMs);
    for (const { name, path, bytes } of old) {
      chain.add({ type: 'dropped', file: name, bytes });
      rmSync(path, { force: true });
    }
    return { sealedBytes, dropped: old.map(({ name }) => name) };
  });
}

interface Chain {
  /** file -> byte up to which it is sealed */
  readonly sealed: ReadonlyMap<string, number>;
  add(what: Readonly<Record<string, unknown>>): void;
}

function openChain(layout: Layout, nowMs: number): Chain {
  const path = sealsFile(layout);
  const seals = sealsIn(layout);
  let previous = seals.at(-1)?.hash ?? '';
  const time = new Date(nowMs).toISOString();
  return {
    sealed: new Map([...rangesByFile(seals)].map(([file, ranges]) => [file, ranges.at(-1)?.to ?? 0])),
    add(what) {
      const line = hashedLine({ schema: VERSIONS.audit, time, ...what, previous });
      appendLine(path, line.text);
      previous = line.hash;
    },
  };
}

/** What another user left there must not keep the rest from being sealed; `log verify` tells. */
function isReadable({ path }: AuditFile): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Up to where the file went when it was found: one that others write to has no end. Returns how many bytes were sealed. */
function sealRest({ name, path, bytes }: AuditFile, chain: Chain): number {
  const from = chain.sealed.get(name) ?? 0;
  const counts = { records: 0, torn: 0 };
  let to = from;
  for (const line of linesOf(path, from, bytes)) {
    const { kind } = readLine(line.text);
    if (kind === 'record') counts.records++;
    else if (kind !== 'empty') counts.torn++;
    to = line.to;
  }
  if (to > from) chain.add({ type: 'seal', file: name, from, to, ...counts, sha256: hashOfRange(path, from, to) });
  return to - from;
}

const CHUNK_BYTES = 1 << 20;

/** SHA-256, hex, of bytes of a file; of those that are there, where it is shorter. */
export function hashOfRange(path: string, from: number, to: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    for (let at = from; at < to; ) {
      const length = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, to - at), at);
      if (length === 0) break;
      hash.update(chunk.subarray(0, length));
      at += length;
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

function sealsIn(layout: Layout): readonly Seal[] {
  return readSeals(layout).filter((seal) => seal !== undefined);
}

/** In order; undefined = not as it was written. A line that its writer did not finish counts as none. */
export function readSeals(layout: Layout): readonly (Seal | undefined)[] {
  const seals: (Seal | undefined)[] = [];
  try {
    for (const { text } of linesOf(sealsFile(layout))) {
      const value = parseJson(text);
      if (isRecord(value)) seals.push(isSeal(value) && isIntact(text) ? value : undefined);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return seals;
}

function isSeal(value: object): value is Seal {
  const { type, file, from, to, sha256, bytes, previous, hash, time } = value as Readonly<Record<string, unknown>>;
  if (![file, previous, hash, time].every(isString)) return false;
  if (type === 'dropped') return Number.isInteger(bytes);
  return type === 'seal' && Number.isInteger(from) && Number.isInteger(to) && isString(sha256);
}
