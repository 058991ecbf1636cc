import { type Wall, wallWords } from '../../../confine/wall.ts';
import { isConfined } from '../../../host/confined.ts';
import { madeWritable } from '../../../host/confiner.ts';
import { endBySignal, runInForeground } from '../../../host/foreground.ts';
import { thisMachine } from '../../../install/this-machine.ts';
import { findWall, probeWall, whyNotStanding } from '../../../install/wall.ts';
import { EXIT } from '../../../model/errors.ts';
import type { Environment } from '../../../model/request.ts';
import { makeFolder } from '../../../store/folders.ts';
import { layoutOf } from '../../../store/layout.ts';
import { notStartedText } from '../../../text/refusal.ts';
import { failedConfinedText, lackText, launcherFailedText, notConfinedText } from '../../../text/wall.ts';
import { callersEnv } from '../callers-env.ts';
import type { CliContext } from '../context.ts';
import { type Missing, notFound } from '../not-found.ts';
import { writableInput } from './world.ts';

/** Runs a command behind a wall; its exit status, or 70 where there is no wall: nothing has run then. */
export async function runConfined(
  words: readonly string[],
  write: readonly string[],
  context: CliContext,
): Promise<number> {
  const input = writableInput(words, write, context);
  const env = callersEnv(context.env);
  const missing = notFound(words[0] ?? '', env);
  if (missing !== undefined) return notStarted(words, missing, context);
  const { walls } = layoutOf(context.env).state;
  if (isConfined(walls)) return runHere(words, env, context);
  makeFolder(walls); // by which those behind the wall know
  const wall = findWall();
  if (wall === undefined) return notConfined(lackText('launcher', thisMachine()), context);
  const inFront = wallWords(wall, madeWritable(input('use')));
  const said = whyNotStanding(inFront);
  if (said !== undefined) return notConfined(whyNot(wall, said), context);
  const status = await runHere([...inFront, ...words], env, context);
  if (mayHaveWritten(status)) context.err(failedConfinedText(status));
  return status;
}

/** It failed, and had started. */
function mayHaveWritten(status: number): boolean {
  return status !== EXIT.ok && status !== EXIT.refused && status !== EXIT.notFound;
}

/** No wall stands on this machine, or not this one. */
function whyNot(wall: Wall, said: string): string {
  return probeWall(wall) === 'none' ? lackText('kernel', thisMachine()) : launcherFailedText(said);
}

function notConfined(why: string, { err }: CliContext): number {
  err(notConfinedText(why));
  return EXIT.internal;
}

function notStarted([program = '']: readonly string[], { status, problem }: Missing, { err }: CliContext): number {
  err(notStartedText(program, problem).trimEnd());
  return status;
}

async function runHere(argv: readonly string[], env: Environment, context: CliContext): Promise<number> {
  const { signal, status = EXIT.internal, problem } = await runInForeground(argv, env);
  if (problem !== undefined) return notStarted(argv, { status, problem }, context);
  if (signal !== undefined) endBySignal(signal);
  return status;
}
