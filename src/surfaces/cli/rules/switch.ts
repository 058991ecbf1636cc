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
    summary: way === 'enable' ? 'Enable rules again' : 'Disable rules by an override in your own file',
    define: (command) =>
      command
        .argument('<rules...>', 'Rules, or packs such as `git/*`')
        .option('--yes', 'Skip the confirmation prompt')
        .option('--json', 'Print one JSON object; writes only with --yes')
        .addHelpText('after', HELP[way]),
    run: (names, options, context) => switchRules(way, names, options, context),
  };
}

async function switchRules(way: Way, names: readonly string[], options: SwitchOptions, context: CliContext) {
  if (refuseAgents('enable or disable rules', context)) return EXIT.notAllowed;
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
Reverts \`disable\`, or overrides a file that disables the rule.

Examples:
  safeshell rules enable git/push-force
  safeshell rules enable --yes 'git/*'`,
  disable: `
Shows a preview first: the change, and new verdicts for the rule's own examples.
To allow one command only, use \`safeshell rules add "allow ..."\`.

Examples:
  safeshell rules disable git/push-force
  safeshell rules disable --yes 'windows/*'`,
};
