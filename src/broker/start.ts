import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';
import { basesOf } from '../store/layout.ts';
import { startApart } from '../store/own-process.ts';
import { isAlive } from '../store/watchers.ts';

const PROGRAM = 'broker.cjs';
const PATH = '/usr/local/bin:/usr/bin:/bin';

/** Says which process listens at a socket. */
export function pidFile(socket: string): string {
  return `${socket}.pid`;
}

/** Has a broker listen at `socket`, for the installation with these shims; one that is there stays. To be called outside of walls. Never throws. */
export function startBroker(socket: string, shims: string, own: Environment): void {
  if (isRunning(socket)) return;
  // who starts it may be an agent: no variable of its own
  const env = { ...basesOf(own), LANG: own.LANG, TZ: own.TZ, PATH };
  const args = [join(__dirname, PROGRAM), socket, shims];
  try {
    const { pid } = startApart(args, { cwd: '/', env });
    // now, so that who asks waits for it
    if (pid !== undefined) writeFileAtomic(pidFile(socket), String(pid), { durable: false });
  } catch {
    // shims behind the wall judge alone
  }
}

/** After a restart of the machine another process may have its number. Source: proc(5), cmdline */
export function isRunning(socket: string): boolean {
  try {
    const pid = Number(readFileSync(pidFile(socket), 'utf8'));
    return pid > 1 && (process.platform === 'linux' ? isBroker(pid) : isAlive(pid));
  } catch {
    return false;
  }
}

function isBroker(pid: number): boolean {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return words.includes(PROGRAM);
}
