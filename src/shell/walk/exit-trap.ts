import type { Frame } from '../state/frame.ts';
import type { ExitTrap } from '../state/scope.ts';
import type { Walker } from '../state/walker.ts';
import { runCodeWord } from './code-word.ts';
import { runInFile } from './in-file.ts';

/**
 * Runs the code of `trap .. EXIT` with what the shell knows now: when it ends, and, for the case that it ends early, when
 * the trap is set and at each `exit`. There a variable that has no value yet may get one: nothing is told of it.
 */
export function runExitTrap(trap: ExitTrap, moment: 'early' | 'end', walker: Walker, frame: Frame): void {
  if (trap.inFile && !frame.inFile) runInFile(frame, walker, (inner) => runExitTrap(trap, moment, walker, inner));
  else runTrap(trap, moment, walker, frame);
}

function runTrap(trap: ExitTrap, moment: 'early' | 'end', walker: Walker, frame: Frame): void {
  const { record } = walker;
  const mark = record.mark();
  const via = [...frame.via, { name: 'trap', invocation: trap.invocation }];
  const inner: Frame = frame.with({ spans: false, depth: frame.depth + 1, via, scope: frame.scope.child() });
  inner.scope.onExit = undefined;
  if (moment === 'end' && frame.stdout !== undefined) {
    // what it prints is part of what the shell prints
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

/** A shell ends: its own trap runs, not the one of the shell around it. */
export function endShell(frame: Frame, walker: Walker, outer?: ExitTrap): void {
  const { scope } = frame;
  const { onExit } = scope;
  if (onExit === undefined || onExit === outer) return;
  runExitTrap(onExit, 'end', walker, frame);
}
