import { spawn } from 'node:child_process';
import { pathWithout } from '../../install/programs.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import { wordValue } from '../../model/word.ts';
import type { RedactOptions } from '../../redact/scanner.ts';
import { isInForeground } from '../../settle/askers/foreground.ts';
import { notStartedText } from '../../text/refusal.ts';
import type { HandOver } from './hand-over.ts';
import { closeWriters, openPipes } from './pipe.ts';
import { sendRedacted } from './redacted-output.ts';
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

export interface ExitResult {
  /** 222 means "run it" to shim.sh, so that a program's own 222 is reported as 221 */
  readonly status?: number;
  readonly signal?: NodeJS.Signals;
}

/** Sent to this process alone; the child does not get them from a terminal. */
const FORWARDED: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'];
/** Sent by a terminal to the child as well. */
const SHARED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** Descriptors of stdout and stderr. */
const OUTPUTS = [1, 2];

/**
 * Runs a command with our stdin, stdout, stderr and terminal, signals passed on, our shims not in its PATH.
 * `redaction`: stdout and stderr go through the redactor, so they are pipes, and the command ends once both are closed.
 */
export function runInForeground(
  argv: readonly string[],
  { env, shims }: HandOver,
  redaction?: RedactOptions,
): Promise<ExitResult> {
  const [program = '', ...rest] = argv;
  const childEnv = env.PATH === undefined ? env : { ...env, PATH: pathWithout(env.PATH, shims) };
  const pipes = redaction ? openPipes(OUTPUTS.length, childEnv) : undefined;
  const outputs = pipes?.map(({ write }) => write) ?? OUTPUTS.map(() => (redaction ? 'pipe' : 'inherit'));
  return new Promise((resolve) => {
    // a child that has exited may leave processes behind that still print; or the same signal has already ended it
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const forward = (signal: NodeJS.Signals) =>
      isOver() ? end(exitResultOf(child.exitCode, child.signalCode)) : child.kill(signal);
    const share = (signal: NodeJS.Signals) => {
      if (isOver() || !isInForeground()) forward(signal);
    };
    const end = (ended: ExitResult) => {
      for (const signal of FORWARDED) process.off(signal, forward);
      for (const signal of SHARED) process.off(signal, share);
      resolve(ended);
    };
    // before it starts: a Ctrl-C right after that is its own too
    for (const signal of FORWARDED) process.on(signal, forward);
    for (const signal of SHARED) process.on(signal, share);
    const child = spawn(program, rest, { stdio: ['inherit', ...outputs], env: { ...childEnv } });
    if (pipes !== undefined) closeWriters(pipes);
    const streams = pipes?.map(({ read }) => read) ?? [child.stdout, child.stderr];
    const printed = Promise.all(
      streams.map((stream, at) => stream && sendRedacted(stream, OUTPUTS[at] ?? 1, redaction)),
    );
    child.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      writeStderr(notStartedText(program, code === 'ENOENT' ? 'not found' : message));
      end({ status: code === 'ENOENT' ? EXIT.notFound : EXIT.refused });
    });
    child.on('exit', async (status, signal) => {
      await printed;
      end(exitResultOf(status, signal));
    });
  });
}

function exitResultOf(status: number | null, signal: NodeJS.Signals | null): ExitResult {
  if (signal !== null) return { signal };
  return { status: status === EXIT.run ? EXIT.run - 1 : (status ?? EXIT.refused) };
}
