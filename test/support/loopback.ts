import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PendingRequest } from '../../src/model/approval.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** How a server fails; `undefined` = it does not. */
export type Fault = 'error-500' | 'no-json' | 'reset' | 'hangs' | 'endless' | 'redirect' | undefined;

/** A server on this machine that answers in JSON, or does what `fault` says. */
export class Loopback {
  readonly received: Received[] = [];
  /** taken in turn; then there are none */
  readonly faults: Fault[] = [];
  private readonly server: Server;
  private readonly reply: (received: Received) => unknown;

  constructor(reply: (received: Received) => unknown) {
    this.reply = reply;
    this.server = createServer((request, response) => this.serve(request, response));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('utf8');
    const received = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}'), text };
    this.received.push(received);
    switch (this.faults.shift()) {
      case 'error-500':
        response.writeHead(500).end('{"ok":false}');
        break;
      case 'no-json':
        response.end('<html>');
        break;
      case 'reset':
        request.socket.destroy();
        break;
      case 'redirect':
        response.writeHead(302, { location: '/elsewhere' }).end();
        break;
      case 'endless':
        response.write('x'.repeat(2_000_000));
        response.end();
        break;
      case 'hangs':
        break;
      default:
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(this.reply(received)));
    }
  }
}

/** A question as the inbox has it. */
export function pendingOf(what: string, more: Partial<PendingRequest> = {}): PendingRequest {
  return {
    id: createHash('sha256').update(what).digest('hex'),
    asking: createHash('sha256').update(`asking ${what}`).digest('hex').slice(0, 12),
    askedMs: Date.now(),
    actor: 'ai',
    grounds: ['p/ask'],
    session: 's',
    door: 'shim',
    cwd: '/repo',
    what,
    reasons: ['Frobs hard.'],
    rule: 'p/ask',
    burst: 'b',
    explain: 'THE TRACE',
    ...more,
  };
}
