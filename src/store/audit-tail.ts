import { type AuditFile, auditFiles, linesOf, readLine } from './audit-read.ts';
import type { Layout } from './layout.ts';

/** How far each file was read, bytes. A day's file may still grow on the next: a question may be open past midnight. */
export type Cursor = Readonly<Record<string, number>>;

export interface Tailed {
  readonly value: Readonly<Record<string, unknown>>;
  /** where to go on behind this record */
  readonly cursor: Cursor;
}

/** The whole records behind a cursor, oldest file first. Throws what node:fs throws. */
export function* recordsBehind(cursor: Cursor, layout: Layout): Generator<Tailed> {
  const files = auditFiles(layout);
  const at: Record<string, number> = Object.fromEntries(files.map((file) => [file.name, startIn(file, cursor)]));
  for (const { name, path } of files) {
    for (const { text, to } of linesOf(path, at[name])) {
      at[name] = to;
      const read = readLine(text);
      if (read.kind === 'record') yield { value: read.value, cursor: { ...at } };
    }
  }
}

/** Behind everything that was there when they were found. */
export function endOf(files: readonly AuditFile[]): Cursor {
  return Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
}

/** What is looked at of what was there before. */
const LATEST_BYTES = 20_000;

/** Before the latest of what is there; what a file is cut in is no record. Never throws. */
export function nearEnd(layout: Layout): Cursor {
  try {
    const ends = Object.entries(endOf(auditFiles(layout)));
    return Object.fromEntries(
      ends.map(([name, bytes], at) => [name, at === ends.length - 1 ? Math.max(0, bytes - LATEST_BYTES) : bytes]),
    );
  } catch {
    return {};
  }
}

function startIn({ name, bytes }: AuditFile, cursor: Cursor): number {
  return Object.hasOwn(cursor, name) ? Math.min(cursor[name] ?? 0, bytes) : 0;
}
