import { GUARD_MODES } from '../../../model/mode.ts';
import { type CliCommand, choice } from '../command.ts';
import { UsageError } from '../context.ts';

export const mode: CliCommand = {
  name: 'mode',
  summary: 'does the guard stop what rules stop, or only watch',
  define: (command) =>
    command
      .addArgument(choice('[mode]', 'switch to it', GUARD_MODES))
      .option('--yes', 'do not ask')
      .option('--json', 'one JSON object; without --yes nothing is written')
      .addHelpText('after', HELP),
  async run([wanted], options, context) {
    if (wanted === undefined) return (await import('../mode/show.ts')).showMode(options.json === true, context);
    const known = GUARD_MODES.find((one) => one === wanted);
    if (known === undefined) throw new UsageError(`unknown mode \`${wanted}\`, expected ${GUARD_MODES.join(' or ')}`);
    return (await import('../mode/switch.ts')).switchMode(known, options, context);
  },
};

const HELP = `
While it watches, what rules would stop is on record, and runs: see
\`safeshell log --outcome watched\` and \`safeshell log stats\`. What protects the
guard itself, and rules with \`overridable: false\`, are enforced even then. The
mode stands in your config.yaml.

Examples:
  safeshell mode
  safeshell mode watch
  safeshell mode guard`;
