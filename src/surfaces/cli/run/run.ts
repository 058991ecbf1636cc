import { EXIT } from '../../../model/errors.ts';
import { type Box, boxOf } from '../../../store/box.ts';
import { BOX_FAILED, boxWallLackText, IN_BOX_ALREADY, notBoxedText } from '../../../text/box.ts';
import { notStartedText } from '../../../text/refusal.ts';
import { callersEnv } from '../callers-env.ts';
import type { CliContext } from '../context.ts';
import { notFound } from '../not-found.ts';
import { type BoxParts, boxParts, boxToStart } from './box.ts';
import { runBoxed, runHere } from './start.ts';
import { type WallAround, wallToStart } from './wall/start.ts';

interface Wanted {
  /** a wall around the box */
  readonly wall: boolean;
}

/** Starts an agent in a box; its exit status, or 70 where there is none: nothing has run then. */
export async function runInBox(words: readonly string[], wanted: Wanted, context: CliContext): Promise<number> {
  const env = callersEnv(context.env);
  const missing = notFound(words[0] ?? '', env);
  if (missing !== undefined) {
    context.err(notStartedText(words[0] ?? '', missing.problem).trimEnd());
    return missing.status;
  }
  const box = boxOf();
  if (box !== undefined) return runInThisBox(box, words, wanted, context);
  const parts = boxParts(env);
  if ('why' in parts) return notBoxed(parts.why, context);
  if (!wanted.wall) return startIn(parts, words, undefined, context);
  const { here, session, own } = parts;
  const plan = { bubblewrap: here.bubblewrap, session, own, isStarting: true };
  const wall = await wallToStart(words, plan, context);
  if ('why' in wall) return notBoxed(wall.why, context);
  try {
    return await startIn(parts, words, wall, context);
  } finally {
    wall.end();
  }
}

/** One is enough, but no wall can be put up within it. */
function runInThisBox(
  { hasWall }: Box,
  words: readonly string[],
  { wall }: Wanted,
  context: CliContext,
): Promise<number> | number {
  if (wall && !hasWall) return notBoxed(boxWallLackText('box'), context);
  context.err(IN_BOX_ALREADY);
  return runHere(words, callersEnv(context.env), context);
}

async function startIn(
  parts: BoxParts,
  words: readonly string[],
  wall: WallAround | undefined,
  context: CliContext,
): Promise<number> {
  const start = boxToStart(parts, wall);
  if ('why' in start) return notBoxed(start.why, context);
  const { box, inside, answers, ...how } = start;
  box.write();
  const end = answers();
  try {
    const { options, started } = box;
    const status = await runBoxed({
      ...{ ...how, options, started, words: inside(words) },
      isWalled: wall !== undefined,
    });
    return status ?? notBoxed(undefined, context);
  } finally {
    end();
    box.remove();
  }
}

/** `why` absent: bubblewrap has said it. */
function notBoxed(why: string | undefined, { err }: CliContext): number {
  err(why === undefined ? BOX_FAILED : notBoxedText(why));
  return EXIT.internal;
}
