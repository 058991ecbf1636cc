import type { CliCommand } from '../command.ts';

const list: CliCommand = {
  name: 'list',
  summary: 'every pack: what it stops, how many rules it has, whether it counts',
  define: (command) => command.option('--json', 'one JSON list'),
  run: async (_args, { json }, context) => (await import('../packs/show.ts')).listPacks(json === true, context),
};

const show: CliCommand = {
  name: 'show',
  summary: 'the rules of packs, and the programs that they name',
  define: (command) => command.argument('<packs...>', 'names of packs').option('--json', 'one JSON list'),
  run: async (names, { json }, context) => (await import('../packs/show.ts')).showPacks(names, json === true, context),
};

function switchCommand(way: 'enable' | 'disable'): CliCommand {
  return {
    name: way,
    summary: `let packs ${way === 'enable' ? '' : 'not '}count, in your own config.yaml`,
    define: (command) =>
      command
        .argument('<packs...>', 'names of packs')
        .option('--yes', 'do not ask')
        .option('--json', 'one JSON object; without --yes nothing is written'),
    run: async (names, options, context) =>
      (await import('../packs/switch.ts')).switchPacks(way, names, options, context),
  };
}

export const packs: CliCommand = {
  name: 'packs',
  summary: 'the rule packs that come with safeshell: what they stop, on and off',
  define: (command) => command.option('--json', 'as `list --json`').addHelpText('after', HELP),
  commands: [list, show, switchCommand('enable'), switchCommand('disable')],
  run: async (_args, { json }, context) => (await import('../packs/show.ts')).listPacks(json === true, context),
};

const HELP = `
Without a command: list. Rules that protect the guard itself stay, whatever is
switched off.

Examples:
  safeshell packs
  safeshell packs show git
  safeshell packs disable windows
  safeshell packs enable trash`;
