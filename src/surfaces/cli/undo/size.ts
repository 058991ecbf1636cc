import { type Finding, note } from '../../../install/doctor/finding.ts';
import { layoutOf } from '../../../store/layout.ts';
import { bytesText } from '../../../text/losses.ts';
import { plural } from '../../../text/plural.ts';
import { undoStore } from '../../../undo/store.ts';
import type { CliContext } from '../context.ts';

/** How much is kept, for doctor. */
export function undoSize({ env }: Pick<CliContext, 'env'>): Finding {
  const store = undoStore(layoutOf(env));
  const { records, problems } = store.list();
  const damaged = problems.length === 0 ? '' : `, ${problems.length} damaged`;
  const kept = `${plural(records.length, 'record')} of what commands destroyed, ${bytesText(store.bytes())}${damaged}`;
  return note(
    'undo',
    records.length === 0 && damaged === '' ? 'no backups for undo' : `${kept} (safeshell undo --list)`,
  );
}
