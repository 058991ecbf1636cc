import { type ExitResult, type ForegroundOptions, runInForeground } from '../../host/foreground.ts';
import { findProgram, pathWithout } from '../../install/programs.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Environment } from '../../model/request.ts';
import { wordValue } from '../../model/word.ts';
import { boxOf, realProgram } from '../../store/box.ts';
import { notStartedText } from '../../text/refusal.ts';
import type { HandOver } from './hand-over.ts';
import { writeStderr } from './stderr.ts';

/**
 * The words to run in place of `argv`: the replacement itself, or, where it replaces what a wrapper starts, the wrapper
 * with the replacement at its end. undefined = the words cannot be passed on as they came.
 */
export function replacedArgv(decision: Decision, argv: readonly string[]): readonly string[] | undefined {
  const { replacement, analysis } = decision;
  if (replacement === undefined) return undefined;
  const start = analysis.invocations[replacement.invocation];
  const length = replacement.invocation === 0 ? argv.length : (start?.argv.length ?? 0);
  const words = start?.argv.map(wordValue);
  const isTail = length > 0 && argv.slice(-length).every((word, at) => word === words?.[at]);
  if (replacement.invocation !== 0 && !isTail) return undefined;
  const next = [...argv.slice(0, argv.length - length), ...replacement.argv];
  return next.some(isLossy) ? undefined : next;
}

/** Bytes that were no UTF-8 reach Node as U+FFFD and would leave it as other bytes. */
export function isLossy(word: string): boolean {
  return word.includes('\uFFFD');
}

/** In a box a shim lies over the program, which would judge it once more: without end, where its output is masked. */
function inBox(
  [program = '', ...rest]: readonly string[],
  { PATH = '/usr/bin:/bin' }: Environment,
  called: HandOver['program'],
): readonly string[] {
  if (boxOf() === undefined) return [program, ...rest];
  if (program === called?.name) return [called.path, ...rest]; // it may have been called by a path
  const path = program.includes('/') ? program : findProgram(program, PATH, '');
  return [path === undefined ? program : realProgram(path), ...rest];
}

/** In place of the shim: our shims are not in its PATH. 222 means "run it" to shim.sh, so that a program's own 222 is reported as 221. */
export async function runInPlace(
  argv: readonly string[],
  { env, shims, program }: HandOver,
  options: ForegroundOptions = {},
): Promise<ExitResult> {
  const childEnv = env.PATH === undefined ? env : { ...env, PATH: pathWithout(env.PATH, shims) };
  const ended = await runInForeground(inBox(argv, childEnv, program), childEnv, options);
  if (ended.problem !== undefined) writeStderr(notStartedText(argv[0] ?? '', ended.problem));
  return ended.status === EXIT.run ? { status: EXIT.run - 1 } : ended;
}
