import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import type { Environment } from '../model/request.ts';
import { detectActor } from './actor.ts';
import { type Ancestor, hostAncestors } from './ancestors.ts';

export interface WatchedQuery {
  readonly env: Environment;
  readonly ancestors?: () => readonly Ancestor[];
}

/**
 * May a person see what is shown at our terminal? In a pane of tmux somebody has to be attached to its session who is no agent:
 * any program can open sessions in a person's server, without an ancestor or a variable that says so, and type answers there.
 * Where tmux does not tell, nobody is. Elsewhere the terminal is taken to be seen.
 */
export function isWatched({ env, ancestors = hostAncestors }: WatchedQuery): boolean {
  const chain = ancestors();
  const at = chain.findIndex(({ argv }) => /^(?:.*\/)?tmux(?:$|: server)/.test(argv[0] ?? ''));
  const server = chain[at];
  if (server === undefined) return true;
  const pane = chain[at - 1];
  const said = pane?.environment()?.TMUX ?? env.TMUX ?? '';
  const [, socket = '', pid] = /^(.*),(\d+),\d+$/.exec(said) ?? [];
  if (Number(pid) !== server.pid) return false;
  const { panes, clients } = askServer(server.pid, socket);
  const sessions = panes.filter(([its]) => its === String(pane?.pid)).map(([, session]) => session);
  return clients.some(
    ([client, session]) => (sessions.length === 0 || sessions.includes(session)) && isPerson(Number(client)),
  );
}

/** Rows of a process and its session. */
type Rows = readonly (readonly [pid: string, session: string])[];

function askServer(pid: number, socket: string): { readonly panes: Rows; readonly clients: Rows } {
  const format = (what: string) => ['-F', `${what} #{${what}_pid} #{session_id}`];
  const words = ['-S', socket, 'list-panes', '-a', ...format('pane'), ';', 'list-clients', ...format('client')];
  const { stdout } = spawnSync(programOf(pid), words, {
    encoding: 'utf8',
    env: { PATH: '/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin' },
    timeout: 2000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const rows = (stdout ?? '').split('\n').map((line) => line.split(' '));
  const of = (what: string): Rows =>
    rows.filter(([kind]) => kind === what).map(([, its = '', session = '']) => [its, session]);
  return { panes: of('pane'), clients: of('client') };
}

/** The server's own program: another one in PATH might speak another protocol, or be anything. */
function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return 'tmux';
  }
}

function isPerson(pid: number): boolean {
  const chain = hostAncestors(pid);
  return (
    chain[0] !== undefined &&
    detectActor({ env: chain[0].environment() ?? {}, ancestors: () => chain }).actor === 'human'
  );
}
