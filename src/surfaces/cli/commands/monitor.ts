import { join } from 'node:path';
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

/** What monitor.cjs exports. */
interface MonitorStart {
  readonly loadMonitor: () => Promise<MonitorBundle>;
}

export const monitor: CliCommand = {
  name: 'monitor',
  summary: 'Watch agent requests live and answer them',
  define: (command) =>
    command.option('--plain', 'Print line by line, for screen readers and dumb terminals').addHelpText('after', HELP),
  async run(_args, { plain }, context) {
    if (refuseAgents('answer requests', context)) return EXIT.notAllowed;
    const { env } = context;
    const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
    const { approvalSettings } = await import('../../../policy/approval-settings.ts');
    // by an absolute path, so that Node.js loads it: code that is kept cannot `import()`
    const { loadMonitor } = require(join(__dirname, 'monitor.cjs')) as MonitorStart;
    const { monitor: show } = await loadMonitor();
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
Commands that need approval wait for you while the monitor runs and you pressed a key in the last two minutes. Otherwise
they are refused at once and listed by \`safeshell approve\`. Keys: y once, m for minutes, s this session, a always, d deny, r deny with a reason, e explain.`;
