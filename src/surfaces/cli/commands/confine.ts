import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

interface Options {
  readonly write?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const confine: CliCommand = {
  name: 'confine',
  summary: 'Run a command with write access limited to its project',
  define: (command) =>
    command
      .argument('[command...]', 'Command and its arguments')
      .option('--write <path>', 'Extra writable file or folder (repeatable)', collect)
      .option('--dry-run', 'Print the writable paths, one per line, and run nothing')
      .option('--json', 'With --dry-run: print one JSON object')
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
The command and everything it starts can write to the working directory, the repository around it, temp folders and
tool caches. The home directory itself and system folders stay read-only. Reading and running programs is not limited.
The command is judged as usual.

Exit status: the command's own; 70 if no wall is available, and then nothing ran.

Examples:
  safeshell confine make clean
  safeshell confine --write ../shared -- python3 build.py
  safeshell confine --dry-run npm test`;
