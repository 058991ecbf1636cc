import { pathToFileURL } from 'node:url';
import type { ProxyReport, ProxyStart } from '../../walled/proxy-messages.ts';
import { rememberedAnswers } from '../../walled/remembered.ts';
import { askPerson } from './ask.ts';

type Package = typeof import('@anthropic-ai/sandbox-runtime');

/** What is mounted is ours to see to (src/box), so that the package need not search for files. */
const NO_FILES = { disabled: true, denyRead: [], allowWrite: [], denyWrite: [] };

/**
 * The proxies of a wall: those of sandbox-runtime, which is loaded here alone. A process of its own session, as the package ends them at a
 * Ctrl-C, which is for the agent; it ends with who has started it.
 */
function main(): void {
  let close = async () => {};
  process.once('message', async (start: ProxyStart) => {
    try {
      const { SandboxManager: manager } = await started(start);
      close = () => manager.reset();
      const [socket, token] = [manager.getLinuxHttpSocketPath(), manager.getProxyAuthToken()];
      if (socket === undefined || token === undefined) throw new Error('it has no socket');
      report({ kind: 'listening', socket, token });
    } catch (error) {
      report({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
    }
  });
  process.once('disconnect', async () => {
    await close().catch(() => {});
    process.exit();
  });
}

function report(said: ProxyReport): void {
  if (process.connected) process.send?.(said);
}

async function started(start: ProxyStart): Promise<Package> {
  const loaded: Package = await import(pathToFileURL(start.package).href);
  const answer = rememberedAnswers((to) => askPerson(to, start));
  const network = { allowedDomains: [...start.domains], deniedDomains: [] };
  const programs = { bwrapPath: start.bubblewrap, socatPath: start.socat, ripgrep: { command: start.socat } };
  await loaded.SandboxManager.initialize({ network, filesystem: NO_FILES, ...programs }, ({ host, port = 0 }) =>
    answer({ host, port }),
  );
  return loaded;
}

main();
