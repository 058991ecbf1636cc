import { EXIT } from '../../../model/errors.ts';
import type { GateReport } from '../../../refresh/gate-report.ts';
import { plural } from '../../../text/plural.ts';
import { type CliContext, UsageError } from '../context.ts';
import { createProgress } from '../progress.ts';

const MOST_NAMES = 4;

/** The programs that rules name, and how much of their calls the shims answer by themselves. */
export async function list(programs: readonly string[], json: boolean, context: CliContext): Promise<number> {
  const { gateReport } = await import('../../../refresh/gate-report.ts');
  const progress = createProgress();
  const planned = (done: number, of: number) => progress.show(() => `${done} of ${plural(of, 'program')}`);
  const reports = gateReport(context.env, programs, planned);
  progress.end();
  if (reports === undefined) {
    context.err('safeshell: the rule files have errors, and no rules without errors are known (safeshell lint)');
    return EXIT.data;
  }
  const strange = programs.find((name) => !reports.some(({ command }) => command === name));
  if (strange !== undefined) throw new UsageError(`no rule names the program \`${strange}\``);
  if (json) context.out(JSON.stringify(reports, null, 2));
  else for (const report of reports) for (const line of linesOf(report, context)) context.out(line);
  return EXIT.ok;
}

function linesOf(report: GateReport, { paint }: CliContext): readonly string[] {
  const { command, rules } = report;
  const head = `${command}: ${plural(rules.length, 'rule')}, ${gateText(report)}`;
  return [head, ...report.forced.flatMap((forced) => paint.dim(`  ${forcedText(forced)}`))];
}

function gateText({ gate, subcommands }: GateReport): string {
  if (gate === 'never') return 'every call starts Node';
  if (gate === 'words') return 'the shim answers by the words';
  return `the shim answers by the words for ${subcommands?.passable} of ${subcommands?.known} subcommands`;
}

function forcedText({ by, subcommands }: GateReport['forced'][number]): string {
  const isRule = by.includes('/');
  const why = isRule ? `${by} can match whatever the arguments are` : by;
  if (subcommands === undefined) return isRule ? `${why}: add a subcommand or a flag to it` : why;
  const more = subcommands.length - MOST_NAMES;
  return `${subcommands.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${why}`;
}
