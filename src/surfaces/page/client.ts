import type { AnswerMessage, AnswerResult, PageState, UndoMessage, UndoResult } from '../../model/inbox-page.ts';

/** The server said no; `message` is its reason. */
export class NotServed extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Listener {
  state(state: PageState): void;
  connection(is: 'live' | 'connecting' | 'ended'): void;
  /** the token does not count any more, or this browser may not answer */
  refused(why: NotServed): void;
}

export interface Client {
  answer(message: AnswerMessage): Promise<AnswerResult>;
  undo(message: UndoMessage): Promise<UndoResult>;
  /** tells that a person uses the page; never fails */
  sign(): void;
  trace(key: string): Promise<readonly string[]>;
  /** the page that `safeshell report` writes; no script of it runs, no picture is loaded */
  report(): Promise<Document>;
  /** Hears of every change until the server ends. */
  listen(listener: Listener): void;
}

const TOKEN = 'token';
const [RETRY_MS, MAX_RETRY_MS] = [300, 4000];
/** A server that is gone does not come back: its secrets were in its memory. */
const MAX_TRIES = 6;
/** The server is heard of every five seconds. */
const SILENCE_MS = 12_000;

/** Changes the code of a link for a token, which this tab keeps. Throws NotServed. */
export async function openClient(): Promise<Client | undefined> {
  const code = location.hash.slice(1);
  if (code !== '' && code !== 'main') {
    history.replaceState(null, '', location.pathname); // neither in the history nor in a bookmark
    try {
      const { token } = (await post('enter', { code }, '')) as { token: string };
      sessionStorage.setItem(TOKEN, token);
    } catch (error) {
      if (sessionStorage.getItem(TOKEN) === null) throw error;
    }
  }
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? undefined : clientOf(token);
}

function clientOf(token: string): Client {
  return {
    answer: async (message) => (await resultOf<AnswerResult>(post('answer', message, token))).result,
    undo: async (message) => (await resultOf<UndoResult>(post('undo', message, token))).result,
    sign: () => void post('sign', {}, token).catch(() => {}),
    trace: async (key) => ((await (await get(`trace.${key}`, token)).json()) as { lines: readonly string[] }).lines,
    report: () => documentAt('report', token),
    listen: (listener) => void follow(token, listener),
  };
}

function resultOf<Result>(sent: Promise<unknown>): Promise<{ result: Result }> {
  return sent as Promise<{ result: Result }>;
}

async function post(route: string, body: object, token: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await served(await fetch(route, { method: 'POST', headers, body: JSON.stringify(body) }))).json();
}

async function get(route: string, token: string, signal?: AbortSignal): Promise<Response> {
  return served(await fetch(route, { headers: { authorization: `Bearer ${token}` }, signal: signal ?? null }));
}

async function served(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new NotServed(response.status, error ?? response.statusText);
}

/** XMLHttpRequest parses without a way for markup into this page: Trusted Types forbid all others. */
function documentAt(route: string, token: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', route);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'document';
    request.onload = () =>
      request.status === 200 && request.responseXML !== null
        ? resolve(request.responseXML)
        : reject(new NotServed(request.status, ''));
    request.onerror = () => reject(new NotServed(0, ''));
    request.send();
  });
}

/** By `fetch`, as EventSource can send no token. */
async function follow(token: string, listener: Listener): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const isEnd = await hear(token, listener, () => {
        tries = 0;
      });
      if (isEnd) break;
    } catch (error) {
      if (error instanceof NotServed && error.status === 403) return listener.refused(error);
    }
    listener.connection('connecting');
    await new Promise((resolve) => setTimeout(resolve, Math.min(RETRY_MS * 2 ** tries, MAX_RETRY_MS)));
  }
  listener.connection('ended');
}

/** true = the server has said that it ends. */
async function hear(token: string, listener: Listener, heard: () => void): Promise<boolean> {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), SILENCE_MS);
  try {
    const { body } = await get('events', token, stop.signal);
    const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return false;
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), SILENCE_MS);
      heard();
      const events = `${rest}${value}`.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        if (event.startsWith('event: end')) return true;
        if (!event.startsWith('data: ')) continue;
        listener.connection('live');
        listener.state(JSON.parse(event.slice('data: '.length)) as PageState);
      }
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
