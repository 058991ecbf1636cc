import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';

/** Runs text of a file that existed before the line: its doubts are dropped, its starts are marked `inFile`. */
export function runInFile(frame: Frame, walker: Walker, run: (inner: Frame) => void): void {
  if (frame.inFile) run(frame);
  else walker.record.inFile(() => run(frame.with({ inFile: true })));
}
