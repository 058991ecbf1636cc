import { EXIT } from '../../../model/errors.ts';
import { notBoxedText } from '../../../text/box.ts';
import { printable } from '../../../text/printable.ts';
import { shLine } from '../../../util/sh-quote.ts';
import { callersEnv } from '../callers-env.ts';
import type { CliContext } from '../context.ts';
import { boxParts, boxToStart } from './box.ts';
import { wallToStart } from './wall/start.ts';

interface Wanted {
  readonly json: boolean;
  readonly wall: boolean;
}

/** Prints the line that would make the box, or its mounts, and starts nothing. */
export async function dryRun(words: readonly string[], { json, wall }: Wanted, context: CliContext): Promise<number> {
  const start = await startOf(words, wall, context);
  if ('why' in start) {
    if (json) context.out(JSON.stringify({ box: null, why: start.why }));
    context.err(notBoxedText(start.why));
    return EXIT.internal;
  }
  const { mounts, options, covered } = start.box;
  if (json) context.out(JSON.stringify({ box: 'bubblewrap', wall, programs: covered.size, mounts }));
  else context.out(printable(shLine([...start.bubblewrap, ...options, '--', ...start.inside(words)])));
  return EXIT.ok;
}

async function startOf(words: readonly string[], isWalled: boolean, context: CliContext) {
  const parts = boxParts(callersEnv(context.env));
  if ('why' in parts || !isWalled) return 'why' in parts ? parts : boxToStart(parts);
  const { here, session, own } = parts;
  const plan = { bubblewrap: here.bubblewrap, session, own, isStarting: false };
  const wall = await wallToStart(words, plan, context);
  return 'why' in wall ? wall : boxToStart(parts, wall);
}
