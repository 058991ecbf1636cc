import { PAGE_TEXT as TEXT, titleText } from '../../text/inbox-page.ts';
import { type Client, NotServed, openClient } from './client.ts';
import { byId, el } from './dom.ts';
import { createHelp } from './help.ts';
import { InboxView } from './inbox-view.ts';
import { prose } from './pieces.ts';
import { createReportView } from './report-view.ts';
import { listenToKeys } from './shortcuts.ts';
import { listenToSigns } from './signs.ts';

const TOAST_MS = 4000;

let toastTimer: ReturnType<typeof setTimeout> | undefined;

/** For a moment, below; who listens hears it. */
function tell(text: string): void {
  const toast = byId('toast');
  clearTimeout(toastTimer);
  toast.textContent = text;
  toastTimer = setTimeout(() => toast.replaceChildren(), TOAST_MS);
}

function say(text: string): void {
  byId('spoken').textContent = text;
}

/** In place of everything else. */
function notice(title: string, how: string): void {
  for (const id of ['inbox', 'report']) byId(id).hidden = true;
  const place = byId('notice');
  place.hidden = false;
  place.replaceChildren(el('h1', {}, title), el('p', {}, prose(how)));
  document.body.classList.add('is-over');
  document.title = `${title} · ${TEXT.title}`;
  connection('ended');
}

function connection(is: 'live' | 'connecting' | 'ended'): void {
  const place = byId('connection');
  place.className = `connection ${is}`;
  if (place.textContent !== TEXT[is]) place.textContent = TEXT[is];
}

function refused(error: unknown): void {
  const why = error instanceof NotServed && /started by|is set/.test(error.message) ? error.message : undefined;
  if (why !== undefined) notice(TEXT.refused, why);
  else notice(TEXT.needsLink, TEXT.needsLinkHow);
}

function start(client: Client): void {
  const inbox = new InboxView({ root: byId('inbox'), client, tell, say });
  const report = createReportView(byId('report'), client);
  const help = createHelp();
  const view = (name: 'inbox' | 'report') => {
    for (const one of ['inbox', 'report'] as const) {
      byId(one).hidden = one !== name;
      const tab = byId(`show-${one}`);
      if (one === name) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    if (name === 'report') void report.show();
    window.scrollTo(0, 0);
  };
  byId('show-inbox').addEventListener('click', () => view('inbox'));
  byId('show-report').addEventListener('click', () => view('report'));
  byId('show-help').addEventListener('click', () => help.open());
  listenToKeys({ inbox, view, help: help.open, isOn: help.areKeysOn });
  listenToSigns(client.sign);
  client.listen({
    state(state) {
      inbox.update(state);
      const waiting = state.questions.filter(({ held, waitsUntilMs }) => !held && waitsUntilMs !== undefined).length;
      document.title = titleText(waiting);
      byId('count').hidden = state.questions.length === 0;
      byId('count').textContent = String(state.questions.length + state.more);
    },
    connection(is) {
      connection(is);
      if (is === 'ended') notice(TEXT.endedTitle, TEXT.endedHow);
    },
    refused,
  });
}

openClient().then((client) => {
  if (client === undefined) notice(TEXT.needsLink, TEXT.needsLinkHow);
  else start(client);
}, refused);
