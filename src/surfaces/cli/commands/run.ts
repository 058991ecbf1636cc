import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';

interface Options {
  readonly wall?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const run: CliCommand = {
  name: 'run',
  summary: 'Start an agent in a box with shims over the real programs',
  define: (command) =>
    command
      .argument('[agent...]', 'Agent and its arguments')
      .option('--wall', 'Also restrict file access and network domains')
      .option('--dry-run', 'Print the command that makes the box, and start nothing')
      .option('--json', 'With --dry-run: print the mounts as one JSON object')
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
In the box, shims cover the guarded programs themselves. Absolute paths, an empty environment and programs started by
code all meet the guard. Everything in the box counts as the agent's, and the guard's own files are read-only. Requires
Linux and bubblewrap.

With --wall, the agent can write only to its project, temp folders, tool caches, its own settings and paths you permit
(safeshell permit). It cannot read files that rules keep agents from printing (keys, credentials, .env), and cannot reach
sockets of other programs. It can connect to its own service and to the domains in config.yaml. You are asked about any
other domain (safeshell inbox, safeshell monitor, channels). Also requires socat and @anthropic-ai/sandbox-runtime.

Exit status: the agent's own; 70 if no box is available, and then nothing ran.

Examples:
  safeshell run claude
  safeshell run -- codex exec 'fix the tests'
  safeshell run --wall claude
  safeshell run --dry-run claude`;
