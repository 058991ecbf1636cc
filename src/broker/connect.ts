import { closeSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';

/** The address of a socket has some 100 bytes (unix(7)), a path of ours may have more: on Linux by a descriptor of its folder. */
export function connectTo(path: string): Socket {
  if (process.platform !== 'linux') return connect(path);
  let folder: number | undefined;
  try {
    folder = openSync(dirname(path), 'r');
    return connect(`/proc/self/fd/${folder}/${basename(path)}`);
  } catch {
    return connect(path); // its error comes as one of the socket
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
