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
  summary: 'Move files to the desktop trash, and restore them',
  define: (command) =>
    command
      .addArgument(choice('<action>', 'Action', Object.keys(ACTIONS)))
      .argument('[words...]', 'Arguments of the action, listed below')
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
  put [--as-rm] [options of rm] FILE...   move files to the trash; --as-rm: behave exactly like rm
  list [--json] [TEXT]                    list the contents, newest first
  restore [--to PATH] [--json] FILE...    restore the last file deleted from this path
  empty [--older-than 30d] [--dry-run] [--json]

Examples:
  safeshell trash put notes.txt build
  safeshell trash restore notes.txt
  safeshell trash empty --older-than 30d`;
