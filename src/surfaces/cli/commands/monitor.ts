import type { ApprovalSettings } from '../../../model/approval.ts';
import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, colorsWanted } from '../context.ts';
import { refuseAgents } from '../person.ts';

/** What monitor.mjs exports. */
interface MonitorBundle {
  readonly monitor: (options: {
    readonly env: CliContext['env'];
    readonly settings: ApprovalSettings;
    readonly isPlain: boolean;
    readonly hasColor: boolean;
  }) => Promise<void>;
}

/** A file of its own, with the library that draws: nothing of it is loaded for other commands. */
const BUNDLE = './monitor.mjs';

export const monitor: CliCommand = {
  name: 'monitor',
  summary: 'see what agents want to run, as it comes, and answer',
  define: (command) =>
    command.option('--plain', 'line by line, for screen readers and simple terminals').addHelpText('after', HELP),
  async run(_args, { plain }, context) {
    if (refuseAgents('answers', context)) return EXIT.notAllowed;
    const { env } = context;
    const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
    const { approvalSettings } = await import('../../../policy/approval-settings.ts');
    const { monitor: show } = (await import(BUNDLE)) as MonitorBundle;
    await show({
      env,
      settings: approvalSettings(env),
      isPlain: plain === true || !isTerminal || env.TERM === 'dumb',
      hasColor: colorsWanted(env, isTerminal),
    });
    return EXIT.ok;
  },
};

const HELP = `
While it runs, commands that need approval wait for you; otherwise they are refused at once, and wait in
\`safeshell approve\`. Keys: y once, m for minutes, s this session, a always, d deny, r deny with a reason, e explain.`;
