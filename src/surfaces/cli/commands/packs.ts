import type { CliCommand } from '../command.ts';

const list: CliCommand = {
  name: 'list',
  summary: 'List packs with their rules and whether they are enabled',
  define: (command) => command.option('--json', 'Print a JSON list'),
  run: async (_args, { json }, context) => (await import('../packs/show.ts')).listPacks(json === true, context),
};

const show: CliCommand = {
  name: 'show',
  summary: 'Show the rules of packs and the programs they name',
  define: (command) => command.argument('<packs...>', 'Pack names').option('--json', 'Print a JSON list'),
  run: async (names, { json }, context) => (await import('../packs/show.ts')).showPacks(names, json === true, context),
};

function switchCommand(way: 'enable' | 'disable'): CliCommand {
  return {
    name: way,
    summary: `${way === 'enable' ? 'Enable' : 'Disable'} packs in your config.yaml`,
    define: (command) =>
      command
        .argument('<packs...>', 'Pack names')
        .option('--yes', 'Skip the confirmation prompt')
        .option('--json', 'Print one JSON object; writes only with --yes'),
    run: async (names, options, context) =>
      (await import('../packs/switch.ts')).switchPacks(way, names, options, context),
  };
}

export const packs: CliCommand = {
  name: 'packs',
  summary: 'List the built-in rule packs, and turn them on or off',
  define: (command) => command.option('--json', 'Print a JSON list').addHelpText('after', HELP),
  commands: [list, show, switchCommand('enable'), switchCommand('disable')],
  run: async (_args, { json }, context) => (await import('../packs/show.ts')).listPacks(json === true, context),
};

const HELP = `
Without a command, lists the packs. Rules that protect the guard itself cannot
be turned off.

Examples:
  safeshell packs
  safeshell packs show git
  safeshell packs disable windows
  safeshell packs enable trash`;
