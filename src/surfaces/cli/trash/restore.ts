import { resolve } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import { printable } from '../../../text/printable.ts';
import { listTrash, restore as putBack, type Trashed } from '../../../trash/contents.ts';
import { type CliContext, UsageError } from '../context.ts';
import { argumentsOf } from './arguments.ts';
import { ownerOf, refuseByRules } from './owner.ts';

/** Each operand is a path as it was, or its place in the trash; of several from one path the last that was deleted. */
export async function restore(words: readonly string[], context: CliContext): Promise<number> {
  const { values, positionals } = argumentsOf(words, { json: { type: 'boolean' }, to: { type: 'string' } });
  if (positionals.length === 0) throw new UsageError('missing operand FILE; see safeshell trash list');
  if (values.to !== undefined && positionals.length > 1) throw new UsageError('--to takes one file');
  const all = listTrash(ownerOf(context));
  const restored: string[] = [];
  let isDone = true;
  for (const operand of positionals) {
    const path = resolve(context.cwd, operand);
    const one = all.find((trashed) => trashed.path === path || trashed.file === path);
    const to = values.to === undefined ? one?.path : resolve(context.cwd, values.to);
    const why = one === undefined || to === undefined ? 'it is not in the trash' : await restoreOne(one, to, context);
    if (why === undefined) restored.push(to ?? '');
    else {
      isDone = false;
      context.err(`safeshell: cannot restore '${printable(operand)}': ${printable(why)}`);
    }
  }
  if (values.json) context.out(JSON.stringify({ restored }));
  else for (const path of restored) context.out(`restored: ${printable(path)}`);
  return isDone ? EXIT.ok : EXIT.denied;
}

/** Why not; undefined = done. A note in the trash may name any place, so an agent may write only where it may anyway. */
async function restoreOne(one: Trashed, to: string, context: CliContext): Promise<string | undefined> {
  if (await refuseByRules(['cp', '-r', '--', one.file, to], context)) return 'the rules do not allow it';
  try {
    putBack(one, to);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
