import type { CliCommand } from '../command.ts';

export const suggest: CliCommand = {
  name: 'suggest',
  summary: 'Suggest rule exceptions from your approval history',
  define: (command) =>
    command
      .option('--since <moment>', 'Start time: 7d, 1w, or a date', '30d')
      .option('--least <count>', 'Minimum number of approvals', '3')
      .option('--yes <ids...>', 'Write these suggestions: ids or their first digits')
      .option('--json', 'Print a JSON list')
      .addHelpText('after', HELP),
  run: async (_args, options, context) => (await import('../suggest/suggest.ts')).offer(options, context),
};

const HELP = `
At a terminal, asks which suggestions to write. An exception covers exactly these arguments, or names like the approved
ones, in one repository. Rules that deny, and rules about the guard itself, never get exceptions.

Examples:
  safeshell suggest
  safeshell suggest --since 7d --json
  safeshell suggest --yes 3f2a91c0`;
