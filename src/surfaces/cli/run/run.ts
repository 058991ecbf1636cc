import { EXIT } from '../../../model/errors.ts';
import { boxOf } from '../../../store/box.ts';
import { BOX_FAILED, IN_BOX_ALREADY, notBoxedText } from '../../../text/box.ts';
import { notStartedText } from '../../../text/refusal.ts';
import { callersEnv } from '../callers-env.ts';
import type { CliContext } from '../context.ts';
import { notFound } from '../not-found.ts';
import { boxToStart } from './box.ts';
import { runBoxed, runHere } from './start.ts';

/** Starts an agent in a box; its exit status, or 70 where there is none: nothing has run then. */
export async function runInBox(words: readonly string[], context: CliContext): Promise<number> {
  const env = callersEnv(context.env);
  const missing = notFound(words[0] ?? '', env);
  if (missing !== undefined) {
    context.err(notStartedText(words[0] ?? '', missing.problem).trimEnd());
    return missing.status;
  }
  if (boxOf() !== undefined) {
    context.err(IN_BOX_ALREADY);
    return runHere(words, env, context);
  }
  const start = boxToStart(env);
  if (start.box === undefined) return notBoxed(notBoxedText(start.why), context);
  const { box, inside, answers, ...how } = start;
  box.write();
  const end = answers();
  try {
    const status = await runBoxed({ ...how, options: box.options, words: inside(words), started: box.started });
    return status ?? notBoxed(BOX_FAILED, context);
  } finally {
    end();
    box.remove();
  }
}

function notBoxed(why: string, { err }: CliContext): number {
  err(why);
  return EXIT.internal;
}
