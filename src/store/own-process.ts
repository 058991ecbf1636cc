import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../model/request.ts';

/** A launcher limits the processor time of the Node that answers a hook, and with it of all that Node starts. */
const WITHOUT_LIMIT = 'ulimit -S -t unlimited; exec "$0" "$@"';

/** Starts a program of ours that nobody waits for, without the limits of this process. Throws what node:child_process throws. */
export function startApart(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): ChildProcess {
  const words = ['-c', WITHOUT_LIMIT, process.execPath, ...args];
  // what the caller has Node load is none of ours
  const options = { cwd, env: { ...env, NODE_OPTIONS: '' }, detached: true, stdio: 'ignore' } as const;
  const child = spawn('/bin/sh', words, options).on('error', () => {});
  child.unref();
  return child;
}
