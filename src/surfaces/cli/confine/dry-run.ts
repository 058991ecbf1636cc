import { writableBy } from '../../../confine/writable.ts';
import { thisMachine } from '../../../install/this-machine.ts';
import { wallHere } from '../../../install/wall.ts';
import { EXIT } from '../../../model/errors.ts';
import { printable } from '../../../text/printable.ts';
import { lackText, notConfinedText } from '../../../text/wall.ts';
import type { CliContext } from '../context.ts';
import { writableInput } from './world.ts';

/** Prints what could be written, and starts nothing. */
export function dryRun(
  words: readonly string[],
  { write, json }: { readonly write: readonly string[]; readonly json: boolean },
  context: CliContext,
): number {
  const { paths, missing } = writableBy(writableInput(words, write, context)('look'));
  const here = wallHere();
  const writable = here.wall === undefined ? [] : [...paths, ...missing.folders, ...missing.files].sort();
  if (json) context.out(JSON.stringify({ wall: here.wall?.kind ?? null, strength: here.strength, writable }));
  else for (const path of writable) context.out(printable(path));
  if (here.wall !== undefined) return EXIT.ok;
  context.err(notConfinedText(lackText(here.lack, thisMachine())));
  return EXIT.internal;
}
