import { join } from 'node:path';
import { readIfThere } from '../store/atomic-file.ts';
import { sha256 } from '../store/sha256.ts';

/** In the folder of the shims: line 1 changes with what is in it, line 2 names the programs that rules name and nobody has. */
const PROGRAMS_FILE = '.programs';
/** In the folder of the shims: the shim of such a program, with a name that later.sh replaces. */
const LATER_FILE = '.later';
/** In the folder of the shims: folders in which later.sh has found programs, one a line. Other shells' PATH may lack them. */
const FOUND_FILE = '.found';
/** A name that later.sh writes into a shim as it is. */
const PLAIN_NAME = /^[\w.+-]+$/;
/** In place of its name. */
export const LATER_NAME = '@LATER@';

export interface LaterPlan {
  readonly shims: string;
  readonly active: readonly string[];
  /** names of programs in rules, installed or not */
  readonly wanted: readonly string[];
  /** a shim of that name, without a gate */
  readonly shim: string;
}

/**
 * What shells and later.sh read to make the shim of a program before its first use: file names and texts. Marks of searched
 * folders belong to a generation, so one never comes back: a folder marked under it would not be searched again.
 */
export function laterFiles({ shims, active, wanted, shim }: LaterPlan): readonly (readonly [string, string])[] {
  const missing = wanted.filter((name) => !active.includes(name) && PLAIN_NAME.test(name)).join(' ');
  const programs = join(shims, PROGRAMS_FILE);
  const prefix = `${sha256(`${active.join(' ')}\n${missing}`).slice(0, 16)}-`;
  const before = readIfThere(programs) ?? '';
  return [
    [join(shims, LATER_FILE), shim],
    [programs, before.startsWith(prefix) ? before : `${prefix}${Date.now().toString(36)}\n${missing}\n`],
  ];
}

/** Folders whose programs got their shims from later.sh. */
export function foldersFoundLater(shims: string): readonly string[] {
  return (readIfThere(join(shims, FOUND_FILE)) ?? '').split('\n').filter((line) => line !== '');
}
