import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Loopback } from '../../../facts/loopback-peer.ts';
import { type Access, createAccess } from './access.ts';
import type { Desk } from './desk.ts';
import { answerMessage, codeMessage, Refused, readJson, undoMessage } from './requests.ts';
import { createStreams, type Streams } from './streams.ts';

/** What needs no token: nothing of it is about anybody. */
export type Assets = Readonly<Record<'' | 'page.js' | 'page.css' | 'icon.svg', Asset>>;

interface Asset {
  readonly type: string;
  readonly text: string;
}

export interface PageServerOptions {
  readonly desk: Desk;
  readonly assets: Assets;
  /** absent = one that is free */
  readonly port?: number | undefined;
  /** why the process that called may not answer for a person; undefined = it may */
  readonly whyNot: (caller: Loopback) => string | undefined;
  /** the page that `safeshell report` writes */
  readonly report: () => Promise<string>;
  /** within which a request has to be here whole, ms */
  readonly patienceMs?: number;
  /** a link was used */
  readonly entered?: () => void;
  /** a person has just used a page */
  readonly signed?: () => void;
  /** so many pages are open now */
  readonly watched?: (pages: number) => void;
}

export interface PageServer {
  readonly port: number;
  /** Opens the page once; the link before does not any more. */
  newLink(): string;
  end(): Promise<void>;
}

/** Between two polls of the inbox. */
const POLL_MS = 250;
const PATIENCE_MS = 5000;
const MAX_CONNECTIONS = 256;
const MAX_HEADER_BYTES = 8192;
const ADDRESSES = ['127.0.0.1', '::1'] as const;

/** Of every response: nothing may be embedded, kept, read by another page, or loaded from elsewhere. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;

/** Serves the page on the loopback addresses until it is ended. Throws what node:net throws where the port is taken. */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const access = createAccess();
  const { desk, watched } = options;
  const streams = createStreams((pages) => watched?.(pages));
  const context: Context = { ...options, access, streams, callers: new WeakMap() };
  const { servers, port } = await listening((request, response) => void handle(request, response, context), options);
  const timer = setInterval(() => {
    desk.tick();
    tell(context);
  }, POLL_MS);
  return {
    port,
    newLink() {
      const { folder, code } = access.newLink();
      return `http://127.0.0.1:${port}/${folder}/#${code}`;
    },
    async end() {
      clearInterval(timer);
      desk.end();
      streams.end();
      for (const server of servers) server.closeIdleConnections();
      await Promise.all(servers.map(closed));
    },
  };
}

/** The IPv4 address, and where there is one the IPv6 address at the same port, so that nobody else has it. */
async function listening(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  { port = 0, patienceMs = PATIENCE_MS }: Pick<PageServerOptions, 'port' | 'patienceMs'>,
) {
  const servers: Server[] = [];
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: patienceMs,
    requestTimeout: patienceMs,
    keepAliveTimeout: patienceMs,
    connectionsCheckingInterval: patienceMs / 5,
  };
  let wanted = port; // 0 = one that is free
  for (const address of ADDRESSES) {
    const server = createServer(limits, serve);
    server.maxConnections = MAX_CONNECTIONS;
    try {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, address, resolve));
    } catch (error) {
      if (servers.length === 0) throw error;
      continue; // no IPv6 here
    }
    wanted = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return { servers, port: wanted };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    setTimeout(() => server.closeAllConnections(), 200).unref();
  });
}

interface Context extends PageServerOptions {
  readonly access: Access;
  readonly streams: Streams;
  /** what was found out about who is at the other end */
  readonly callers: WeakMap<Socket, { readonly why: string | undefined }>;
}

function tell({ streams, desk }: Context): void {
  if (streams.count() > 0) streams.send(JSON.stringify(desk.state()));
}

async function handle(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  try {
    await serve(request, response, context);
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { status, message } = error instanceof Refused ? error : new Refused(500, 'the guard could not do it');
    // what is still sent of a body is not read
    if (!request.complete) response.setHeader('connection', 'close');
    send(response, status, 'application/json', JSON.stringify({ error: message }));
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const { access, assets } = context;
  // another name may be made to lead here (DNS rebinding)
  if (!isOwnHost(request)) throw new Refused(403, 'not this host');
  const [, folder = '', name, ...more] = (request.url ?? '').split('/');
  if (!access.isFolder(folder) || name === undefined || more.length > 0) throw new Refused(404, 'nothing is here');
  if (Object.hasOwn(assets, name)) {
    expectMethod(request, response, 'GET');
    const { type, text } = assets[name as keyof Assets];
    return send(response, 200, type, text);
  }
  const [word = '', subject] = name.split('.');
  const route = ROUTES.get(word);
  if (route === undefined) throw new Refused(404, 'nothing is here');
  const { method, run, isOpen } = route;
  expectMethod(request, response, method);
  expectOwnPage(request, method === 'POST');
  if (!isOpen && !access.isToken(bearer(request))) throw new Refused(403, 'no token');
  expectPerson(request, context);
  return run({ request, response, subject, context });
}

function isOwnHost({ headers: { host = '' }, socket: { localPort } }: IncomingMessage): boolean {
  return [...ADDRESSES.map((one) => (one.includes(':') ? `[${one}]` : one)), 'localhost'].some(
    (name) => host.toLowerCase() === `${name}:${localPort}`,
  );
}

function expectMethod(request: IncomingMessage, response: ServerResponse, method: string): void {
  if (request.method === method) return;
  response.setHeader('allow', method);
  throw new Refused(405, `expected ${method}`);
}

/** A browser says from which page a request comes; pages of other ports of this machine are other pages. */
function expectOwnPage({ headers }: IncomingMessage, isWrite: boolean): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isOwn = origin === undefined ? !isWrite : origin === `http://${host}`;
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw new Refused(403, 'not from this page');
}

function bearer({ headers: { authorization = '' } }: IncomingMessage): string {
  return /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
}

/** Looked up once for each connection, as it costs some milliseconds. */
function expectPerson({ socket }: IncomingMessage, { callers, whyNot }: Context): void {
  const { remotePort = 0, localPort = 0, localAddress = '' } = socket;
  const known = callers.get(socket) ?? { why: whyNot({ address: localAddress, remotePort, localPort }) };
  callers.set(socket, known);
  if (known.why !== undefined) throw new Refused(403, known.why);
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** what stands behind the dot of its address */
  readonly subject: string | undefined;
  readonly context: Context;
}

interface Route {
  readonly method: 'GET' | 'POST';
  /** needs no token */
  readonly isOpen?: true;
  run(call: Call): void | Promise<void>;
}

const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.entries<Route>({
    enter: {
      method: 'POST',
      isOpen: true,
      async run({ request, response, context }) {
        const token = context.access.enter(codeMessage(await readJson(request)));
        if (token === undefined) throw new Refused(403, 'that link was used already');
        context.entered?.();
        context.signed?.();
        sendJson(response, { token });
      },
    },
    events: {
      method: 'GET',
      run({ response, context: { desk, streams } }) {
        if (!streams.add(response, JSON.stringify(desk.state()))) throw new Refused(503, 'too many pages are open');
      },
    },
    sign: {
      method: 'POST',
      run({ response, context }) {
        context.signed?.();
        sendJson(response, {});
      },
    },
    answer: {
      method: 'POST',
      async run({ request, response, context }) {
        context.signed?.();
        sendJson(response, { result: context.desk.answer(answerMessage(await readJson(request))) });
        tell(context);
      },
    },
    undo: {
      method: 'POST',
      async run({ request, response, context }) {
        sendJson(response, { result: context.desk.undo(undoMessage(await readJson(request))) });
        tell(context);
      },
    },
    trace: {
      method: 'GET',
      run({ response, subject = '', context: { desk } }) {
        const lines = desk.trace(subject);
        if (lines === undefined) throw new Refused(404, 'that is not asked any more');
        sendJson(response, { lines });
      },
    },
    report: {
      method: 'GET',
      async run({ response, context }) {
        send(response, 200, HTML, await context.report());
      },
    },
  }),
);

export const HTML = 'text/html; charset=utf-8';

function sendJson(response: ServerResponse, value: object): void {
  send(response, 200, 'application/json', JSON.stringify(value));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
