import { spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { loopbackPeer } from '../../../src/facts/loopback-peer.ts';

const CALLER = "require('node:net').connect(Number(process.argv[1]), process.argv[2])";

/** What is seen of a process that connects to us. */
async function called(address: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const caller = spawn(process.execPath, ['-e', CALLER, String(port), address]);
  try {
    const socket = await new Promise<Socket>((resolve) => server.once('connection', resolve));
    const { remotePort = 0 } = socket;
    const found = loopbackPeer({ address, remotePort, localPort: port });
    const elsewhere = loopbackPeer({ address, remotePort, localPort: port }, 'darwin');
    socket.destroy();
    return { isCaller: found === caller.pid, elsewhere };
  } finally {
    caller.kill('SIGKILL');
    server.close();
  }
}

describe.skipIf(process.platform !== 'linux')('who called', () => {
  test('is found by the connection', async () => {
    expect(await called('127.0.0.1')).toEqual({ isCaller: true, elsewhere: undefined });
  });

  test('is not known where there is no such connection', () => {
    expect(loopbackPeer({ address: '127.0.0.1', localPort: 1, remotePort: 2 })).toBeUndefined();
    expect(loopbackPeer({ address: '::1', localPort: 1, remotePort: 2 })).toBeUndefined();
  });
});
