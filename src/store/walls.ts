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
