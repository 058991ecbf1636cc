import { setTimeout as wait } from 'node:timers/promises';
import { EXIT } from '../../../model/errors.ts';
import { isWanted, type RecordFilter } from '../../../report/filter.ts';
import { logLine } from '../../../report/log-text.ts';
import { type OutcomeRecord, parseRecord, recordLine } from '../../../report/record.ts';
import { auditFiles } from '../../../store/audit-read.ts';
import { type Cursor, endOf, recordsBehind } from '../../../store/audit-tail.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliContext } from '../context.ts';
import { filterOf, type LogOptions, limitOf, widthOf } from './options.ts';
import { wantedRecords } from './records.ts';

const LIMIT = 50;
const FOLLOW_LIMIT = 10;

/** The last records that are wanted; with `--follow` also those to come. */
export async function list(options: LogOptions, context: CliContext): Promise<number> {
  const filter = filterOf(options, Date.now());
  const limit = limitOf(options, options.follow ? FOLLOW_LIMIT : LIMIT);
  const show = shower(options, context);
  const files = auditFiles(layoutOf(context.env));
  const wanted = wantedRecords(filter, context, files);
  const { last, isMore } = takeFrom(wanted, limit);
  for (const record of last.reverse()) show(record);
  if (!options.json && options.limit === undefined && isMore) {
    context.err(`safeshell: showing the last ${last.length}; --limit shows more`);
  }
  if (options.follow) await follow(endOf(files), filter, { show, context });
  else if (last.length === 0 && !options.json && wanted.status() === EXIT.ok)
    context.err('safeshell: no records found');
  return wanted.status();
}

/** What is behind them is not looked at, but whether there is more. */
function takeFrom<Item>(items: Iterable<Item>, limit: number): { readonly last: Item[]; readonly isMore: boolean } {
  const last: Item[] = [];
  for (const item of items) {
    if (last.length === limit) return { last, isMore: true };
    last.push(item);
  }
  return { last, isMore: false };
}

function shower({ json }: LogOptions, context: CliContext): (record: OutcomeRecord) => void {
  if (json) return (record) => context.out(recordLine(record));
  const style = {
    paint: context.paint,
    width: widthOf(context),
    offsetMinutes: (epochMs: number) => new Date(epochMs).getTimezoneOffset(),
  };
  return (record) => context.out(logLine(record, style));
}

const POLL_MS = 200;

interface Following {
  readonly show: (record: OutcomeRecord) => void;
  readonly context: CliContext;
}

/** Until a signal ends it, or nobody reads any more. */
async function follow(from: Cursor, filter: RecordFilter, { show, context }: Following) {
  const layout = layoutOf(context.env);
  for (let cursor = from; ; await wait(POLL_MS)) {
    for (const tailed of recordsBehind(cursor, layout)) {
      cursor = tailed.cursor;
      const record = parseRecord(tailed.value);
      if (record?.type === 'outcome' && isWanted(record, filter)) show(record);
    }
  }
}
