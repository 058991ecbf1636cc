import { GUARD_MODES } from '../../../model/mode.ts';
import { type CliCommand, choice } from '../command.ts';
import { UsageError } from '../context.ts';

export const mode: CliCommand = {
  name: 'mode',
  summary: 'Show or set the mode: enforce the rules, or only watch',
  define: (command) =>
    command
      .addArgument(choice('[mode]', 'New mode', GUARD_MODES))
      .option('--yes', 'Skip the confirmation prompt')
      .option('--json', 'Print one JSON object; writes only with --yes')
      .addHelpText('after', HELP),
  async run([wanted], options, context) {
    if (wanted === undefined) return (await import('../mode/show.ts')).showMode(options.json === true, context);
    const known = GUARD_MODES.find((one) => one === wanted);
    if (known === undefined) throw new UsageError(`unknown mode \`${wanted}\`, expected ${GUARD_MODES.join(' or ')}`);
    return (await import('../mode/switch.ts')).switchMode(known, options, context);
  },
};

const HELP = `
In watch mode, commands that a rule would stop run and are recorded: see
\`safeshell log --outcome watched\` and \`safeshell log stats\`. Rules that protect
the guard itself, and rules with \`overridable: false\`, stay enforced. The mode is
stored in your config.yaml.

Examples:
  safeshell mode
  safeshell mode watch
  safeshell mode guard`;
