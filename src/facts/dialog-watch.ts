import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { isAlive } from '../store/watchers.ts';
import { agentProcess } from './agent-process.ts';
import type { Ancestor } from './ancestors.ts';

export interface WatchedDialog {
  /** the processes that the hook descends from, parent first */
  readonly ancestors: readonly Ancestor[];
  /** the file in which the agent notes what becomes of its calls; undefined = not known */
  readonly transcript: string | undefined;
}

/** Between two looks at the processes of the agent. */
const LOOK_MS = 300;

/**
 * Says whether the dialog that an agent has opened beside this hook was answered there: an agent that was told yes forgets its hook
 * and goes on. It has started a line, has noted a result, or a process on the way up to it is gone. Other calls of the
 * agent may look the same: then we stop waiting too early, and the dialog stays.
 */
export function dialogWatch({ ancestors, transcript }: WatchedDialog): () => boolean {
  const agent = agentProcess(ancestors);
  const above = ancestors.slice(0, agent === undefined ? ancestors.length : ancestors.indexOf(agent) + 1);
  const before = new Set(agent === undefined ? [] : childrenOf(agent.pid));
  const results = resultsIn(transcript);
  let lookedMs = 0;
  let hasStarted = false;
  return () => {
    if (agent !== undefined && !hasStarted && Date.now() - lookedMs >= LOOK_MS) {
      lookedMs = Date.now();
      hasStarted = childrenOf(agent.pid).some((pid) => !before.has(pid) && isLine(pid));
    }
    return hasStarted || results() || above.some(({ pid }) => !isAlive(pid));
  };
}

/** Linux alone: elsewhere the result is seen, not the start. Source: proc(5), /proc/PID/task/TID/children. */
function childrenOf(pid: number): readonly number[] {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).flatMap((task) => numbersIn(`${tasks}/${task}/children`));
  } catch {
    return [];
  }
}

function numbersIn(file: string): readonly number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return []; // a thread that has ended
  }
}

/** A shell with a line of the agent's tool; its hooks and servers are started without `eval`. */
function isLine(pid: number): boolean {
  try {
    return /\beval /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

const RESULT = '"type":"tool_result"';
/** Of what was added to a transcript; a result that stands behind more is seen with the next one. */
const MAX_READ_BYTES = 1_000_000;

function resultsIn(file: string | undefined): () => boolean {
  let seen = sizeOf(file);
  return () => {
    if (file === undefined || seen === undefined) return false;
    const size = sizeOf(file) ?? seen;
    if (size === seen) return false;
    const added = readFrom(file, seen, Math.min(size - seen, MAX_READ_BYTES));
    // a record may be half written: from its start again
    seen += Buffer.byteLength(added.slice(0, added.lastIndexOf('\n') + 1));
    return added.includes(RESULT);
  };
}

/** undefined = no regular file */
function sizeOf(file: string | undefined): number | undefined {
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}

function readFrom(file: string, from: number, length: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    if (!fstatSync(descriptor).isFile() || length <= 0) return '';
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from)).toString('utf8');
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
