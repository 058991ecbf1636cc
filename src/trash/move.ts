import { accessSync, constants, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { runProgramSync } from '../programs/start-program.ts';

/**
 * Moves whatever it is to a path where nothing is, to another volume too. Throws an Error; what was there is then still
 * whole in its old place, except where it could be copied but not removed: then it is in both.
 */
export function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    accessSync(dirname(from), constants.W_OK);
    copy(from, to);
    rmSync(from, { recursive: true });
  }
}

/** By cp, which keeps owners, times, links and names of any bytes. */
function copy(from: string, to: string): void {
  const { status, stderr } = runProgramSync('/bin/cp', { args: ['-pPR', '--', from, to], env: { LC_ALL: 'C' } });
  if (status === 0) return;
  rmSync(to, { recursive: true, force: true });
  throw new Error(stderr.trim().split('\n')[0] ?? 'it cannot be copied to another volume');
}
