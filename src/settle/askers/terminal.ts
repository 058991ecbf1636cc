import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, read, readFileSync, writeSync } from 'node:fs';

/** The controlling terminal, whatever stdin and stdout are. */
export interface Terminal {
  write(text: string): void;
  /** the next line without its end; undefined = end of input, or no line any more (gone, in the background) */
  readLine(): Promise<string | undefined>;
  close(): void;
}

/** undefined where there is none, or where we are a background job: its question would stop it, unseen. */
export function openTerminal(path = '/dev/tty'): Terminal | undefined {
  if (!isInForeground()) return undefined;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
  return {
    write: (text) => writeAll(fd, text),
    readLine: () => readLine(fd),
    close: () => closeSync(fd),
  };
}

/** Are we in the process group that the terminal listens to? */
export function isInForeground(): boolean {
  const groups = groupsFromProc() ?? groupsFromPs();
  return groups !== undefined && groups.own === groups.foreground;
}

interface Groups {
  readonly own: number;
  /** of the controlling terminal; -1 or 0 = there is none */
  readonly foreground: number;
}

/** proc(5): `pid (comm) state ppid pgrp session tty_nr tpgid`; comm may hold anything, the last `)` ends it. */
function groupsFromProc(): Groups | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { own: Number(fields[2]), foreground: Number(fields[5]) };
  } catch {
    return undefined;
  }
}

function groupsFromPs(): Groups | undefined {
  const ps = spawnSync('/bin/ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
  const fields = ps.status === 0 ? ps.stdout.trim().split(/\s+/) : [];
  return fields.length === 2 ? { own: Number(fields[0]), foreground: Number(fields[1]) } : undefined;
}

/**
 * Canonical mode delivers whole lines; where a program left the terminal raw, characters are joined up to a return.
 * On a worker thread, so that signals are still heard.
 */
async function readLine(fd: number): Promise<string | undefined> {
  const bytes: Buffer[] = [];
  for (let length = 0; length < 4096; ) {
    const chunk = await readChunk(fd);
    if (chunk === undefined || chunk.length === 0) return undefined;
    bytes.push(chunk);
    length += chunk.length;
    const text = Buffer.concat(bytes).toString('utf8');
    const end = text.search(/[\r\n]/);
    if (end >= 0) return text.slice(0, end);
  }
  return undefined;
}

function readChunk(fd: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(1024);
  return new Promise((resolve) => {
    read(fd, buffer, 0, buffer.length, null, (error, length) =>
      resolve(error === null ? buffer.subarray(0, length) : undefined),
    );
  });
}

function writeAll(fd: number, text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // the terminal is gone: reading from it says so
  }
}
