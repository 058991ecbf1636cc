import { createAdvisor } from '../../../report/advice.ts';
import { createHabits } from '../../../report/habits.ts';
import { createCounter } from '../../../report/stats.ts';
import { statsText } from '../../../report/stats-text.ts';
import type { CliContext } from '../context.ts';
import { filterOf, type LogOptions, limitOf, widthOf } from './options.ts';
import { wantedRecords } from './records.ts';

const RULES = 20;
const WIDTH = 80;

export async function stats(options: LogOptions, context: CliContext): Promise<number> {
  const counter = createCounter();
  const limit = limitOf(options, RULES);
  const wanted = wantedRecords(filterOf(options, Date.now()), context);
  const advisor = createAdvisor();
  const habits = createHabits();
  for (const record of wanted) {
    counter.add(record);
    advisor.add(record);
    habits.add(record);
  }
  const counted = counter.stats();
  const noisy = advisor.noisy();
  const advice = noisy.length === 0 ? [] : (await import('./advice.ts')).adviceFor(noisy, habits.habits(), context);
  if (options.json) context.out(JSON.stringify({ ...counted, advice }));
  else {
    const { paint, env } = context;
    const style = { paint, width: widthOf(context) ?? WIDTH, block: blockFor(env), limit };
    context.out(statsText(counted, style, advice));
  }
  return wanted.status();
}

/** A full block where the terminal's encoding has one. */
function blockFor({ LC_ALL, LC_CTYPE, LANG }: CliContext['env']): string {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? '█' : '#';
}
