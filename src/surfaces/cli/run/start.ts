import type { Socket } from 'node:net';
import { terminalFilter } from '../../../box/terminal-filter.ts';
import { endBySignal, runInForeground } from '../../../host/foreground.ts';
import { EXIT } from '../../../model/errors.ts';
import type { Environment } from '../../../model/request.ts';
import { notStartedText } from '../../../text/refusal.ts';
import type { CliContext } from '../context.ts';
import { stopWith } from './stopped.ts';

/** Runs what is to run, in our place: its exit status, and its end by a signal. */
export async function runHere(words: readonly string[], env: Environment, { err }: CliContext): Promise<number> {
  const { signal, status = EXIT.internal, problem } = await runInForeground(words, env);
  if (problem !== undefined) err(notStartedText(words[0] ?? '', problem).trimEnd());
  if (signal !== undefined) endBySignal(signal);
  return status;
}

interface Boxed {
  /** path of bwrap, and the words in front of it */
  readonly bubblewrap: readonly string[];
  readonly options: readonly string[];
  readonly words: readonly string[];
  readonly env: Environment;
  /** it has a wall: one pipe more, which ends with us (see shims/relay.sh), and a filter of system calls */
  readonly isWalled: boolean;
  /** called once, with the agent's process id */
  started(pid: number): void;
}

/**
 * Runs the agent in its box; we stay outside of it, as its parent, until it has ended. undefined = the box does not stand: nothing of the
 * agent has run, and bubblewrap has said why. Source: bwrap(1) 0.8.0, --args and --json-status-fd
 */
export async function runBoxed({
  bubblewrap,
  options,
  words,
  env,
  isWalled,
  started,
}: Boxed): Promise<number | undefined> {
  let said = '';
  const pid = () => numberIn(said, 'child-pid');
  const filter = isWalled ? terminalFilter(process.arch) : undefined;
  const hear = ([given, status, held, filtered]: readonly Socket[]) => {
    held?.unref().on('error', () => {});
    if (filter !== undefined) filtered?.on('error', () => {}).end(filter);
    given?.on('error', () => {}).end([...options, ''].join('\0')); // it may end before it has read all
    status?.unref().on('data', (chunk: Buffer) => {
      const known = pid();
      said += chunk.toString('utf8');
      const now = pid();
      if (known === undefined && now !== undefined) started(now);
    });
  };
  const stopped = stopWith(pid);
  const descriptors = ['--args', '3', '--json-status-fd', '4', ...(filter === undefined ? [] : ['--seccomp', '6'])];
  const ended = await runInForeground([...bubblewrap, ...descriptors, '--', ...words], env, {
    launching: { pipes: isWalled ? (filter === undefined ? 3 : 4) : 2, pid, started: hear },
  });
  stopped.end();
  if (ended.signal !== undefined) endBySignal(ended.signal);
  if (numberIn(said, 'exit-code') === undefined) return undefined;
  return ended.status ?? EXIT.internal;
}

function numberIn(said: string, name: string): number | undefined {
  const found = new RegExp(`"${name}"\\s*:\\s*(\\d+)`).exec(said)?.[1];
  return found === undefined ? undefined : Number(found);
}
