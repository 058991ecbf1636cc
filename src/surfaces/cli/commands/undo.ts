import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

export const undo: CliCommand = {
  name: 'undo',
  summary: 'Restore what a command destroyed',
  define: (command) =>
    command
      .argument('[id]', 'Record number from --list (default: the latest)')
      .option('--list', 'List the backups, newest first')
      .option('--diff', 'Show how files and branches would change')
      .option('--yes', 'Skip the prompt; newer work is backed up, then replaced')
      .option('--forget', 'Delete this backup for good, or all of them (people only)')
      .option('--json', 'Print one JSON object; with --list: a list')
      .addHelpText('after', HELP),
  async run([id], given, context) {
    const options = {
      id: id === undefined ? undefined : idOf(id),
      diff: given.diff === true,
      yes: given.yes === true,
      json: given.json === true,
    };
    if (given.list === true) return (await import('../undo/list.ts')).list(options, context);
    if (given.forget === true) return (await import('../undo/forget.ts')).forget(options, context);
    return (await import('../undo/bring-back.ts')).bringBack(options, context);
  },
};

function idOf(written: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(written))
    throw new UsageError(`\`${written}\` is not a record number; see safeshell undo --list`);
  return Number(written);
}

const HELP = `
Restores files, folders and links with their contents, modes and times, and git
branches, tags, HEAD, the index and stashes. Backs up the current state first, so
you can undo an undo. Without a terminal and without --yes, changes nothing,
prints the changes and exits with 2. \`safeshell uninstall\` deletes all backups.

Examples:
  safeshell undo
  safeshell undo --list
  safeshell undo 12 --diff
  safeshell undo 12 --yes`;
