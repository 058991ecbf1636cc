import { join } from 'node:path';
import { sha256 } from '../store/sha256.ts';

/** In the folder of the shims: line 1 changes with what is in it, line 2 names the programs that rules name and nobody has. */
const PROGRAMS_FILE = '.programs';
/** In the folder of the shims: the shim of such a program, with a name that later.sh replaces. */
const LATER_FILE = '.later';
/** A name that later.sh writes into a shim as it is. */
const PLAIN_NAME = /^[\w.+-]+$/;
/** In place of its name. */
export const LATER_NAME = '@LATER@';

export interface LaterPlan {
  readonly shims: string;
  readonly active: readonly string[];
  /** names that rules name, whoever has them */
  readonly wanted: readonly string[];
  /** a shim of that name, without a gate */
  readonly shim: string;
}

/** What shells and later.sh look at, to make the shim of a program before its first use. File names and texts. */
export function laterFiles({ shims, active, wanted, shim }: LaterPlan): readonly (readonly [string, string])[] {
  const missing = wanted.filter((name) => !active.includes(name) && PLAIN_NAME.test(name)).join(' ');
  const generation = sha256(`${active.join(' ')}\n${missing}`).slice(0, 16);
  return [
    [join(shims, LATER_FILE), shim],
    [join(shims, PROGRAMS_FILE), `${generation}\n${missing}\n`],
  ];
}
