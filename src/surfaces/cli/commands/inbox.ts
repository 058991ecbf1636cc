import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';
import { listInbox } from '../inbox/list.ts';
import { refuseAgents } from '../person.ts';

interface Options {
  readonly all?: boolean | undefined;
  readonly web?: boolean;
  readonly port?: string;
  readonly open?: boolean;
  readonly json?: boolean | undefined;
}

export const inbox: CliCommand = {
  name: 'inbox',
  summary: 'see what waits for your approval; --web: answer it in a browser',
  define: (command) =>
    command
      .option('--all', 'also what was answered or given up')
      .option('--web', 'a page for your browser, live, with the report; until Ctrl-C')
      .option('--port <n>', 'of the page; else one that is free')
      .option('--open', 'open the page in your browser')
      .option('--json', 'the questions as JSON; with --web the address of the page')
      .addHelpText('after', HELP),
  async run(_args, given, context) {
    if (refuseAgents('reads the inbox', context)) return EXIT.notAllowed;
    const { all, web, port, open, json } = given as Options;
    if (!web && (port !== undefined || open)) throw new UsageError('--port and --open are for --web');
    if (!web) return listInbox({ all, json }, context);
    const { serve } = await import('../inbox/serve.ts');
    return serve({ port: portOf(port), opensBrowser: open === true, isJson: json === true }, context);
  },
};

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new UsageError(`--port \`${text}\`: expected 1 to 65535`);
  return port;
}

const HELP = `
The page is for this machine and one browser tab: its link works once, Enter prints another. While it is open, commands that
need approval wait for you, as with \`safeshell monitor\`. Agents cannot use it.

Examples:
  safeshell inbox
  safeshell inbox --web --open`;
