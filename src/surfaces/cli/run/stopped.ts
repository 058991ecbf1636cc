import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/**
 * Stops us where the agent has stopped itself (Ctrl-Z that it handles): our shell waits for us, and would not take the terminal back.
 * Ends with `end`. Twice in a row: right after it goes on it may still be seen as stopped.
 */
export function stopWith(pid: () => number | undefined): { end(): void } {
  let seen = 0;
  const timer = setInterval(() => {
    seen = isStopped(pid()) ? seen + 1 : 0;
    if (seen < 2) return;
    seen = 0;
    process.kill(process.pid, 'SIGSTOP');
  }, LOOK_MS).unref();
  return { end: () => clearInterval(timer) };
}

/** Source: proc(5), field 3 of /proc/PID/stat; `T` = stopped by a signal */
function isStopped(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  } catch {
    return false;
  }
}
