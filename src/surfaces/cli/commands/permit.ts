import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';
import type { PermitOptions } from '../permit/places.ts';

export const permit: CliCommand = {
  name: 'permit',
  summary: 'what confined programs may write beside their project: see it, permit more, take it back',
  define: (command) =>
    command
      .argument('[paths...]', 'folders or files that they may write, with all below; none = print what is permitted')
      .option('--once', 'for the next start of a confined program alone, within an hour')
      .option('--project <dir>', 'of which project (default: the repository, or folder, that this is)')
      .option('--everywhere', 'of all projects')
      .option('--file', 'where there is no such path, make it as an empty file; else as a folder')
      .option('--remove', 'take it back')
      .option('--yes', 'do not ask')
      .option('--json', 'one JSON object, or list; without --yes nothing is written')
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
For what runs confined (see \`safeshell confine --help\`). A person alone may
permit more; it stands in your config.yaml, under \`confine\`. Never permitted is
the home directory, a folder of the system or of the guard. You are warned, and
asked once more, of files that a rule keeps agents from writing, as they run
later (startup files, hooks of git), of keys, and of folders of programs.

Examples:
  safeshell permit
  safeshell permit ~/.local/share/mytool
  safeshell permit --once ~/.mytool
  safeshell permit --everywhere --file ~/.mytoolrc
  safeshell permit --remove ~/.local/share/mytool`;
