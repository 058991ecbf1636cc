import { closeSync, lstatSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isWithin } from '../util/path.ts';
import { type Can, cansFor, type Owner, openCan } from './cans.ts';
import { formatInfo, localStamp } from './info.ts';
import { move } from './move.ts';

/** Moves a path into the trash; a symbolic link itself, not what it names. Throws what node:fs throws, or another Error. */
export function putInTrash(path: string, owner: Owner, now: Date): void {
  const real = join(realpathSync(dirname(path)), basename(path));
  lstatSync(real);
  putIn(usableCan(real, owner), real, now);
}

/** The best that can be opened. */
function usableCan(path: string, owner: Owner): Can {
  let failure: unknown;
  for (const can of cansFor(path, owner)) {
    if (isWithin(can.folder, path)) throw new Error('the trash is in it');
    if (isWithin(path, can.folder)) throw new Error('it is in the trash already');
    try {
      openCan(can, owner);
      return can;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The note first: it claims the name, and nothing in the trash is without one. */
function putIn(can: Can, path: string, now: Date): void {
  const { name, note, descriptor } = claim(can, basename(path));
  const file = join(can.folder, 'files', name);
  try {
    try {
      const noted = can.top === undefined ? path : relative(can.top, path);
      writeSync(descriptor, formatInfo({ path: noted, deleted: localStamp(now) }));
    } finally {
      closeSync(descriptor);
    }
    move(path, file);
  } catch (error) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) rmSync(note, { force: true });
    throw error;
  }
}

interface Claim {
  readonly name: string;
  readonly note: string;
  readonly descriptor: number;
}

const MAX_CLASHES = 100_000;

/** A name that neither a note nor a file has. */
function claim({ folder }: Can, wanted: string): Claim {
  const short = shortened(wanted);
  for (let number = 1; number < MAX_CLASHES; number++) {
    const name = number === 1 ? short : `${short}.${number}`;
    const note = join(folder, 'info', `${name}.trashinfo`);
    if (lstatSync(join(folder, 'files', name), { throwIfNoEntry: false }) !== undefined) continue;
    try {
      return { name, note, descriptor: openSync(note, 'wx', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error('too many of that name are in the trash');
}

/** Bytes that are left for `.NUMBER.trashinfo`, of the 255 that a name may have. */
const MAX_NAME_BYTES = 230;

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  let kept = '';
  let bytes = 0;
  for (const char of name) {
    bytes += Buffer.byteLength(char);
    if (bytes > MAX_NAME_BYTES) break;
    kept += char;
  }
  return kept;
}
