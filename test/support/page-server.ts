import { mkdtempSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInbox } from '../../src/store/inbox.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { pageAssets } from '../../src/surfaces/cli/inbox/assets.ts';
import { createDesk } from '../../src/surfaces/cli/inbox/desk.ts';
import { type PageServer, type PageServerOptions, servePage } from '../../src/surfaces/cli/inbox/server.ts';

export interface Asked {
  readonly method?: string;
  /** below the folder of the link; with a slash in front: from the root */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | object;
}

export interface Served {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The page's server in this process, with an inbox of its own. */
export class ServedPage {
  private readonly home = mkdtempSync(join(tmpdir(), 'temporary-page-'));
  readonly layout = layoutOf({ HOME: this.home });
  readonly inbox = openInbox(this.layout.state.inbox);
  server!: PageServer;
  folder = '';
  token = '';

  async open(options: Partial<PageServerOptions> = {}): Promise<this> {
    const desk = createDesk(this.layout);
    const rest = { whyNot: () => undefined, report: async () => '<title>report</title>', ...options };
    this.server = await servePage({ desk, assets: pageAssets('// the script'), ...rest });
    const { folder, code } = this.link();
    this.folder = folder;
    const { text } = await this.post('enter', { code });
    this.token = String((JSON.parse(text) as { token?: string }).token);
    return this;
  }

  link(): { folder: string; code: string } {
    const { pathname, hash } = new URL(this.server.newLink());
    return { folder: pathname.split('/')[1] ?? '', code: hash.slice(1) };
  }

  get host(): string {
    return `127.0.0.1:${this.server.port}`;
  }

  /** As the page itself would ask, but for what is said. */
  ask({ method = 'GET', path = '', headers = {}, body }: Asked): Promise<Served> {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const own = {
      host: this.host,
      authorization: `Bearer ${this.token}`,
      ...(text !== undefined && { 'content-type': 'application/json', origin: `http://${this.host}` }),
    };
    const sent = Object.fromEntries(Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const whole = path.startsWith('/') ? path : `/${this.folder}/${path}`;
      const options = { host: '127.0.0.1', port: this.server.port, method, path: whole, headers: sent as never };
      const going = request({ ...options, agent: false }, (response) => {
        let got = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          got += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: got }));
        response.on('error', reject);
      });
      going.on('error', reject);
      going.end(text);
    });
  }

  post(path: string, body: string | object, headers: Asked['headers'] = {}): Promise<Served> {
    return this.ask({ method: 'POST', path, body, headers });
  }

  async close(): Promise<void> {
    await this.server?.end();
    removePatiently(this.home);
  }
}
