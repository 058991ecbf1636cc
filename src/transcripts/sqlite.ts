import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { overlayOf } from './sqlite-log.ts';
import { columnsOf, type Row, rowOf, varint } from './sqlite-row.ts';

/** Pages of a database as they were when it was opened, from 1. */
export type ReadPage = (page: number) => Buffer;

const MAGIC = 'SQLite format 3\0';
const UTF8 = 1;
/** Of one row: what is longer holds no call. */
const MAX_PAYLOAD_BYTES = 64 << 20;

/**
 * The rows of tables of a SQLite database and what is in its write-ahead log, one table after the other; read only, nothing is
 * locked. Node.js 20 has no SQLite of its own, and that of later ones leaves files beside a database that it reads. Throws where the
 * file is none, is damaged or is changed meanwhile.
 * Source: sqlite.org/fileformat2.html
 */
export function* rowsOf(path: string, tables: readonly string[]): Generator<Row> {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const head = read(descriptor, 0, 100);
    if (head.toString('latin1', 0, 16) !== MAGIC) throw new Error('it is no database of SQLite');
    if (head.readUInt32BE(56) > UTF8) throw new Error('its texts are no UTF-8');
    const size = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const pages = Math.floor(fstatSync(descriptor).size / size);
    const overlay = overlayOf(`${path}-wal`, size);
    const page: ReadPage = (number) => {
      const newer = overlay(number);
      if (newer !== undefined) return newer;
      if (number < 1 || number > pages) throw new Error('it is damaged');
      return read(descriptor, (number - 1) * size, size);
    };
    const tree = (): Tree => ({ page: once(page), usable: size - (head[20] ?? 0) });
    const schema = [...leaves(tree(), 1)].map((cell) => rowOf(cell, ['type', 'name', 'tbl_name', 'rootpage', 'sql']));
    for (const table of tables) {
      const found = schema.find(({ type, name }) => type === 'table' && name === table);
      if (found === undefined) throw new Error(`it has no table ${table}`);
      const columns = columnsOf(String(found.sql));
      for (const cell of leaves(tree(), Number(found.rootpage))) yield { ...rowOf(cell, columns), table };
    }
  } finally {
    closeSync(descriptor);
  }
}

interface Tree {
  /** throws for a page that was asked for before: no tree has one twice */
  readonly page: ReadPage;
  /** bytes of a page without those that are reserved at its end */
  readonly usable: number;
}

function once(page: ReadPage): ReadPage {
  const seen = new Set<number>();
  return (number) => {
    if (seen.has(number)) throw new Error('it is damaged');
    seen.add(number);
    return page(number);
  };
}

const INTERIOR = 5;
const LEAF = 13;

/** The payloads of a table's tree, in the order of their keys. */
function* leaves(tree: Tree, number: number): Generator<Buffer> {
  const page = tree.page(number);
  const at = number === 1 ? 100 : 0;
  const kind = page[at];
  const count = page.readUInt16BE(at + 3);
  if (kind !== INTERIOR && kind !== LEAF) throw new Error('it is damaged');
  const first = at + (kind === LEAF ? 8 : 12);
  for (let index = 0; index < count; index++) {
    const cell = page.readUInt16BE(first + 2 * index);
    if (kind === LEAF) yield payloadOf(tree, page, cell);
    else yield* leaves(tree, page.readUInt32BE(cell));
  }
  if (kind === INTERIOR) yield* leaves(tree, page.readUInt32BE(at + 8));
}

/** What does not fit into the page goes on in a chain of others. */
function payloadOf({ page: readPage, usable }: Tree, page: Buffer, cell: number): Buffer {
  const length = varint(page, cell);
  const from = varint(page, length.end).end;
  const most = usable - 35;
  if (length.value <= most) return page.subarray(from, from + length.value);
  if (length.value > MAX_PAYLOAD_BYTES) return Buffer.alloc(0);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const rest = least + ((length.value - least) % (usable - 4));
  const local = rest <= most ? rest : least;
  const parts = [page.subarray(from, from + local)];
  let missing = length.value - local;
  for (let next = page.readUInt32BE(from + local); missing > 0; ) {
    const more = readPage(next);
    parts.push(more.subarray(4, 4 + Math.min(missing, usable - 4)));
    missing -= usable - 4;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function read(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(descriptor, bytes, 0, length, position) < length) throw new Error('it ends too early');
  return bytes;
}
