import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Environment } from '../../../../model/request.ts';
import { type ProxyStart, proxyReport } from '../../../../walled/proxy-messages.ts';

const PROGRAM = 'proxy.cjs';
/** Until it listens. */
const START_MS = 20_000;

export type Proxy =
  | { readonly socket: string; readonly token: string; end(): void }
  | { readonly socket: undefined; readonly problem: string };

/** Starts the proxies of a wall, which end with us. `env`: of the person, whose own proxy they take. */
export function startProxy(start: ProxyStart, { TMPDIR: _, ...env }: Environment): Promise<Proxy> {
  const proxy = fork(join(__dirname, PROGRAM), [], {
    cwd: '/',
    env: { ...env },
    execArgv: [],
    detached: true, // Ctrl-C is for the agent
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = () => {
    if (proxy.connected) proxy.disconnect();
  };
  return new Promise((resolve) => {
    const fail = (problem: string) => {
      clearTimeout(late);
      end();
      resolve({ socket: undefined, problem });
    };
    const late = setTimeout(() => fail('it does not answer'), START_MS);
    proxy.once('error', ({ message }) => fail(message));
    proxy.once('exit', (status, signal) => fail(`it has ended with ${signal ?? status}`));
    proxy.once('message', (message) => {
      const said = proxyReport(message);
      if (said?.kind !== 'listening') return fail(said?.problem ?? 'it says nothing of use');
      clearTimeout(late);
      proxy.unref();
      proxy.channel?.unref();
      resolve({ socket: said.socket, token: said.token, end });
    });
    proxy.send(start);
  });
}
