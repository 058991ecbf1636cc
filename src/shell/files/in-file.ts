import type { Frame, Machine } from '../state/machine.ts';

/** Runs text of a file that was there before the line: without its doubts, and its starts say where they come from. */
export function runInFile(frame: Frame, machine: Machine, run: (inner: Frame) => void): void {
  if (frame.inFile) run(frame);
  else machine.record.inFile(() => run(frame.with({ inFile: true })));
}
