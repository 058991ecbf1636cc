import { EXIT } from '../../../model/errors.ts';
import { isWanted, mayBeIn, type RecordFilter } from '../../../report/filter.ts';
import { type OutcomeRecord, parseRecord } from '../../../report/record.ts';
import { recordsFromEnd } from '../../../store/audit-back.ts';
import { type AuditFile, auditFiles } from '../../../store/audit-read.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliContext } from '../context.ts';

/** Reading so many takes about two seconds. */
const MANY = 200_000;

/**
 * The outcomes on record that are wanted, the last first. What cannot be read, and what another version wrote, is passed by
 * and told.
 */
export function wantedRecords(
  filter: RecordFilter,
  { env, err }: CliContext,
  files: readonly AuditFile[] = auditFiles(layoutOf(env)),
): WantedRecords {
  let status: number = EXIT.ok;
  const tell = (why: string) => {
    err(`safeshell: some records cannot be read: ${why}`);
    status = EXIT.io;
  };
  return { [Symbol.iterator]: () => wantedFrom(files, filter, { err, tell }), status: () => status };
}

export interface WantedRecords extends Iterable<OutcomeRecord> {
  /** exit status of who shows what was found so far */
  status(): number;
}

interface Telling extends Pick<CliContext, 'err'> {
  readonly tell: (why: string) => void;
}

function* wantedFrom(
  files: readonly AuditFile[],
  filter: RecordFilter,
  { err, tell }: Telling,
): Generator<OutcomeRecord> {
  const span = { since: isoMoment(filter.since), until: isoMoment(filter.until) };
  let [read, unknown] = [0, 0];
  try {
    for (const back of recordsFromEnd(files, { ...span, mayHold: mayBeIn(filter) })) {
      if (back.kind === 'unread') {
        tell(back.why);
        continue;
      }
      if (++read === MANY)
        err(`safeshell: reading most of ${sizeOf(files)} MB, which takes a while; --since 1d reads less`);
      const record = parseRecord(back.value);
      if (record === undefined) unknown++;
      else if (record.type === 'outcome' && isWanted(record, filter)) yield record;
    }
  } finally {
    if (unknown > 0) err(`safeshell: skipped ${unknown} records, written by another version of safeshell`);
  }
}

function sizeOf(files: readonly AuditFile[]): number {
  return Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000);
}

/** The last moment whose year has four digits: texts of those that come later have another order. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

function isoMoment(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : new Date(Math.min(Math.max(0, epochMs), LAST_MS)).toISOString();
}
