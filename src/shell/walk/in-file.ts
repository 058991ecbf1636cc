import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';

/** Runs text of a file that was there before the line: without its doubts, and its starts say where they come from. */
export function runInFile(frame: Frame, walker: Walker, run: (inner: Frame) => void): void {
  if (frame.inFile) run(frame);
  else walker.record.inFile(() => run(frame.with({ inFile: true })));
}
