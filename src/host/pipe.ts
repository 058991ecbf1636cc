import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Environment } from '../model/request.ts';

export interface Pipe {
  /** descriptor for a child */
  readonly write: number;
  readonly read: Readable;
}

/**
 * Pipes as a shell makes them. What Node gives to a child are sockets: `> /dev/stderr` fails there, and a reader that
 * leaves is another error. undefined = none can be made here.
 */
export function openPipes(count: number, env: Environment): readonly Pipe[] | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'safeshell-'));
    const paths = Array.from({ length: count }, (_none, at) => join(folder ?? '', String(at)));
    if (spawnSync('mkfifo', ['-m', '600', ...paths], { env: { ...env }, stdio: 'ignore' }).status !== 0)
      return undefined;
    return paths.map(openFifo);
  } catch {
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The reader first: without one, a writer would wait. */
function openFifo(path: string): Pipe {
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const write = openSync(path, constants.O_WRONLY);
  return { write, read: new Socket({ fd: read, readable: true, writable: false }) };
}

/** Ours of the ends that a child writes to: only then a reader sees the end. */
export function closeWriters(pipes: readonly Pipe[]): void {
  for (const { write } of pipes) closeSync(write);
}
