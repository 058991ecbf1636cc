import { readFileSync, statSync } from 'node:fs';

const MAGIC = 0x377f0682;
const HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** SQLite writes it back long before. */
const MAX_LOG_BYTES = 1 << 30;

/**
 * The pages of a write-ahead log that take the place of those in the database: the last of each that belongs to a whole
 * transaction. Frames of an earlier log, which lie behind, have other salts.
 * Source: sqlite.org/fileformat2.html, 4
 */
export function overlayOf(path: string, pageBytes: number): (page: number) => Buffer | undefined {
  const log = readLog(path);
  const none = () => undefined;
  if (log.length < HEAD_BYTES || (log.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return none;
  if (log.readUInt32BE(8) !== pageBytes) return none;
  const salts = log.subarray(16, 24);
  const pages = new Map<number, number>();
  let open: [page: number, at: number][] = [];
  const step = FRAME_HEAD_BYTES + pageBytes;
  for (let at = HEAD_BYTES; at + step <= log.length; at += step) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    open.push([log.readUInt32BE(at), at + FRAME_HEAD_BYTES]);
    if (log.readUInt32BE(at + 4) === 0) continue; // its transaction goes on
    for (const [page, from] of open) pages.set(page, from);
    open = [];
  }
  return (page) => {
    const from = pages.get(page);
    return from === undefined ? undefined : log.subarray(from, from + pageBytes);
  };
}

function readLog(path: string): Buffer {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_LOG_BYTES ? readFileSync(path) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0); // none is there
  }
}
