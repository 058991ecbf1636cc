import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from './atomic-file.ts';
import type { Layout } from './layout.ts';

/**
 * The words in front of a program that is confined, for the shim that has this process id: one a line, the last one first, as sh puts each
 * in front of what it has. Throws what node:fs throws.
 */
export function leaveWall({ state }: Layout, shim: number, words: readonly string[]): void {
  if (words.some((word) => word.includes('\n'))) throw new Error('a path with a line break cannot be handed on');
  const lines = words.toReversed().map((word) => `${word}\n`);
  writeFileAtomic(join(state.walls, String(shim)), lines.join(''), { durable: false });
}

/** Does a program still run whose shim was left words here? Its process id outlives it: one more look is the price. Never throws. */
export function areWallsUp(walls: string): boolean {
  try {
    return readdirSync(walls).some((name) => /^\d+$/.test(name) && isAlive(Number(name)));
  } catch {
    return false;
  }
}

/** Source: kill(2), of another user too */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
