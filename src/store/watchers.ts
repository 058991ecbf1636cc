import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PendingRequest } from '../model/approval.ts';
import { makeFolder } from './folders.ts';
import { MODES } from './layout.ts';

/** A watcher shows that it is alive this often .. */
const BEAT_MS = 2000;
/** .. and is not counted on after so long: it is stopped, or hangs. */
const SILENT_MS = 7000;

const NAME = /^([1-9]\d{0,9})\.watcher$/;

/** Says that this process shows questions to a person, until the returned function is called or the process ends. */
export function watchInbox(folder: string): () => void {
  makeFolder(folder);
  const file = join(folder, `${process.pid}.watcher`);
  const beat = () => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      writeFileSync(file, '', { mode: MODES.file });
    }
  };
  beat();
  const timer = setInterval(() => {
    try {
      beat();
    } catch {
      // the disk is full or the folder gone: nobody counts on us then
    }
  }, BEAT_MS);
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

/** Somebody is there to see a new question. The file of a process that is gone does not count. Never throws. */
export function isInboxWatched(folder: string): boolean {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return false;
  }
  return names.some((name) => {
    const pid = Number(NAME.exec(name)?.[1]);
    return pid > 0 && isAlive(pid) && Date.now() - changedMs(join(folder, name)) < SILENT_MS;
  });
}

/** The command of this question still waits for its answer. */
export function isWaiting({ waiter }: PendingRequest): boolean {
  return waiter !== undefined && waiter.untilMs > Date.now() && isAlive(waiter.pid);
}

/** A process of that number runs, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
