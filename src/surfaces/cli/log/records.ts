import { isWanted, type RecordFilter } from '../../../report/filter.ts';
import { type OutcomeRecord, parseRecord } from '../../../report/record.ts';
import { auditFiles, recordsOf } from '../../../store/audit-read.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliContext } from '../context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The outcomes on record that are wanted, oldest first. What another version wrote is passed by, and told at the end. */
export function* wantedRecords(filter: RecordFilter, { env, err }: CliContext): Generator<OutcomeRecord> {
  const { since } = filter;
  // the file is that of the day when it was asked, in UTC
  const first = since === undefined ? '' : new Date(Math.max(0, since - DAY_MS)).toISOString().slice(0, 10);
  const files = auditFiles(layoutOf(env)).filter(({ name }) => name.slice(0, 10) >= first);
  let unknown = 0;
  for (const value of recordsOf(files)) {
    const record = parseRecord(value);
    if (record === undefined) unknown++;
    else if (record.type === 'outcome' && isWanted(record, filter)) yield record;
  }
  if (unknown > 0) err(`safeshell: ${unknown} records are of a version that this one does not know`);
}
