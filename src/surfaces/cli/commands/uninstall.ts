import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';
import { refuseAgents } from '../person.ts';

interface Options {
  readonly purge?: boolean;
  readonly dryRun?: boolean;
}

export const uninstall: CliCommand = {
  name: 'uninstall',
  summary: 'take the guard off this machine; your own rules, and what is on record, stay',
  define: (command) =>
    command
      .option('--purge', 'your own settings and rules too, and what is on record')
      .option('--dry-run', 'say what would go, change nothing'),
  async run(_args, given, context) {
    const { purge = false, dryRun = false } = given as Options;
    if (!dryRun && refuseAgents('removes the guard', context)) return EXIT.notAllowed;
    const { installationOf } = await import('../../../install/installation.ts');
    const { uninstall: takeOff } = await import('../../../install/uninstall.ts');
    const report = takeOff({ env: context.env, installation: installationOf(), purge, dryRun });
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
  },
};
