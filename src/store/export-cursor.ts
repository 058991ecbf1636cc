import { join } from 'node:path';
import { isRecord, parseJson } from '../util/guards.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import type { Cursor } from './audit-tail.ts';
import type { Layout } from './layout.ts';

/** How far the record was sent to one place. Another place starts from the beginning; so does a file that is spoilt. */
export function readExportCursor(layout: Layout, endpoint: string): Cursor {
  const read = parseJson(readIfThere(cursorFile(layout)) ?? '');
  if (!isRecord(read) || read.endpoint !== endpoint || !isRecord(read.cursor)) return {};
  const entries = Object.entries(read.cursor);
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isInteger(entry[1])));
}

/** Throws what node:fs throws. */
export function writeExportCursor(layout: Layout, endpoint: string, cursor: Cursor): void {
  writeFileAtomic(cursorFile(layout), JSON.stringify({ endpoint, cursor }));
}

function cursorFile({ state }: Layout): string {
  return join(state.root, 'audit-export.json');
}
