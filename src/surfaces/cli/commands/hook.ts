import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';

/** What hook-main.cjs exports. */
interface HookBundle {
  readonly hook: (name: string | undefined) => Promise<number>;
}

export const hook: CliCommand = {
  name: 'hook',
  summary: 'Answer a hook call from an agent (agents run this)',
  define: (command) =>
    command.option('--agent <name>', 'Calling agent (default: detected from the payload)').addHelpText('after', HELP),
  async run(_args, { agent }) {
    // the bundle that launchers start: one code, and none of it is loaded for other commands
    const { hook: answer } = require('./hook-main.cjs') as HookBundle;
    return answer(typeof agent === 'string' ? agent : undefined).catch(() => EXIT.internal);
  },
};

const HELP = `
Reads one payload from standard input and prints the answer in the format of that agent.

Examples:
  safeshell hook --agent claude < payload.json
  safeshell agents install claude`;
