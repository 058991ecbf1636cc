import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const run: CliCommand = {
  name: 'run',
  summary: 'start an agent in a box, in which shims lie over the programs themselves',
  define: (command) =>
    command
      .argument('[agent...]', 'the agent and its arguments')
      .option('--dry-run', 'print the line that would make the box, and start nothing')
      .option('--json', 'with --dry-run: its mounts as one JSON object')
      .passThroughOptions()
      .addHelpText('after', HELP),
  async run(words, given, context) {
    const { dryRun = false, json = false } = given as Options;
    if (words.length === 0) throw new UsageError('missing required argument `agent`');
    if (dryRun) return (await import('../run/dry-run.ts')).dryRun(words, { json }, context);
    if (json) throw new UsageError('--json is for --dry-run');
    return (await import('../run/run.ts')).runInBox(words, context);
  },
};

const HELP = `
In the box shims lie over the programs that rules are about, wherever they are: an absolute path, an empty environment or
a program that an agent starts from its own code meet the guard. All in it counts as the agent's. The guard's own files
cannot be written. Linux alone; it takes bubblewrap.

Exit status: that of the agent; 70 where no box can be had: nothing has run then.

Examples:
  safeshell run claude
  safeshell run -- codex exec 'fix the tests'
  safeshell run --dry-run claude`;
