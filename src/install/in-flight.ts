import { readdirSync, readFileSync } from 'node:fs';
import { runProgramSync } from '../programs/start-program.ts';
import { pause } from '../store/patience.ts';
import { isWithin } from '../util/path.ts';

const TRY_AGAIN_MS = 20;

/**
 * Waits until no process runs that was started with one of these files or folders, but not longer than `longestMs`: one may
 * wait for a person. Never throws.
 */
export function waitForEndOf(paths: readonly string[], longestMs: number): void {
  const endMs = performance.now() + longestMs;
  while (isRunning(paths) && performance.now() < endMs) pause(TRY_AGAIN_MS);
}

function isRunning(paths: readonly string[]): boolean {
  return commandLines().some((words) => words.some((word) => paths.some((path) => isWithin(word, path))));
}

/** Of all other processes that we may see, by words; where there is no /proc, `ps` parts them by blanks. */
function commandLines(): readonly (readonly string[])[] {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
    return pids.map((pid) => wordsOf(pid));
  } catch {
    const { stdout } = runProgramSync('/bin/ps', { args: ['-A', '-o', 'args='], env: {} });
    return stdout.split('\n').map((line) => line.split(' '));
  }
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // ended meanwhile
  }
}
