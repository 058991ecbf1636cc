import { rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { connectTo } from '../../broker/connect.ts';
import { brokerServer } from '../../broker/server.ts';
import { pidFile } from '../../broker/start.ts';
import { nodeOptionsFolder, recordedOptions } from '../../install/node-options.ts';
import { readIfThere, writeFileAtomic } from '../../store/atomic-file.ts';
import { areWallsUp } from '../../store/walls.ts';

/** Between two looks at whether it is still needed. */
const LOOK_MS = 10_000;
/** So long it waits for the next call where no confined program runs. */
const IDLE_MS = 10 * 60_000;

/**
 * Answers for the guard outside of walls. It ends once nobody has asked for a while and no confined program runs, when its installation
 * changes, and when another one listens in its place. `socket`: where it listens; `shims`: folder of the installation that it is for.
 */
function main([socket = '', shims = '']: readonly string[]): void {
  const walls = dirname(socket);
  let seenMs = Date.now();
  const server = brokerServer({
    workers: { shim: join(__dirname, 'shim.cjs'), hook: join(__dirname, 'hook.cjs') },
    env: { ...(process.env as Record<string, string>), SAFESHELL_STEP: 'serve', SAFESHELL_SHIMS: shims },
    nodeOptions: () => recordedOptions(nodeOptionsFolder(shims)) ?? [],
    seen: () => {
      seenMs = Date.now();
    },
  });
  const program = inodeOf(__filename);
  const listening = () => {
    const own = inodeOf(socket);
    const sayWho = () => {
      const own = String(process.pid); // another one may have been started at the same time, and has ended
      if (readIfThere(pidFile(socket)) !== own) writeFileAtomic(pidFile(socket), own, { durable: false });
    };
    sayWho();
    setInterval(() => {
      const isMine = inodeOf(socket) === own;
      const isNeeded = Date.now() - seenMs < IDLE_MS || areWallsUp(walls);
      if (isMine && isNeeded && inodeOf(__filename) === program) return sayWho();
      if (isMine) for (const file of [socket, pidFile(socket)]) rmSync(file, { force: true });
      process.exit();
    }, LOOK_MS);
  };
  server.on('error', () => process.exit(1)); // another one was faster
  connectTo(socket)
    .on('connect', () => process.exit())
    .on('error', () => {
      rmSync(socket, { force: true }); // of one that was killed
      process.chdir(walls); // the address of a socket has some 100 bytes (unix(7)), a path of ours may have more
      server.listen(basename(socket), listening);
    });
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

main(process.argv.slice(2));
