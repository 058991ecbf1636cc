import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Environment } from '../model/request.ts';

export interface Ancestor {
  readonly pid: number;
  /** the argument vector as far as it is known; never empty */
  readonly argv: readonly string[];
  /** its start time, as the system prints it; unique together with the pid */
  readonly started: string;
  /** the environment that it was started with; undefined = not readable */
  environment(): Environment | undefined;
}

/** More than any real chain; also bounds a circular one. */
const MAX_ANCESTORS = 64;
const MAX_TABLE_BYTES = 16_000_000;

/** The ancestors of this process, parent first. Empty where the system does not list them. */
export function hostAncestors(from: number = process.ppid, platform: string = process.platform): readonly Ancestor[] {
  if (platform === 'linux') return followParents(from, linuxProcess);
  return platform === 'darwin' ? psAncestors(from) : [];
}

interface ProcessEntry extends Ancestor {
  readonly parent: number;
}

function followParents(from: number, find: (pid: number) => ProcessEntry | undefined): readonly Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = from; pid > 0 && found.length < MAX_ANCESTORS; ) {
    const one = find(pid);
    if (one === undefined) break;
    found.push(one);
    pid = one.parent;
  }
  return found;
}

/** Source: proc(5), fields 2, 4 and 22 of /proc/PID/stat; the name in field 2 may hold blanks and parentheses. */
function linuxProcess(pid: number): ProcessEntry | undefined {
  const stat = readProc(pid, 'stat');
  const end = stat?.lastIndexOf(')') ?? -1;
  if (stat === undefined || end < 0) return undefined;
  const fields = stat.slice(end + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, end);
  const words = (readProc(pid, 'cmdline') ?? '').split('\0');
  return {
    pid,
    parent: Number(fields[1]),
    started: fields[19] ?? '',
    argv: words[0] ? words.slice(0, words.at(-1) === '' ? -1 : undefined) : [name],
    environment: () => environmentOf(readProc(pid, 'environ')),
  };
}

function environmentOf(text: string | undefined): Environment | undefined {
  if (text === undefined) return undefined;
  const pairs = text.split('\0').filter((pair) => pair.includes('='));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined; // gone meanwhile, or another user's
  }
}

/** One `ps` for the whole table: a process for each ancestor would cost more. */
function psAncestors(from: number): readonly Ancestor[] {
  const { stdout } = spawnSync('/bin/ps', ['-axo', 'pid=,ppid=,lstart=,command='], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
    timeout: 2000,
    maxBuffer: MAX_TABLE_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return ancestorsInTable(stdout ?? '', from);
}

/** Parses `ps -axo pid=,ppid=,lstart=,command=`; words of a command are split at blanks. */
export function ancestorsInTable(table: string, from: number): readonly Ancestor[] {
  const processes = new Map<number, ProcessEntry>();
  for (const line of table.split('\n')) {
    const row = /^\s*(\d+)\s+(\d+)\s+(\w{3} +\w{3} +\d+ +[\d:]+ +\d{4})\s+(\S.*)$/.exec(line);
    if (row === null) continue;
    const [, pid, parent, started = '', command = ''] = row;
    processes.set(Number(pid), {
      pid: Number(pid),
      parent: Number(parent),
      started,
      argv: command.trimEnd().split(/\s+/),
      environment: () => undefined,
    });
  }
  return followParents(from, (pid) => processes.get(pid));
}
