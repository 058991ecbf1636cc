import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

export const undo: CliCommand = {
  name: 'undo',
  summary: 'bring back what a command destroyed',
  define: (command) =>
    command
      .argument('[id]', 'a record of --list; absent = the latest')
      .option('--list', 'what was kept, the latest first')
      .option('--diff', 'how files and branches would change, and nothing else')
      .option('--yes', 'do not ask; newer work is kept first and then replaced')
      .option('--forget', 'delete the record, for good: for people alone')
      .option('--json', 'one JSON object; with --list a list')
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
    throw new UsageError(`\`${written}\` is no record, see safeshell undo --list`);
  return Number(written);
}

const HELP = `
Files, folders and links come back with their bytes, modes and times; of git
branches, tags, HEAD, the index and stashes. What is there now is kept first, so
that an undo can be undone. Without a terminal and without --yes nothing is
changed: it says what it would do, and exits with 2.

Examples:
  safeshell undo
  safeshell undo --list
  safeshell undo 12 --diff
  safeshell undo 12 --yes`;
