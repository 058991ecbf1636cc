import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwner } from '../store/folders.ts';

/**
 * Makes a folder and those above it, and notes each in `record`, one path a line: what was not there before us goes with
 * us. install.sh writes the same file. Throws what node:fs throws.
 */
export function makeFolder(folder: string, record: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), record);
  try {
    mkdirSync(folder);
  } catch (error) {
    // another process was faster, and notes it
    if (existsSync(folder)) return;
    throw error;
  }
  giveToOwner(folder);
  noteFolders(record, [folder]);
}

/** For madeFolders. */
export function noteFolders(record: string, folders: readonly string[]): void {
  if (folders.length === 0) return;
  appendFileSync(record, folders.map((folder) => `${folder}\n`).join(''));
  giveToOwner(record);
}

/** Deepest first; empty where there is no record. */
export function madeFolders(record: string): readonly string[] {
  try {
    const lines = readFileSync(record, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith('/')).sort((a, b) => b.length - a.length);
  } catch {
    return [];
  }
}

/** Removes an empty folder; true = it was removed. */
export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
