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
      .option('--json', 'Print one JSON object')
      .addHelpText('after', HELP),
  run: (_args, given, context) => takeAway(given, context),
};

/** Exit status. */
export async function takeAway(options: Options, context: CliContext): Promise<number> {
  const { purge = false, dryRun = false, json } = options;
  if (!dryRun && refuseAgents('remove the guard', context)) return EXIT.notAllowed;
  const { installationToUndo } = await import('../../../install/installation.ts');
  const { uninstall: takeOff } = await import('../../../install/uninstall.ts');
  const report = takeOff({ ...installationToUndo(context.env), purge, dryRun });
  if (json) {
    context.out(JSON.stringify({ ...report, dry_run: dryRun }));
    return report.failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
  }
  const would = dryRun ? 'would be ' : '';
  for (const path of report.changed) context.out(`${would}updated: ${path}`);
  for (const path of report.removed) context.out(`${would}removed: ${path}`);
  for (const path of report.kept) context.out(`kept, as it is yours: ${path}`);
  if (report.record !== undefined) context.out(`kept, your records: ${report.record} (--purge removes them)`);
  for (const { path, why } of report.failed) context.err(`safeshell: cannot remove ${path}: ${why}`);
  if (!dryRun) {
    context.out('Open shells remember where commands were. Run `hash -r` in each, or open new ones.');
    context.out('Running agents remember their hooks. Restart them.');
  }
  return report.failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
}

const HELP = `
Restores the start-up files and agent settings that setup changed, and removes the program with its caches, its sessions
and the backups of \`safeshell undo\`. Undo what you want back first.`;
