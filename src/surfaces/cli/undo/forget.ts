import { EXIT } from '../../../model/errors.ts';
import { layoutOf } from '../../../store/layout.ts';
import { plural } from '../../../text/plural.ts';
import { forget as forgetRecord } from '../../../undo/retention.ts';
import { undoStore } from '../../../undo/store.ts';
import { confirmed } from '../confirm.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import type { UndoOptions } from './options.ts';

/** Deletes one record, or all of them, for good. */
export async function forget({ id, yes, json }: UndoOptions, context: CliContext): Promise<number> {
  if (refuseAgents('delete backups', context)) return EXIT.notAllowed;
  const store = undoStore(layoutOf(context.env));
  const all = store.list().records.map((record) => record.id);
  const meant = id === undefined ? all : all.filter((one) => one === id);
  if (meant.length === 0) {
    context.err(
      id === undefined
        ? 'safeshell: there are no backups'
        : `safeshell: there is no record ${id} (safeshell undo --list)`,
    );
    return EXIT.denied;
  }
  const what = id === undefined ? plural(meant.length, 'record') : `record ${id}`;
  if (!yes && !(await confirmed(`Delete ${what} for good? [y/N] `))) {
    context.err('safeshell: nothing was deleted');
    return EXIT.needsApproval;
  }
  for (const one of meant) forgetRecord(store, one, context.env);
  if (json) context.out(JSON.stringify({ forgotten: meant }));
  else context.out(`Deleted ${what}.`);
  return EXIT.ok;
}
