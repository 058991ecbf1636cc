import type { CliCommand } from '../command.ts';
import { convert } from '../rules/convert.ts';
import { importCommand } from '../rules/import.ts';
import { show } from '../rules/show.ts';
import { disable, enable } from '../rules/switch.ts';

const list: CliCommand = {
  name: 'list',
  summary: 'List guarded programs and what their shims answer alone',
  define: (command) =>
    command
      .argument('[programs...]', 'Only these programs')
      .option('--json', 'Print a JSON list')
      .addHelpText('after', LIST_HELP),
  run: async (programs, { json }, context) => (await import('../rules/list.ts')).list(programs, json === true, context),
};

const add: CliCommand = {
  name: 'add',
  summary: 'Add a rule from a short sentence, after a preview',
  define: (command) =>
    command
      .argument('[sentence...]', '`allow`, `deny` or `ask`, followed by a command')
      .option('--yes', 'Skip the confirmation prompt')
      .option('--dry-run', 'Show the rule without writing it')
      .option('--json', 'Print one JSON object')
      .addHelpText('after', ADD_HELP),
  run: async (words, options, context) => (await import('../rules/add.ts')).add(words, options, context),
};

export const rules: CliCommand = {
  name: 'rules',
  summary: 'Show, add, import, enable and disable rules',
  define: (command) => command.addHelpText('after', HELP),
  commands: [list, show, enable, disable, add, importCommand, convert],
};

const LIST_HELP = `
Examples:
  safeshell rules list
  safeshell rules list git`;

const ADD_HELP = `
Examples:
  safeshell rules add "ask before make release"
  safeshell rules add "deny git push to main for agents"
  safeshell rules add --yes "allow npm install"`;

const HELP = `
Examples:
  safeshell rules show git/push-force
  safeshell rules disable git/push-force
  safeshell rules add "ask before make release"
  safeshell rules import claude --dry-run

Run \`safeshell rules COMMAND --help\` for options and examples.`;
