import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../util/guards.ts';
import { readIfThere } from './atomic-file.ts';
import { giveToOwner, makeFolder } from './folders.ts';
import { MODES } from './layout.ts';

const NEWLINE = 10;

/**
 * Adds one line in one O_APPEND write, so that writers need no lock. `line` must not hold a line break.
 * Returns the size of the file before, bytes. Throws what node:fs throws, and where the disk took only a part.
 */
export function appendLine(path: string, line: string, write = writeSync): number {
  const descriptor = openForAdding(path);
  const add = (text: string) => {
    const bytes = Buffer.from(text);
    const written = write(descriptor, bytes);
    if (written < bytes.length) throw new Error(`${path}: only ${written} of ${bytes.length} bytes were written`);
    return written;
  };
  try {
    // a predecessor may have been killed within its line: ours must not become part of it
    const { size } = fstatSync(descriptor);
    const length = add(`${endsTorn(descriptor, size) ? '\n' : ''}${line}\n`);
    if (isGlued(descriptor, line, size, length)) add(`\n${line}\n`);
    return size;
  } finally {
    closeSync(descriptor);
  }
}

const ADDING = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW;

/** It is made, with the folders above it, where it is missing: at the first record of a day. */
function openForAdding(path: string): number {
  const old = openIf('ENOENT', path, ADDING);
  if (old !== undefined) return old;
  makeFolder(dirname(path));
  const fresh = openIf('EEXIST', path, ADDING | constants.O_CREAT | constants.O_EXCL);
  // another process was faster
  if (fresh === undefined) return openSync(path, ADDING);
  giveToOwner(path, fresh);
  return fresh;
}

/** undefined = not, for that cause. Throws what else node:fs throws. */
function openIf(not: string, path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags, MODES.file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === not) return undefined;
    throw error;
  }
}

/** Others that come in between are few and short. */
const MAX_BETWEEN = 1_000_000;

/** Somebody was killed within a line after we had looked, and ours became part of that. */
function isGlued(descriptor: number, line: string, from: number, length: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === from + length) return false;
  const added = Buffer.alloc(Math.min(size - from, MAX_BETWEEN));
  const read = readSync(descriptor, added, 0, added.length, from);
  const at = added.subarray(0, read).indexOf(line);
  return at > 0 && added[at - 1] !== NEWLINE;
}

function endsTorn(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

/** The whole JSON lines of a file in order; torn and foreign ones are left out. Empty where it cannot be read. */
export function readRecords<Item>(path: string, isItem: (value: unknown) => value is Item): readonly Item[] {
  const lines = (readIfThere(path) ?? '').split('\n').slice(0, -1);
  return lines.map(parseJson).filter(isItem);
}
