import { regionIn } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';

/**
 * Runs what the shell may refuse to run: the states after it and without it count both. Inside a file, where only what is
 * certain counts, it is taken to run: whoever wrote the file tried it.
 */
export function runPerhaps(frame: Frame, run: (frame: Frame) => void): void {
  if (frame.inFile) {
    run(frame);
    return;
  }
  const { scope } = frame;
  const done = scope.child();
  done.outside = scope.outside;
  run(frame.with({ scope: done, region: regionIn(frame) }));
  if (!done.changesNothing(scope)) scope.mergePerhaps(done);
}
