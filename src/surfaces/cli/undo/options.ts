import type { KeptRecord } from '../../../undo/record.ts';
import type { UndoStore } from '../../../undo/store.ts';
import type { CliContext } from '../context.ts';

export interface UndoOptions {
  /** absent = the latest */
  readonly id: number | undefined;
  readonly diff: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** The record that is meant; undefined, with a message, where there is none. */
export function recordOf({ id }: UndoOptions, store: UndoStore, { err }: CliContext): KeptRecord | undefined {
  if (id === undefined) {
    const { records, problems } = store.list();
    for (const problem of problems) err(`safeshell: ${problem}`);
    // what an undo itself kept is named where it is said
    const found = records.find(({ undoes }) => undoes === undefined) ?? records[0];
    if (found === undefined) err('safeshell: nothing to undo: there are no backups');
    return found;
  }
  try {
    const found = store.read(id);
    if (found === undefined) err(`safeshell: there is no record ${id} (safeshell undo --list)`);
    return found;
  } catch (error) {
    err(`safeshell: ${(error as Error).message}`);
    return undefined;
  }
}
