import type { CliCommand } from '../command.ts';

export const suggest: CliCommand = {
  name: 'suggest',
  summary: 'what people keep approving, as narrow exceptions that were tried first',
  define: (command) =>
    command
      .option('--since <moment>', 'approvals since then: 7d, 1w, or a date', '30d')
      .option('--least <count>', 'approved so often at least', '3')
      .option('--yes <ids...>', 'write these, as they were shown, or their first digits')
      .option('--json', 'one JSON list')
      .addHelpText('after', HELP),
  run: async (_args, options, context) => (await import('../suggest/suggest.ts')).offer(options, context),
};

const HELP = `
At a terminal it asks which to write; nothing else is written. An exception holds for exactly these words, or for names like
those that were approved, in one repository. Rules that deny, and those about the guard itself, are never excepted.

Examples:
  safeshell suggest
  safeshell suggest --since 7d --json
  safeshell suggest --yes 3f2a91c0`;
