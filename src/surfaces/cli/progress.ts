/** A line at the bottom of a terminal, written over and over, and gone at the end; nothing where there is no terminal. */
export interface Progress {
  /** `text` is asked for where it is shown: call this often */
  show(text: () => string): void;
  end(): void;
}

const PAUSE_MS = 100;
const ERASED = '\r\x1b[K';

export function createProgress({ isTTY, write }: ProgressStream = stderrStream()): Progress {
  let lastMs = 0;
  return {
    show(text) {
      const nowMs = Date.now();
      if (!isTTY || nowMs - lastMs < PAUSE_MS) return;
      lastMs = nowMs;
      write(`${ERASED}${text()}`);
    },
    end() {
      if (lastMs > 0) write(ERASED);
    },
  };
}

interface ProgressStream {
  readonly isTTY: boolean;
  readonly write: (text: string) => unknown;
}

function stderrStream(): ProgressStream {
  return { isTTY: process.stderr.isTTY === true, write: (text: string) => process.stderr.write(text) };
}
