import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwner, makeFolder } from '../store/folders.ts';
import { MODES } from '../store/layout.ts';
import { codeOf } from './disk.ts';
import { lineOf } from './path-line.ts';
import type { KeptPath, KeptRecord, KeptRepository } from './record.ts';
import { HELD_FILE, nextId, PATHS_FILE, RECORD_FILE, recordIds } from './store.ts';

export type HeldPlace = Pick<KeptRepository, 'repository' | 'refPrefix'>;

/** A number that is ours, and the folder where its record is written. */
export interface Claim {
  readonly id: number;
  /** Says what git is about to hold for it, so that it is let go of where this process is killed. Throws what node:fs throws. */
  willHold(places: readonly HeldPlace[]): void;
  /** It is there, whole; survives a crash right after. Throws what node:fs throws. */
  publish(record: KeptRecord, paths: readonly KeptPath[]): void;
  drop(): void;
}

/** More processes than this do not keep at once. */
const MAX_CLASHES = 1000;

/** Takes the next number: others that keep at the same time get others. Throws what node:fs throws. */
export function claim(root: string): Claim {
  makeFolder(root);
  for (let [id, clashes] = [nextId(root), 0]; clashes < MAX_CLASHES; id++, clashes++) {
    const part = join(root, `${id}.part`);
    if (!isMade(part)) continue;
    // whoever had this name before may have been faster than our look
    if (recordIds(root).includes(id)) rmdirSync(part);
    else return claimed(root, id, part);
  }
  throw new Error(`${root}: too many records are being written`);
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: MODES.folder });
    giveToOwner(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function claimed(root: string, id: number, part: string): Claim {
  return {
    id,
    willHold: (places) => writeWhole(join(part, HELD_FILE), [JSON.stringify(places)]),
    publish(record, paths) {
      writeWhole(join(part, PATHS_FILE), linesOf(paths));
      writeWhole(join(part, RECORD_FILE), [`${JSON.stringify(record)}\n`]);
      renameSync(part, join(root, String(id)));
    },
    drop: () => rmSync(part, { recursive: true, force: true }),
  };
}

/** A text of megabytes, made of thousands, is slow to make and to collect. */
const LINES_AT_ONCE = 512;

function* linesOf(paths: readonly KeptPath[]): Iterable<string> {
  for (let at = 0; at < paths.length; at += LINES_AT_ONCE)
    yield paths
      .slice(at, at + LINES_AT_ONCE)
      .map(lineOf)
      .join('');
}

function writeWhole(path: string, texts: Iterable<string>): void {
  const descriptor = openSync(path, 'wx', MODES.file);
  try {
    giveToOwner(path, descriptor);
    for (const text of texts) writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
