import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from './atomic-file.ts';
import type { Layout } from './layout.ts';
import { isAlive } from './watchers.ts';

/**
 * The words in front of a program that is confined, for the shim that has this process id: one a line, the last one first, as sh puts each
 * in front of what it has. Throws what node:fs throws.
 */
export function leaveWall({ state }: Layout, shim: number, words: readonly string[]): void {
  if (words.some((word) => word.includes('\n'))) throw new Error('a path with a line break cannot be handed on');
  const lines = words.toReversed().map((word) => `${word}\n`);
  writeFileAtomic(join(state.walls, String(shim)), lines.join(''), { durable: false });
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
