import { closeSync, constants, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came from a terminal: text; nothing for so long; no more for ever; or we were stopped and go on. */
export type Heard = { readonly text: string } | 'silence' | 'end' | 'continued';

/** What is typed, in the order it comes. */
export interface Keys {
  /** the next thing that comes; without `ms` never `silence` */
  hear(ms?: number): Promise<Heard>;
  /** nothing is heard any more: what waits for it waits for ever */
  close(): void;
}

/** Between two looks: a read that waits could not be called off, and would take what the next one is to drop. */
const POLL_MS = 25;
/** A line of a terminal is no longer. */
const LINE_BYTES = 4096;

/** Throws what node:fs throws where the terminal is gone. */
export function openKeys(): Keys {
  const fd = openSync('/dev/tty', constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(LINE_BYTES);
  let isOpen = true;
  let isContinued = false;
  const goOn = () => {
    isContinued = true;
  };
  process.on('SIGCONT', goOn);
  return {
    async hear(ms = Number.POSITIVE_INFINITY) {
      const untilMs = Date.now() + ms;
      for (;;) {
        const heard = isContinued ? 'continued' : readNow(fd, buffer);
        isContinued = false;
        if (heard !== undefined) return heard;
        if (Date.now() >= untilMs) return 'silence';
        await sleep(Math.min(POLL_MS, ms));
        if (!isOpen) await new Promise(() => {});
      }
    },
    close() {
      isOpen = false;
      process.off('SIGCONT', goOn);
      closeSync(fd);
    },
  };
}

/** undefined = nothing, for now. */
function readNow(fd: number, buffer: Buffer): Heard | undefined {
  try {
    const length = readSync(fd, buffer);
    return length === 0 ? 'end' : { text: buffer.toString('utf8', 0, length) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EAGAIN' || code === 'EINTR' ? undefined : 'end';
  }
}
