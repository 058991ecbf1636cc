import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import { Source } from '../state/source.ts';
import type { Walker } from '../state/walker.ts';

/** Runs text of a file that existed before the line: its doubts are dropped, its starts are marked `inFile`. */
export function runInFile(frame: Frame, walker: Walker, run: (inner: Frame) => void): void {
  if (frame.inFile) run(frame);
  else walker.record.inFile(() => run(frame.with({ inFile: true })));
}

/** A piece of a file that the line runs. */
export interface FileCode {
  /** absolute */
  readonly file: string;
  /** where the piece begins; absent = not known */
  readonly line?: number | undefined;
  /** the piece, where it stands in the file as it is run; absent = its lines are not told apart */
  readonly text?: string | undefined;
  /** the guard has it for start-up files */
  readonly isOfGuard?: true | undefined;
}

/** Runs a piece of a file on disk, unless too many files run each other already. */
export function runFile(code: FileCode, walker: Walker, frame: Frame, run: (inner: Frame) => void): void {
  const inner = inFile(code, frame);
  if (inner !== undefined) runInFile(inner, walker, run);
}

/** The frame of a piece of a file; undefined = the file is run by too many others. */
export function inFile({ file, line, text, isOfGuard }: FileCode, frame: Frame): Frame | undefined {
  const depth = (frame.source?.depth ?? 0) + 1;
  if (depth > LIMITS.fileDepth) return undefined;
  return frame.with({ spans: false, source: new Source({ file, line, depth, text, guardText: isOfGuard && text }) });
}
