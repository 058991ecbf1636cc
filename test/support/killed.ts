import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where processes can be looked at as in Linux. */
export const hasProc = readdirSync('/').includes('proc') && readdirSync('/proc').includes('self');

/** Kills the Node.js that a process is or has started, some time after that; false = it had ended by then. */
export async function killNodeOf(child: ChildProcess, afterMs: number): Promise<boolean> {
  let node: number | undefined;
  while (node === undefined && child.exitCode === null) {
    await sleep(2);
    node = nodeOf(child.pid ?? 0);
  }
  await sleep(afterMs);
  try {
    return child.exitCode === null && node !== undefined && process.kill(node, 'SIGKILL');
  } catch {
    return false;
  }
}

/** A process that is Node.js, or the one below it. */
function nodeOf(pid: number): number | undefined {
  const parents = new Map<number, number>();
  const nodes: number[] = [];
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const [, comm = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
      if (/^(node|MainThread)$/.test(comm)) nodes.push(Number(name));
    } catch {
      // it has ended
    }
  }
  const isBelow = (one: number | undefined): boolean => one !== undefined && (one === pid || isBelow(parents.get(one)));
  return nodes.find(isBelow);
}
