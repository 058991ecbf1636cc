import type { Frame } from '../state/frame.ts';
import type { ExitTrap } from '../state/scope.ts';
import type { Walker } from '../state/walker.ts';
import { runCodeWord } from './code-word.ts';
import { runInFile } from './in-file.ts';

/**
 * Runs the code of `trap .. EXIT` in the current state: `end` = the shell ends; `early` = the trap is set, in case the
 * shell is killed, or `exit` is run. An early run that uses a variable without a value is dropped, as it may still get
 * one.
 */
export function runExitTrap(trap: ExitTrap, moment: 'early' | 'end', walker: Walker, frame: Frame): void {
  if (trap.inFile && !frame.inFile) runInFile(frame, walker, (inner) => runExitTrap(trap, moment, walker, inner));
  else runTrap(trap, moment, walker, frame);
}

function runTrap(trap: ExitTrap, moment: 'early' | 'end', walker: Walker, frame: Frame): void {
  const { record } = walker;
  const mark = record.mark();
  const via = [...frame.via, { name: 'trap', invocation: trap.invocation }];
  const inner: Frame = frame.with({
    source: trap.source,
    spans: false,
    depth: frame.depth + 1,
    via,
    scope: frame.scope.child(),
  });
  inner.scope.onExit = undefined;
  if (moment === 'end' && frame.stdout !== undefined) {
    // its output is part of the shell's output
    runCodeWord(trap.code, 'trap', walker, inner);
    return;
  }
  runCodeWord(trap.code, 'trap', walker, inner.with({ stdout: undefined }));
  const found = record.takeBack(mark);
  const isLater = found.some(({ argv }) => argv.some((word) => word.kind === 'unknown' && word.reason === 'variable'));
  if ((moment === 'early' && isLater) || record.repeats(found, trap.found)) return;
  trap.found.push(...found);
  record.addBack(found, mark);
}

/** Runs the trap of a shell that ends, not that of the shell around it (`outer`). */
export function endShell(frame: Frame, walker: Walker, outer?: ExitTrap): void {
  const { scope } = frame;
  const { onExit } = scope;
  if (onExit === undefined || onExit === outer) return;
  runExitTrap(onExit, 'end', walker, frame);
}
