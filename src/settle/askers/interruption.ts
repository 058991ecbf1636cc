import type { Interrupted } from '../asker.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ORPHAN_CHECK_MS = 300;

/**
 * The answer, or the first signal, which may come as soon as the question is read; a caller that is gone counts as one,
 * for then nobody waits for the answer. After a signal, and after an answer that `isNo`, the handlers stay: the next one (a
 * terminal that goes away ends the input first, a hang-up follows) must not end us before the refusal is recorded.
 */
export function orInterrupted<T>(
  ask: () => Promise<T>,
  isNo: (value: T) => boolean = () => false,
): Promise<T | Interrupted> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const interrupt = (signal: Interrupted['signal']) => {
      isOver = true;
      clearInterval(watch);
      resolve({ signal });
    };
    for (const signal of SIGNALS) process.on(signal, interrupt);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) interrupt('SIGTERM');
    }, ORPHAN_CHECK_MS);
    ask().then((value) => {
      if (isOver) return;
      clearInterval(watch);
      if (!isNo(value)) for (const signal of SIGNALS) process.off(signal, interrupt);
      resolve(value);
    }, reject);
  });
}
