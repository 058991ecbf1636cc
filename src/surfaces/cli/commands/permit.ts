import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';
import type { PermitOptions } from '../permit/places.ts';

export const permit: CliCommand = {
  name: 'permit',
  summary: 'Show or change extra write access for confined programs',
  define: (command) =>
    command
      .argument('[paths...]', 'Writable files or folders, with contents (default: list permissions)')
      .option('--once', 'Only for the next confined program, within an hour')
      .option('--project <dir>', 'Project folder (default: this repository or folder)')
      .option('--everywhere', 'For all projects')
      .option('--file', 'Create a missing path as an empty file, not as a folder')
      .option('--remove', 'Revoke the permission')
      .option('--yes', 'Skip the confirmation prompt')
      .option('--json', 'Print a JSON object or list; writes only with --yes')
      .addHelpText('after', HELP),
  async run(paths, given, context) {
    const options = given as PermitOptions;
    const { once, everywhere, project, file, remove } = options;
    if (everywhere && (once || project !== undefined))
      throw new UsageError(`--everywhere goes with neither --once nor --project`);
    if (remove && (once || file)) throw new UsageError('--remove goes with neither --once nor --file');
    if (paths.length > 0) return (await import('../permit/give.ts')).givePermit(paths, options, context);
    if (once || everywhere || file || remove || project !== undefined)
      throw new UsageError('missing required argument `paths`');
    return (await import('../permit/list.ts')).listPermits(options.json === true, context);
  },
};

const HELP = `
For confined programs (see \`safeshell confine --help\`). Only a person can grant
access. It is stored in your config.yaml, under \`confine\`. The home directory
itself, system folders and the guard's own folders cannot be permitted. You are
warned and asked again about keys, program folders, and files that run later
(start-up files, git hooks).

Examples:
  safeshell permit
  safeshell permit ~/.local/share/mytool
  safeshell permit --once ~/.mytool
  safeshell permit --everywhere --file ~/.mytoolrc
  safeshell permit --remove ~/.local/share/mytool`;
