import { type CliCommand, choice } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import type { LogOptions } from '../log/options.ts';

/** One file each in ../log; `list` is what `log` alone does. */
const ACTIONS = {
  list: async () => (await import('../log/list.ts')).list,
  stats: async () => (await import('../log/stats.ts')).stats,
  verify: async () => (await import('../log/verify.ts')).verify,
  export: async () => (await import('../log/export.ts')).exportRecords,
  upkeep: async () => (await import('../log/upkeep.ts')).upkeep,
} as const satisfies Readonly<Record<string, () => Promise<LogAction>>>;

type LogAction = (options: LogOptions, context: CliContext) => number | Promise<number>;

export const log: CliCommand = {
  name: 'log',
  summary: 'Show recorded decisions and their outcomes',
  define: (command) =>
    command
      .addArgument(choice('[action]', 'Action', Object.keys(ACTIONS)).default('list'))
      .option('--since <moment>', 'Start time: 90s, 30m, 2h, 7d, 1w, or a date and time')
      .option('--until <moment>', 'End time, in the same format')
      .option(
        '--decision <verdicts>',
        'Verdicts, comma-separated: deny, require_approval, redirect, redact, confine, allow',
      )
      .option(
        '--outcome <words>',
        'Outcomes, such as ran, approved, asked, replaced, redacted, confined, denied, said-no, refused',
      )
      .option('--auto-approved', 'Commands proven harmless and run unasked: --outcome proven')
      .option('--rule <rule>', 'Rule id, pack, or rule name without its pack')
      .option('--actor <actor>', '`ai` or `human`')
      .option('--agent <names>', 'Agents, comma-separated, such as claude,codex')
      .option('--session <id>', 'Session id or its first characters')
      .option('--door <doors>', 'Entry points: shim, hook, shell, line or wall')
      .option('--command <text>', 'Text anywhere in the command')
      .option('--limit <count>', 'Show at most this many records, newest (stats: rules)')
      .option('-f, --follow', 'Keep printing new records')
      .option('--contains <hash>', 'verify: require this earlier seal in the chain')
      .option('--json', 'Print JSON: `list` one raw record per line, else one object')
      .addHelpText('after', HELP),
  async run([name = 'list'], given, context) {
    if (!Object.hasOwn(ACTIONS, name)) {
      throw new UsageError(`unknown action \`${name}\`, expected ${Object.keys(ACTIONS).join(', ')}`);
    }
    const action: LogAction = await ACTIONS[name as keyof typeof ACTIONS]();
    return action(given as LogOptions, context);
  },
};

const HELP = `
Examples:
  safeshell log --since 2h
  safeshell log --decision deny --actor ai --json
  safeshell log --auto-approved --since 1d
  safeshell log --follow
  safeshell log stats --since 7d
  safeshell log verify
  safeshell log export --follow`;
