import type { CliCommand } from '../command.ts';
import { convert } from '../rules/convert.ts';
import { importCommand } from '../rules/import.ts';
import { show } from '../rules/show.ts';
import { disable, enable } from '../rules/switch.ts';

const list: CliCommand = {
  name: 'list',
  summary: 'the programs that rules name, and how much of their calls the shims answer by themselves',
  define: (command) =>
    command.argument('[programs...]', 'only these').option('--json', 'one JSON list').addHelpText('after', LIST_HELP),
  run: async (programs, { json }, context) => (await import('../rules/list.ts')).list(programs, json === true, context),
};

const add: CliCommand = {
  name: 'add',
  summary: 'write a rule that is said in a few words; shown first',
  define: (command) =>
    command
      .argument('[sentence...]', '`allow`, `deny` or `ask`, then a command')
      .option('--yes', 'do not ask')
      .option('--dry-run', 'show the rule, write nothing')
      .option('--json', 'one JSON object')
      .addHelpText('after', ADD_HELP),
  run: async (words, options, context) => (await import('../rules/add.ts')).add(words, options, context),
};

export const rules: CliCommand = {
  name: 'rules',
  summary: 'look at rules, switch them on and off, add one in a few words, import those of an agent',
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

safeshell rules COMMAND --help says more.`;
