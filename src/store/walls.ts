import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shQuote } from '../util/sh-quote.ts';
import { writeFileAtomic } from './atomic-file.ts';
import type { Layout } from './layout.ts';
import { isAlive } from './watchers.ts';

/** Has the shim that has this process id start its program behind these words. Throws what node:fs throws. */
export function leaveWall({ state }: Layout, shim: number, words: readonly string[]): void {
  writeFileAtomic(join(state.walls, String(shim)), `${wallCommand(words)}\n`, { durable: false });
}

/** A command of sh: see shims/shim.sh. */
export function wallCommand(words: readonly string[]): string {
  return `__ss_confine ${words.map(shQuote).join(' ')} "$__ss_real" "$@"`;
}

/** Does a program still run whose shim was left words here? Never throws. */
export function areWallsUp(walls: string): boolean {
  return shimsIn(walls).some(isAlive);
}

/** A shim in a container has a process id that is not known here; it reads its file at once. */
const MINUTE_MS = 60_000;

/** Removes what was left for shims that are gone: they have read it, or never will. Never throws. */
export function forgetWalls({ state }: Layout, nowMs: number): void {
  for (const pid of shimsIn(state.walls).filter((one) => !isAlive(one))) {
    const path = join(state.walls, String(pid));
    try {
      if (nowMs - statSync(path).mtimeMs > MINUTE_MS) rmSync(path, { force: true });
    } catch {
      // the next time
    }
  }
}

/** Their process ids. */
function shimsIn(walls: string): readonly number[] {
  try {
    return readdirSync(walls)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // nothing was ever confined
  }
}
