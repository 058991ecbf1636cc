import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

interface Options {
  readonly wall?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const run: CliCommand = {
  name: 'run',
  summary: 'start an agent in a box, in which shims lie over the programs themselves',
  define: (command) =>
    command
      .argument('[agent...]', 'the agent and its arguments')
      .option('--wall', 'with a wall around it: files it may write and read, domains it may reach')
      .option('--dry-run', 'print the line that would make the box, and start nothing')
      .option('--json', 'with --dry-run: its mounts as one JSON object')
      .passThroughOptions()
      .addHelpText('after', HELP),
  async run(words, given, context) {
    const { wall = false, dryRun = false, json = false } = given as Options;
    if (words.length === 0) throw new UsageError('missing required argument `agent`');
    if (dryRun) return (await import('../run/dry-run.ts')).dryRun(words, { json, wall }, context);
    if (json) throw new UsageError('--json is for --dry-run');
    return (await import('../run/run.ts')).runInBox(words, { wall }, context);
  },
};

const HELP = `
In the box shims lie over the programs that rules are about, wherever they are: an absolute path, an empty environment or
a program that an agent starts from its own code meet the guard. All in it counts as the agent's. The guard's own files
cannot be written. Linux alone; it takes bubblewrap.

With --wall it may write to its project, temp folders, the caches of tools, what you permit (safeshell permit) and where
it keeps its own settings alone; it cannot read what rules keep agents from printing (keys, credentials, .env), nor reach
sockets of other programs. It may connect to its own service and to the domains that config.yaml names; about another
one you are asked (safeshell inbox, safeshell monitor, channels). That takes socat and @anthropic-ai/sandbox-runtime, too.

Exit status: that of the agent; 70 where no box can be had: nothing has run then.

Examples:
  safeshell run claude
  safeshell run -- codex exec 'fix the tests'
  safeshell run --wall claude
  safeshell run --dry-run claude`;
