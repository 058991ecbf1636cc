import { statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { foldersTo } from '../util/path.ts';
import { shQuote } from '../util/sh-quote.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { wallCommand } from './walls.ts';

/** Folder of them beside the marks of a stamp: they go with it, as they count for the rules and settings that gates were made from. */
export const KEPT_WALLS = 'walls';

/** Calls of one program. */
const MAX_CALLS = 6;
const MAX_LENGTH = 6000;

/** What was confined, where, and by which words. */
export interface ConfinedCall {
  /** links followed */
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly wall: readonly string[];
}

/** Where walls are kept; see keepWall. */
export interface KeptWalls {
  readonly marks: string;
  /** of the folder, when this process had read nothing yet */
  readonly identity: number | undefined;
}

export function keptWalls(marks: string): KeptWalls {
  return { marks, identity: identityOf(marks) };
}

/**
 * Keeps the words that confine a call, so that a gate has the same call confined again without Node.js: one line of sh for each, the latest
 * first. Nothing is kept beside marks that were made after this process began: it may have read older settings. Never throws.
 */
export function keepWall({ marks, identity }: KeptWalls, call: ConfinedCall): void {
  const [program = ''] = call.argv;
  const key = keyOf(call);
  const line = `${key} && ${whileAsItWas(call.wall)} && __ss_wall=yes && __ss_behind() { ${wallCommand(call.wall)}; }`;
  if (identity === undefined || program.includes('/') || line.includes('\n') || line.length > MAX_LENGTH) return;
  const file = join(marks, KEPT_WALLS, program);
  try {
    if (identityOf(marks) !== identity) return;
    const others = (readIfThere(file) ?? '').split('\n').filter((one) => one !== '' && !one.startsWith(`${key} && `));
    const lines = [line, ...others].slice(0, MAX_CALLS);
    writeFileAtomic(file, `${lines.join('\n')}\n`, { durable: false });
    if (identityOf(marks) !== identity) unlinkSync(file);
  } catch {
    // the next call asks Node.js again
  }
}

function keyOf({ cwd, argv }: ConfinedCall): string {
  const words = argv.slice(1);
  return [
    `[ -z "$__ss_wall" ] && [ "$PWD" = ${shQuote(cwd)} ] && [ $# = ${words.length} ]`,
    ...words.map((word, at) => `[ "\${${at + 1}}" = ${shQuote(word)} ]`),
  ].join(' && ');
}

/** By a function of the gate: a link that has come into the place of one may lead anywhere, and the launcher runs nothing where a path is gone. */
function whileAsItWas([launcher = '', ...wall]: readonly string[]): string {
  const paths = wall.filter((word) => word.startsWith('/'));
  const folders = new Set(paths.flatMap(foldersTo));
  const words = [...folders].filter((path) => path !== '/').map(shQuote);
  return `[ -e ${shQuote(launcher)} ] && __ss_are_plain ${words.join(' ')}`; // links to the guard's own are its own
}

function identityOf(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined; // there can be none
  }
}
