import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
