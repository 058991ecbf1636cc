import { EXIT } from '../../../model/errors.ts';
import { layoutOf } from '../../../store/layout.ts';
import { lossesText } from '../../../text/losses.ts';
import { shownPath } from '../../../text/page.ts';
import { plural } from '../../../text/plural.ts';
import { printable, shortened } from '../../../text/printable.ts';
import type { KeptRecord } from '../../../undo/record.ts';
import { undoStore } from '../../../undo/store.ts';
import type { CliContext } from '../context.ts';
import type { UndoOptions } from './options.ts';

export async function list({ json }: Pick<UndoOptions, 'json'>, context: CliContext): Promise<number> {
  const { records: kept, problems } = undoStore(layoutOf(context.env)).list();
  const records = kept.some(({ repositories }) => repositories.length > 0) ? await heldNow(kept, context) : kept;
  for (const problem of problems) context.err(`safeshell: ${problem}`);
  if (json) context.out(JSON.stringify(records.map(recordJson)));
  else if (records.length === 0) context.err('safeshell: there are no backups');
  else for (const record of records) context.out(recordText(record, context));
  return problems.length === 0 ? EXIT.ok : EXIT.data;
}

/** Only where git holds something. */
async function heldNow(records: readonly KeptRecord[], { env }: CliContext): Promise<readonly KeptRecord[]> {
  const { asHeldNow } = await import('./still-held.ts');
  return asHeldNow(records, env);
}

export function recordJson(record: KeptRecord) {
  const { id, at, command, cwd, actor, session, promises, missing, paths, counts, undoes } = record;
  const time = new Date(at).toISOString();
  return { id, at: time, command, cwd, actor, session, promises, missing, paths, counts, undoes: undoes ?? null };
}

const MAX_COMMAND = 60;

/** Two lines: which it is, and what is in it. */
function recordText(record: KeptRecord, { paint, env }: CliContext): string {
  const { id, at, command, cwd, promises, undoes, paths } = record;
  const what = undoes === undefined ? shortened(command, MAX_COMMAND) : `as it was before undo ${undoes}`;
  const lost = lossesText(record) || (paths > 0 ? plural(paths, 'path') : 'what git itself holds');
  const where = printable(shownPath(cwd, { home: env.HOME }));
  const partly = promises === 'all' ? '' : ', partly backed up';
  return `${paint.strong(String(id).padStart(4))}  ${paint.dim(localTime(at))}  ${what}\n      ${paint.dim(`in ${where}: ${lost}${partly}`)}`;
}

function localTime(epochMs: number): string {
  const local = new Date(epochMs - new Date(epochMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}
