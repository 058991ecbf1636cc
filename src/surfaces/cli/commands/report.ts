import { resolve } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import { plural } from '../../../text/plural.ts';
import type { CliCommand } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { LogOptions } from '../log/options.ts';

interface Options extends LogOptions {
  readonly output: string;
}

/** Most that were stopped which are listed. */
const LAST = 25;
/** Records, a few milliseconds. */
const AT_A_TIME = 500;

export const report: CliCommand = {
  name: 'report',
  summary: 'Write an HTML report of what the guard did',
  define: (command) =>
    command
      .option('--since <moment>', 'Start time: 7d, 1w, or a date', '30d')
      .option('--until <moment>', 'End time, in the same format')
      .option('--actor <actor>', '`ai` or `human`')
      .option('--output <file>', 'Output file; `-` writes to stdout', 'safeshell-report.html')
      .option('--json', 'Print the result as one JSON object')
      .addHelpText('after', HELP),
  async run(_args, given, context) {
    const options = given as unknown as Options;
    const { html, records, status } = await makeReport(options, context);
    if (options.output === '-') {
      context.out(html.trimEnd());
      return status;
    }
    const file = resolve(context.cwd, options.output);
    const { writeFileAtomic } = await import('../../../store/atomic-file.ts');
    try {
      writeFileAtomic(file, html);
    } catch (error) {
      context.err(`safeshell: ${(error as Error).message}`);
      return EXIT.cannotCreate;
    }
    context.out(options.json ? JSON.stringify({ file, records }) : `${plural(records, 'record')} in ${file}`);
    return status;
  },
};

interface Made {
  readonly html: string;
  readonly records: number;
  readonly status: number;
}

/** The page, while other things go on: a long record takes seconds. */
export async function makeReport(options: Options, context: CliContext): Promise<Made> {
  const { createAdvisor } = await import('../../../report/advice.ts');
  const { createHabits } = await import('../../../report/habits.ts');
  const { inGroup } = await import('../../../report/charts.ts');
  const { reportHtml } = await import('../../../report/html.ts');
  const { outcomeWord } = await import('../../../report/outcome-word.ts');
  const { createCounter } = await import('../../../report/stats.ts');
  const { filterOf } = await import('../log/options.ts');
  const { wantedRecords } = await import('../log/records.ts');
  const counter = createCounter();
  const advisor = createAdvisor();
  const habits = createHabits();
  const stopped = [];
  const wanted = wantedRecords(filterOf(options, Date.now()), context);
  let read = 0;
  for (const record of wanted) {
    if (++read % AT_A_TIME === 0) await new Promise(setImmediate);
    counter.add(record);
    advisor.add(record);
    habits.add(record);
    if (stopped.length < LAST && inGroup('stopped', { [outcomeWord(record)]: 1 }) > 0) stopped.push(record);
  }
  const stats = counter.stats();
  const noisy = advisor.noisy();
  const advice =
    noisy.length === 0 ? [] : (await import('../log/advice.ts')).adviceFor(noisy, habits.habits(), context);
  const html = reportHtml({ stats, advice, stopped, made: new Date().toISOString() });
  return { html, records: stats.records, status: wanted.status() };
}

const HELP = `
Examples:
  safeshell report
  safeshell report --since 7d --actor ai --output agents.html`;
