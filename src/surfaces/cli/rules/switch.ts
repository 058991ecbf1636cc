import { EXIT } from '../../../model/errors.ts';
import { plural } from '../../../text/plural.ts';
import type { CliCommand } from '../command.ts';
import type { CliContext } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { finishSwitch, type SwitchOptions, type Way } from '../switch.ts';

export const enable = switchCommand('enable');
export const disable = switchCommand('disable');

function switchCommand(way: Way): CliCommand {
  return {
    name: way,
    summary: way === 'enable' ? 'let rules count again' : 'let rules not count, by an override in your own file',
    define: (command) =>
      command
        .argument('<rules...>', 'rules, or packs as `git/*`')
        .option('--yes', 'do not ask')
        .option('--json', 'one JSON object; without --yes nothing is written')
        .addHelpText('after', HELP[way]),
    run: (names, options, context) => switchRules(way, names, options, context),
  };
}

async function switchRules(way: Way, names: readonly string[], options: SwitchOptions, context: CliContext) {
  if (refuseAgents('switches rules on and off', context)) return EXIT.notAllowed;
  const { readCatalogue } = await import('../../../policy/catalogue.ts');
  const { previewSwitch } = await import('../../../policy/switch-rules.ts');
  const { chosenRules } = await import('./choose.ts');
  const catalogue = readCatalogue({ cwd: context.cwd, env: context.env });
  const chosen = chosenRules(names, catalogue);
  const preview = previewSwitch(chosen, way === 'enable', catalogue);
  const asked = chosen.map(({ written }) => written.id);
  return finishSwitch(preview, { noun: 'rule', way, asked, subject }, options, context);
}

function subject(ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]} is` : `${plural(ids.length, 'rule')} are`;
}

const HELP: Readonly<Record<Way, string>> = {
  enable: `
Takes back what \`disable\` wrote, or overrides a file that switches the rule off.

Examples:
  safeshell rules enable git/push-force
  safeshell rules enable --yes 'git/*'`,
  disable: `
What it writes, and what is then said of the rule's own examples, is shown
first. To except one command only: safeshell rules add "allow ...".

Examples:
  safeshell rules disable git/push-force
  safeshell rules disable --yes 'windows/*'`,
};
