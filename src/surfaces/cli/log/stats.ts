import { createCounter } from '../../../report/stats.ts';
import { statsText } from '../../../report/stats-text.ts';
import type { CliContext } from '../context.ts';
import { filterOf, type LogOptions, limitOf, widthOf } from './options.ts';
import { wantedRecords } from './records.ts';

const RULES = 20;
const WIDTH = 80;

export function stats(options: LogOptions, context: CliContext): number {
  const counter = createCounter();
  const limit = limitOf(options, RULES);
  const wanted = wantedRecords(filterOf(options, Date.now()), context);
  for (const record of wanted) counter.add(record);
  const counted = counter.stats();
  if (options.json) context.out(JSON.stringify(counted));
  else {
    const { paint, env } = context;
    context.out(statsText(counted, { paint, width: widthOf(context) ?? WIDTH, block: blockFor(env), limit }));
  }
  return wanted.status();
}

/** A full block where the terminal's encoding has one. */
function blockFor({ LC_ALL, LC_CTYPE, LANG }: CliContext['env']): string {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? '█' : '#';
}
