import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';

interface Options {
  readonly purge?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const uninstall: CliCommand = {
  name: 'uninstall',
  summary: 'Remove the guard, but keep your rules and records',
  define: (command) =>
    command
      .option('--purge', 'Also remove your settings, rules and records')
      .option('--dry-run', 'Show the changes without making them')
      .option('--json', 'Print one JSON object'),
  run: (_args, given, context) => takeAway(given, context),
};

/** Exit status. */
export async function takeAway(options: Options, context: CliContext): Promise<number> {
  const { purge = false, dryRun = false, json } = options;
  if (!dryRun && refuseAgents('removes the guard', context)) return EXIT.notAllowed;
  const { installationToUndo } = await import('../../../install/installation.ts');
  const { uninstall: takeOff } = await import('../../../install/uninstall.ts');
  const report = takeOff({ ...installationToUndo(context.env), purge, dryRun });
  if (json) {
    context.out(JSON.stringify({ ...report, dry_run: dryRun }));
    return report.failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
  }
  const would = dryRun ? 'would be ' : '';
  for (const path of report.changed) context.out(`${would}taken out of ${path}`);
  for (const path of report.removed) context.out(`${would}removed: ${path}`);
  for (const path of report.kept) context.out(`kept, yours: ${path}`);
  if (report.record !== undefined) context.out(`kept, what is on record: ${report.record} (--purge removes it)`);
  for (const { path, why } of report.failed) context.err(`safeshell: left behind: ${path}: ${why}`);
  if (!dryRun) {
    context.out('Shells that are open remember where commands were: `hash -r` in each, or open new ones.');
    context.out('Agents that run remember their hooks: start them again.');
  }
  return report.failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
}
