/** A line at the bottom of a terminal, written over and over, and gone at the end; nothing where there is no terminal. */
export interface Progress {
  show(files: number, ofFiles: number, calls: number): void;
  end(): void;
}

const PAUSE_MS = 100;
const ERASED = '\r\x1b[K';

export function createProgress({ isTTY, write }: ProgressStream): Progress {
  let lastMs = 0;
  return {
    show(files, ofFiles, calls) {
      const nowMs = Date.now();
      if (!isTTY || nowMs - lastMs < PAUSE_MS) return;
      lastMs = nowMs;
      write(`${ERASED}${files} of ${ofFiles} files, ${calls} calls`);
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
