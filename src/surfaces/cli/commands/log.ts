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
  summary: 'what was asked, what the guard said, and what became of it',
  define: (command) =>
    command
      .addArgument(choice('[action]', 'what to do', Object.keys(ACTIONS)).default('list'))
      .option('--since <moment>', '90s, 30m, 2h, 7d, 1w, or a date and time')
      .option('--until <moment>', 'the same')
      .option('--decision <verdicts>', 'deny, require_approval, redirect, redact, confine, allow; several by commas')
      .option('--outcome <words>', 'ran, approved, asked, replaced, redacted, confined, denied, said-no, refused ..')
      .option('--auto-approved', 'what nobody was asked about, as it was proven harmless: --outcome proven')
      .option('--rule <rule>', 'an id, a pack, or a name without its pack')
      .option('--actor <actor>', 'ai or human')
      .option('--agent <names>', 'claude, codex ..')
      .option('--session <id>', 'its beginning is enough')
      .option('--door <doors>', 'shim, hook, shell or line')
      .option('--command <text>', 'anywhere in the command')
      .option('--limit <count>', 'at most so many, the last ones (stats: rules)')
      .option('-f, --follow', 'go on with what comes')
      .option('--contains <hash>', 'verify: this seal, noted earlier, must be in the chain')
      .option('--json', 'list: one record a line, as it is on record; else one JSON object')
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
