import { EXIT } from '../../../model/errors.ts';
import { notBoxedText } from '../../../text/box.ts';
import { printable } from '../../../text/printable.ts';
import { shLine } from '../../../util/sh-quote.ts';
import { callersEnv } from '../callers-env.ts';
import type { CliContext } from '../context.ts';
import { boxToStart } from './box.ts';

/** Prints the line that would make the box, or its mounts, and starts nothing. */
export function dryRun(words: readonly string[], { json }: { readonly json: boolean }, context: CliContext): number {
  const start = boxToStart(callersEnv(context.env));
  if (start.box === undefined) {
    if (json) context.out(JSON.stringify({ box: null, why: start.why }));
    context.err(notBoxedText(start.why));
    return EXIT.internal;
  }
  const { mounts, options, covered } = start.box;
  if (json) context.out(JSON.stringify({ box: 'bubblewrap', programs: covered.size, mounts }));
  else context.out(printable(shLine([...start.bubblewrap, ...options, '--', ...start.inside(words)])));
  return EXIT.ok;
}
