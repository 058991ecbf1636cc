import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shQuote } from '../util/sh-quote.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { type Layout, MODES } from './layout.ts';
import { isAlive } from './watchers.ts';

/** Has the shim that has this process id start its program behind these words. Throws what node:fs throws. */
export function leaveWall({ state }: Layout, shim: number, words: readonly string[]): void {
  writeFileAtomic(join(state.walls, String(shim)), `${wallCommand(words)}\n`, { durable: false });
}

/** Commands of sh by which a shim becomes its program, behind these words: see __ss_become of shims/shim.sh. */
export function wallCommand([launcher = '', ...words]: readonly string[]): string {
  return `set -- ${words.map(shQuote).join(' ')} "$__ss_real" "$@"; __ss_real=${shQuote(launcher)}; __ss_become "$@"`;
}

const NOTE = 'shell-';

/** A line for a person's shell with this process id, which its prompt says where the command has failed: see shims/prompt.bash. Never throws. */
export function leaveNote({ state }: Layout, shell: number, line: string): void {
  try {
    writeFileSync(join(state.walls, `${NOTE}${shell}`), `${line.replace(/\s+/g, ' ')}\n`, { mode: MODES.file });
  } catch {
    // the program's own error stands alone
  }
}

/** Does a program still run whose shim was left words here? Never throws. */
export function areWallsUp(walls: string): boolean {
  return shimsIn(walls).some(isAlive);
}

/** A shim in a container has a process id that is not known here; it reads its file at once. */
const MINUTE_MS = 60_000;

/** Removes what was left for shims and shells that are gone: they have read it, or never will. Never throws. */
export function forgetWalls({ state }: Layout, nowMs: number): void {
  const left = ['', NOTE].flatMap((kind) => shimsIn(state.walls, kind).map((pid) => [`${kind}${pid}`, pid] as const));
  for (const [name] of left.filter(([, pid]) => !isAlive(pid))) {
    const path = join(state.walls, name);
    try {
      if (nowMs - statSync(path).mtimeMs > MINUTE_MS) rmSync(path, { force: true });
    } catch {
      // the next time
    }
  }
}

/** Process ids, of files whose names begin so. */
function shimsIn(walls: string, kind = ''): readonly number[] {
  try {
    return readdirSync(walls)
      .filter((name) => name.startsWith(kind) && /^\d+$/.test(name.slice(kind.length)))
      .map((name) => Number(name.slice(kind.length)));
  } catch {
    return []; // nothing was ever confined
  }
}
