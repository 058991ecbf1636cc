import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

interface Options {
  readonly write?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const confine: CliCommand = {
  name: 'confine',
  summary: 'run a command that may write to its project, temp folders and caches alone',
  define: (command) =>
    command
      .argument('[command...]', 'the command and its arguments')
      .option('--write <path>', 'a folder or file that it may write too; for more, once for each', collect)
      .option('--dry-run', 'print what it could write, one path a line, and start nothing')
      .option('--json', 'with --dry-run: one JSON object')
      .passThroughOptions()
      .addHelpText('after', HELP),
  async run(words, given, context) {
    const { write = [], dryRun = false, json = false } = given as Options;
    if (dryRun) return (await import('../confine/dry-run.ts')).dryRun(words, { write, json }, context);
    if (words.length === 0) throw new UsageError('missing required argument `command`');
    if (json) throw new UsageError('--json is for --dry-run');
    return (await import('../confine/run.ts')).runConfined(words, write, context);
  },
};

function collect(path: string, before: readonly string[] = []): readonly string[] {
  return [...before, path];
}

const HELP = `
What it may write, with all that it starts: the working directory and the repository around it (never the home
directory, or a folder of the system), temp folders, and the caches of tools. It may read, and run, what you may.
It is judged as it would be otherwise.

Exit status: that of the command; 70 where no wall can be had: nothing has run then.

Examples:
  safeshell confine make clean
  safeshell confine --write ../shared -- python3 build.py
  safeshell confine --dry-run npm test`;
