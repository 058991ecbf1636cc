import { type CliCommand, choice } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';

const ACTIONS = {
  put: async () => (await import('../trash/put.ts')).put,
  list: async () => (await import('../trash/list.ts')).list,
  restore: async () => (await import('../trash/restore.ts')).restore,
  empty: async () => (await import('../trash/empty.ts')).empty,
} as const satisfies Readonly<Record<string, () => Promise<TrashAction>>>;

/** `words`: all behind the name of the action. */
type TrashAction = (words: readonly string[], context: CliContext) => number | Promise<number>;

export const trash: CliCommand = {
  name: 'trash',
  summary: 'put files into the trash of the desktop, and get them back',
  define: (command) =>
    command
      .addArgument(choice('<action>', 'what to do', Object.keys(ACTIONS)))
      .argument('[words...]', 'see below')
      .passThroughOptions()
      .addHelpText('after', HELP),
  async run([name = '', ...words], _options, context) {
    if (!Object.hasOwn(ACTIONS, name)) {
      throw new UsageError(`unknown action \`${name}\`, expected ${Object.keys(ACTIONS).join(', ')}`);
    }
    const action: TrashAction = await ACTIONS[name as keyof typeof ACTIONS]();
    return action(words, context);
  },
};

const HELP = `
Actions:
  put [--as-rm] [options of rm] FILE...   move files and folders into the trash; --as-rm: just as rm would
  list [--json] [TEXT]                    what is in it, the latest first
  restore [--to PATH] [--json] FILE...    put back what was deleted last from there
  empty [--older-than 30d] [--dry-run] [--json]

Examples:
  safeshell trash put notes.txt build
  safeshell trash restore notes.txt
  safeshell trash empty --older-than 30d`;
