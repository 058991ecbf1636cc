import { basename } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';
import { refuseAgents, refusePackages } from '../person.ts';

interface Options {
  readonly install?: boolean;
  readonly remove?: boolean;
  readonly lines?: boolean;
  readonly json?: boolean;
}

export const init: CliCommand = {
  name: 'init',
  summary: 'Print or install the shell integration',
  define: (command) =>
    command
      .argument('[shell]', 'bash, zsh or fish (default: your shell; with --install or --remove: all)')
      .option('--install', 'Add it to the shell start-up files')
      .option('--remove', 'Remove it from the shell start-up files')
      .option('--lines', 'Check each typed line before the shell runs it') // first, or true would be its default
      .option('--no-lines', 'Do not check typed lines; upgrades remember this')
      .option('--json', 'With --install or --remove: print one JSON object')
      .addHelpText('after', HELP),
  async run([name], given, context) {
    const { install, remove, lines, json } = given as Options;
    if (install && remove) throw new UsageError('use either --install or --remove');
    if (remove && refuseAgents('remove the guard', context)) return EXIT.notAllowed;
    if (lines === false && refuseAgents('turn off the check of typed lines', context)) return EXIT.notAllowed;
    if (!remove && (await refusePackages(context))) return EXIT.usage;
    const { madeFoldersRecord, shellPaths } = await import('../../../install/installation.ts');
    const { keepLines, writeShellFiles } = await import('../../../install/shells/interactive.ts');
    const { SHELLS } = await import('../../../install/shells/index.ts');
    const paths = shellPaths(context.env);
    const named = name === undefined ? undefined : SHELLS.filter((shell) => shell.name === name);
    if (named?.length === 0) throw new UsageError(`unknown shell \`${name}\`, expected ${names(SHELLS)}`);
    if (lines !== undefined) keepLines(paths, lines);
    if (!remove) writeShellFiles(paths);
    if (!install && !remove) {
      if (json) throw new UsageError('--json goes with --install or --remove');
      const own = named?.[0] ?? SHELLS.find((shell) => shell.name === basename(context.env.SHELL ?? ''));
      if (own === undefined) throw new UsageError(`name your shell: ${names(SHELLS)}`);
      context.out(own.snippet(paths).trimEnd());
      return EXIT.ok;
    }
    const { changeStartup } = await import('../../../install/startup.ts');
    const { installedShells } = await import('../../../install/shells/installed.ts');
    const shells = named ?? (remove ? SHELLS : installedShells(paths));
    const record = madeFoldersRecord(layoutOf(context.env));
    const report = changeStartup({ shells, paths, way: remove ? 'remove' : 'add', record });
    if (json) {
      context.out(JSON.stringify(report));
      return report.failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
    }
    for (const path of report.changed) context.out(`updated: ${path}`);
    if (report.changed.length + report.failed.length === 0) context.out('Nothing to change.');
    for (const { path, why } of report.failed) context.err(`safeshell: ${path} was left unchanged: ${why}`);
    return report.failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
  },
};

function names(shells: readonly { readonly name: string }[]): string {
  return shells.map((shell) => shell.name).join(', ');
}

const HELP = `
Examples:
  eval "$(safeshell init bash)"     guard this shell
  safeshell init --install          guard every new shell
  safeshell init fish --remove
  safeshell init --no-lines         guard programs only, not typed lines`;
