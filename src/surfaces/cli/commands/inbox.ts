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
  summary: 'List pending approvals (`--web`: answer in a browser)',
  define: (command) =>
    command
      .option('--all', 'Include answered and expired requests')
      .option('--web', 'Serve a live page with the report until Ctrl-C')
      .option('--port <n>', 'Port of the page (default: any free port)')
      .option('--open', 'Open the page in your browser')
      .option('--json', 'Print the requests as JSON; with --web: the page address')
      .addHelpText('after', HELP),
  async run(_args, given, context) {
    if (refuseAgents('read the inbox', context)) return EXIT.notAllowed;
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
The page works on this machine, in one browser tab. Its link works once; press Enter to print another. Commands
that need approval wait for you, as with \`safeshell monitor\`, while the page is open and was used in the last two minutes.
Agents cannot use the page.

Examples:
  safeshell inbox
  safeshell inbox --web --open`;
