import { isatty } from 'node:tty';
import { EXIT } from '../../../model/errors.ts';
import { isRecord, isString, parseJson } from '../../../util/guards.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, colorsWanted } from '../context.ts';
import type { Status } from '../statusline/status.ts';

const STDIN = 0;

export const statusline: CliCommand = {
  name: 'statusline',
  summary: 'Print a status line for an agent',
  define: (command) => command.option('--json', 'Print one JSON object').addHelpText('after', HELP),
  async run(_args, { json }, context) {
    const { statusOf } = await import('../statusline/status.ts');
    const status = await statusOf(readContext(context), context.env);
    context.out(json ? JSON.stringify(status) : await statusText(status, context));
    return EXIT.ok;
  },
};

/** What Claude Code sends. Whatever comes, there is a line. Source: code.claude.com/docs/en/statusline. */
function readContext({ cwd, readStdin }: CliContext): { readonly cwd: string; readonly session: string | undefined } {
  const payload = isatty(STDIN) ? undefined : parseJson(read(readStdin));
  if (!isRecord(payload)) return { cwd, session: undefined };
  const { session_id: session, workspace } = payload;
  const told = isRecord(workspace) ? workspace.current_dir : payload.cwd;
  const isAbsolute = isString(told) && told.startsWith('/');
  return { cwd: isAbsolute ? told : cwd, session: isString(session) && session !== '' ? session : undefined };
}

function read(readStdin: () => string): string {
  try {
    return readStdin();
  } catch {
    return ''; // closed
  }
}

/** Colours although it is no terminal: the agent shows them. */
async function statusText(status: Status, { env }: CliContext): Promise<string> {
  const { guard, hook, hook_problem: problem, mode, pending, stopped, watched, ...effort } = status;
  const { createPaint } = await import('../../../text/paint.ts');
  const { effortText } = await import('../../../text/effort.ts');
  const paint = createPaint(colorsWanted(env, true));
  const word = { on: 'allow', stale: 'redirect', broken: 'deny', off: 'deny' } as const;
  const on = mode === 'watch' ? 'only watches' : 'on';
  const title = { on, stale: `${on}, rules changed`, broken: `${on}, rules have errors`, off: 'off' };
  return [
    `safeshell ${paint.verdict(mode === 'watch' && guard === 'on' ? 'escalate' : word[guard], title[guard])}`,
    ...(problem === '' ? [] : [paint.verdict('deny', `hook ${hook}: ${problem}`)]),
    ...(pending > 0 ? [paint.verdict('require_approval', `${pending} to approve`)] : []),
    ...(stopped > 0 ? [paint.dim(`${stopped} stopped`)] : []),
    ...(watched > 0 ? [paint.dim(`${watched} not enforced`)] : []),
    ...(effort.spared > 0 ? [paint.dim(effortText(effort))] : []),
  ].join(' | ');
}

const HELP = `
Shows whether the guard is on, and how many commands await approval. For Claude Code (~/.claude/settings.json):
  "statusLine": { "type": "command", "command": "safeshell statusline" }

Examples:
  echo '{"session_id":"abc","cwd":"/repo"}' | safeshell statusline`;
