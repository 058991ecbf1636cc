import { detectActor } from '../../../facts/actor.ts';
import { hostAncestors } from '../../../facts/ancestors.ts';
import { type Loopback, loopbackPeer } from '../../../facts/loopback-peer.ts';
import { EXIT } from '../../../model/errors.ts';
import { startAside } from '../../../programs/start-program.ts';
import { STYLE } from '../../../report/style.ts';
import { layoutOf } from '../../../store/layout.ts';
import { type Watch, watchInbox } from '../../../store/watchers.ts';
import { SERVING_TEXT as TEXT } from '../../../text/inbox-page.ts';
import { makeReport } from '../commands/report.ts';
import { type CliContext, UsageError } from '../context.ts';
import { pageAssets } from './assets.ts';
import { createDesk } from './desk.ts';
import { type PageServer, servePage } from './server.ts';

export interface ServeOptions {
  readonly port: number | undefined;
  readonly opensBrowser: boolean;
  readonly isJson: boolean;
}

/** Serves the page until Ctrl-C, or the end of standard input: of the terminal, or of a program that started it. */
export async function serve({ port, opensBrowser, isJson }: ServeOptions, context: CliContext): Promise<number> {
  const layout = layoutOf(context.env);
  const desk = createDesk(layout);
  const watching = whileWatched(layout.state.inbox);
  const server = await servePage({
    desk,
    port,
    assets: pageAssets(),
    whyNot,
    report: () => reportWithoutStyle(context),
    watched: watching.count,
    signed: watching.sign,
    entered: () => context.err(`safeshell: ${TEXT.entered}`),
  }).catch((error: NodeJS.ErrnoException) => {
    throw ['EADDRINUSE', 'EACCES'].includes(error.code ?? '') ? new UsageError(TEXT.taken(String(port))) : error;
  });
  const tell = (text: (link: string) => string) => {
    const link = server.newLink();
    context.out(isJson ? JSON.stringify({ url: link, port: server.port }) : text(link));
    return link;
  };
  const link = tell(TEXT.open);
  if (opensBrowser) openBrowser(link);
  await untilEnd(() => tell(TEXT.another));
  await ended(server, watching.end);
  return EXIT.ok;
}

/** The page brings its style: one inside of it would be refused. */
async function reportWithoutStyle(context: CliContext): Promise<string> {
  const { html } = await makeReport({ since: '30d', output: '-' }, { ...context, err: () => {} });
  return html.replace(`<style>${STYLE}</style>`, '');
}

async function ended(server: PageServer, leave: () => void): Promise<void> {
  await server.end();
  leave();
}

/** Commands wait for a page that somebody has open and uses. A page that is connected anew is no sign of a person. */
function whileWatched(folder: string) {
  let watch: Watch | undefined;
  let signedMs = 0;
  const count = (pages: number) => {
    if (pages > 0) watch ??= watchInbox(folder, { signedMs });
    else {
      watch?.stop();
      watch = undefined;
    }
  };
  const sign = () => {
    signedMs = Date.now();
    watch?.sign();
  };
  return { count, sign, end: () => count(0) };
}

/** A browser that an agent has started, or one that it drives, answers for nobody; nor does its `curl`. */
function whyNot(caller: Loopback): string | undefined {
  const pid = loopbackPeer(caller);
  if (pid === undefined) return undefined;
  const chain = hostAncestors(pid);
  const { actor, how } = detectActor({ env: chain[0]?.environment() ?? {}, ancestors: () => chain });
  return actor === 'ai' ? how : undefined;
}

function untilEnd(onEnter: () => void): Promise<void> {
  return new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    const { stdin } = process;
    for (const end of ['end', 'close', 'error'] as const) stdin.once(end, () => resolve());
    stdin.on('data', () => onEnter());
  }).finally(() => process.stdin.destroy());
}

function openBrowser(link: string): void {
  startAside(process.platform === 'darwin' ? '/usr/bin/open' : 'xdg-open', [link]); // the link is shown, too
}
