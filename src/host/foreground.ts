import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { EXIT } from '../model/errors.ts';
import type { Environment } from '../model/request.ts';
import type { RedactOptions } from '../redact/scanner.ts';
import { isInForeground } from '../settle/askers/foreground.ts';
import { closeWriters, openPipes } from './pipe.ts';
import { sendRedacted } from './redacted-output.ts';

export interface ExitResult {
  readonly status?: number;
  readonly signal?: NodeJS.Signals;
  /** why it was not started: a phrase; the status is then what a shell would give */
  readonly problem?: string;
}

/** Sent to this process alone; the child does not get them from a terminal. */
const FORWARDED: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'];
/** Sent by a terminal to the child as well. */
const SHARED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** Descriptors of stdout and stderr. */
const OUTPUTS = [1, 2];

/** A command that starts another one and waits for it, as bubblewrap does. */
export interface Launching {
  /** pipes that it has beside ours, from descriptor 3 on */
  readonly pipes: number;
  /** gets our ends of them */
  started(pipes: readonly Socket[]): void;
  /** whom signals are for; undefined = not started yet */
  pid(): number | undefined;
}

export interface ForegroundOptions {
  /** stdout and stderr go through the redactor, so they are pipes, and the command ends once both are closed */
  readonly redaction?: RedactOptions | undefined;
  /** gets what comes of stderr then, as it was */
  readonly onStderr?: ((stderr: Buffer) => void) | undefined;
  readonly launching?: Launching;
}

/** Runs a command with our stdin, stdout, stderr and terminal, signals passed on. */
export function runInForeground(
  argv: readonly string[],
  env: Environment,
  { redaction, onStderr, launching }: ForegroundOptions = {},
): Promise<ExitResult> {
  const [program = '', ...rest] = argv;
  const pipes = redaction ? openPipes(OUTPUTS.length, env) : undefined;
  const outputs = pipes?.map(({ write }) => write) ?? OUTPUTS.map(() => (redaction ? 'pipe' : 'inherit'));
  return new Promise((resolve) => {
    // a child that has exited may leave processes behind that still print; or the same signal has already ended it
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const forward = (signal: NodeJS.Signals) =>
      isOver() ? end(exitResultOf(child.exitCode, child.signalCode)) : send(signal, launching?.pid() ?? child.pid);
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
    const beside = Array.from({ length: launching?.pipes ?? 0 }, () => 'pipe' as const);
    const child = spawn(program, rest, { stdio: ['inherit', ...outputs, ...beside], env: { ...env } });
    launching?.started(child.stdio.slice(3) as Socket[]);
    if (pipes !== undefined) closeWriters(pipes);
    const streams = pipes?.map(({ read }) => read) ?? [child.stdout, child.stderr];
    const printed = Promise.all(
      streams.map((stream, at) => stream && sendRedacted(stream, OUTPUTS[at] ?? 1, redaction)),
    );
    if (redaction && onStderr) streams[1]?.on('data', onStderr);
    child.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      end(
        code === 'ENOENT'
          ? { status: EXIT.notFound, problem: 'not found' }
          : { status: EXIT.refused, problem: message },
      ),
    );
    child.on('exit', async (status, signal) => {
      await printed;
      end(exitResultOf(status, signal));
    });
  });
}

function send(signal: NodeJS.Signals, pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // gone meanwhile
  }
}

function exitResultOf(status: number | null, signal: NodeJS.Signals | null): ExitResult {
  return signal === null ? { status: status ?? EXIT.refused } : { signal };
}

/** By the signal that ended the command: whoever waits for us sees that of it. Has to be the last step. */
export function endBySignal(signal: NodeJS.Signals): void {
  if (signal === 'SIGPIPE') process.on(signal, () => {}); // Node ignores it until it was listened for once
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
