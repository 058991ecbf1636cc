import { EXIT } from '../../../model/errors.ts';
import { parseMoment } from '../../../report/filter.ts';
import { printable } from '../../../text/printable.ts';
import { discard, listTrash } from '../../../trash/contents.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { argumentsOf } from './arguments.ts';
import { trashedJson } from './list.ts';
import { ownerOf } from './owner.ts';

/** For good; agents may not: then nothing could be undone. */
export function empty(words: readonly string[], context: CliContext): number {
  const { values, positionals } = argumentsOf(words, {
    json: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'older-than': { type: 'string' },
  });
  if (positionals.length > 0) throw new UsageError('empty takes no files');
  const dryRun = values['dry-run'] === true;
  if (!dryRun && refuseAgents('empty the trash', context)) return EXIT.notAllowed;
  const until = momentOf(values['older-than']);
  const chosen = listTrash(ownerOf(context)).filter(({ deleted }) => isBefore(deleted, until));
  const failed = dryRun ? [] : chosen.filter((one) => !isDiscarded(one, context));
  const gone = chosen.filter((one) => !failed.includes(one));
  if (values.json) context.out(JSON.stringify({ removed: gone.map(trashedJson), dry_run: dryRun }));
  else context.out(`${gone.length} ${dryRun ? 'would be removed' : 'removed'} for good`);
  return failed.length === 0 ? EXIT.ok : EXIT.cannotCreate;
}

function momentOf(age: string | undefined): number | undefined {
  if (age === undefined) return undefined;
  const moment = /^\d+[smhdw]$/.test(age) ? parseMoment(age, Date.now()) : undefined;
  if (moment === undefined) throw new UsageError(`--older-than \`${age}\`: expected 30d, 12h ..`);
  return moment;
}

/** A time that is not known is before none. */
function isBefore(deleted: string, until: number | undefined): boolean {
  return until === undefined || Date.parse(deleted) < until;
}

function isDiscarded(one: Parameters<typeof discard>[0], { err }: CliContext): boolean {
  try {
    discard(one);
    return true;
  } catch (error) {
    err(`safeshell: cannot remove '${printable(one.path)}': ${printable((error as Error).message)}`);
    return false;
  }
}
