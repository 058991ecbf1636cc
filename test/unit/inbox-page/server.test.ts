import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageState } from '../../../src/model/inbox-page.ts';
import { pendingOf } from '../../support/loopback.ts';
import { type Asked, ServedPage } from '../../support/page-server.ts';

let page: ServedPage;
beforeAll(async () => {
  page = await new ServedPage().open({ patienceMs: 300 });
});
afterAll(() => page.close());

const ID = 'a'.repeat(64);
const YES = { key: ID, seen: 'x', answer: 'once' };
const other = (word: string) => word.replaceAll(/./g, 'A');

describe('is served', () => {
  test.each<[string, string, Asked]>([
    ['the page', 'text/html; charset=utf-8', {}],
    ['its script', 'text/javascript; charset=utf-8', { path: 'page.js' }],
    ['its style', 'text/css; charset=utf-8', { path: 'page.css' }],
    ['its sign', 'image/svg+xml', { path: 'icon.svg' }],
    ['the report', 'text/html; charset=utf-8', { path: 'report' }],
  ])('%s', async (_what, type, asked) => {
    expect(await page.ask(asked)).toMatchObject({ status: 200, headers: { 'content-type': type } });
  });

  test('by the names of this machine', async () => {
    const hosts = ['localhost', 'LOCALHOST', '[::1]'].map((name) => `${name}:${page.server.port}`);
    const served = await Promise.all(hosts.map((host) => page.ask({ headers: { host } })));
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('is not there', () => {
  test.each<[string]>([
    ['/'],
    ['/page.js'],
    ['/favicon.ico'],
    ['/events'],
    ['/FOLDER'],
    ['/FOLDER/?x=1'],
    ['/FOLDER/x'],
    ['/FOLDER/page.js/'],
    ['/FOLDER/../FOLDER/'],
    ['/FOLDER/../../../../etc/passwd'],
    ['/FOLDER/%2e%2e/%2e%2e/etc/passwd'],
    ['/FOLDER/..%2f..%2fetc%2fpasswd'],
    ['//FOLDER/'],
    ['/FOLDER/constructor'],
    ['/FOLDER/__proto__'],
    ['/FOLDER/toString'],
    ['/FOLDER/\\..\\x'],
    ['/OTHER/'],
    ['/OTHER/events'],
    [`/FOLDER/trace.${ID}`],
    ['/FOLDER/trace.'],
    ['/FOLDER/trace.__proto__'],
  ])('%s', async (path) => {
    const named = path.replaceAll('FOLDER', page.folder).replaceAll('OTHER', other(page.folder));
    expect((await page.ask({ path: named })).status).toBe(404);
  });
});

describe('is refused', () => {
  test.each<[string, number, Asked]>([
    ['the questions, without a token', 403, { path: 'events', headers: { authorization: undefined } }],
    [
      'the questions, with another',
      403,
      { path: 'events', headers: { authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAA' } },
    ],
    ['the report, with an empty one', 403, { path: 'report', headers: { authorization: 'Bearer ' } }],
    ['a token elsewhere', 403, { path: 'report', headers: { authorization: undefined, cookie: 'token=TOKEN' } }],
    ['another name of this machine (DNS rebinding)', 403, { headers: { host: 'evil.example' } }],
    ['such a name with our port', 403, { headers: { host: 'evil.example:PORT' } }],
    ['a name that ends alike', 403, { headers: { host: 'x127.0.0.1:PORT' } }],
    ['our name with no port', 403, { headers: { host: '127.0.0.1' } }],
    ['our name with another port', 403, { headers: { host: '127.0.0.1:1' } }],
    ['a read from a page elsewhere', 403, { path: 'report', headers: { origin: 'https://evil.example' } }],
    ['a read from another port', 403, { path: 'report', headers: { 'sec-fetch-site': 'same-site' } }],
    ['HEAD', 405, { method: 'HEAD' }],
    ['OPTIONS', 405, { method: 'OPTIONS', path: 'answer', headers: { origin: 'https://evil.example' } }],
    ['PUT', 405, { method: 'PUT', path: 'answer', body: YES }],
    ['DELETE', 405, { method: 'DELETE', path: 'events' }],
    ['POST to the page', 405, { method: 'POST', body: YES }],
    ['an answer by GET', 405, { path: 'answer' }],
  ])('%s', async (_what, status, { headers = {}, ...asked }) => {
    const real = Object.entries(headers).map(([name, value]) => [
      name,
      value?.replace('PORT', String(page.server.port)).replace('TOKEN', page.token),
    ]);
    expect((await page.ask({ ...asked, headers: Object.fromEntries(real) })).status).toBe(status);
  });

  test.each<[string, Asked['headers']]>([
    ['from no page', { origin: undefined }],
    ['from a page elsewhere', { origin: 'https://evil.example' }],
    ['from a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['from a page that hides its name', { origin: 'null' }],
    ['from another name of ours', { origin: 'http://localhost:1' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['without a token', { authorization: undefined }],
  ])('an answer %s', async (_what, headers) => {
    expect((await page.post('answer', YES, headers)).status).toBe(403);
    expect((await page.post('undo', { key: ID }, headers)).status).toBe(403);
    expect((await page.post('sign', {}, headers)).status).toBe(403);
  });

  test.each<[number, string | object, Asked['headers']?]>([
    [415, 'answer=once', { 'content-type': 'application/x-www-form-urlencoded' }],
    [415, YES, { 'content-type': 'text/plain' }],
    [413, 'x'.repeat(20_000)],
    [413, { ...YES, reason: 'x'.repeat(20_000) }],
    [400, ''],
    [400, '{"key":'],
    [400, '[]'],
    [400, 'null'],
    [400, '"once"'],
    [400, { ...YES, key: '../../x' }],
    [400, { ...YES, key: ID.toUpperCase() }],
    [400, { ...YES, key: undefined }],
    [400, { ...YES, seen: 1 }],
    [400, { ...YES, answer: 'yes' }],
    [400, { ...YES, answer: ['once'] }],
    [400, { ...YES, answer: 'minutes' }],
    [400, { ...YES, answer: 'minutes', minutes: 0 }],
    [400, { ...YES, answer: 'minutes', minutes: 1441 }],
    [400, { ...YES, answer: 'minutes', minutes: '5' }],
    [400, { ...YES, answer: 'no', reason: 5 }],
  ])('%i for %j', async (status, body, headers) => {
    expect((await page.post('answer', body, headers)).status).toBe(status);
  });

  test.each([[''], ['no'], ['__proto__']])('the code %j', async (code) => {
    expect((await page.post('enter', { code }, { authorization: undefined })).status).toBe(403);
  });

  test('with nothing that another page could read', async () => {
    for (const asked of [
      {},
      { path: 'x' },
      { method: 'OPTIONS' },
      { path: 'events', headers: { authorization: '' } },
    ]) {
      const { headers } = await page.ask(asked);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
      });
      expect(Object.keys(headers).filter((name) => /^access-control|^set-cookie$/.test(name))).toEqual([]);
    }
  });
});

describe('a link', () => {
  test('works once, and not after the next', async () => {
    const [first, second] = [page.link(), page.link()];
    const enter = (code: string) => page.post('enter', { code }, { authorization: undefined });
    expect((await enter(first.code)).status).toBe(403);
    const [one, again] = [await enter(second.code), await enter(second.code)];
    expect([one.status, again.status]).toEqual([200, 403]);
    const { token } = JSON.parse(one.text) as { token: string };
    const authorization = `Bearer ${token}`;
    expect((await page.ask({ path: 'report', headers: { authorization } })).status).toBe(200);
    expect((await page.ask({ path: 'report' })).status).toBe(200);
  });

  test('is none of its secrets in another', () => {
    const links = [page.link(), page.link()];
    expect(new Set([page.token, page.folder, ...links.map(({ code }) => code)]).size).toBe(4);
    expect(links.map(({ folder }) => folder)).toEqual([page.folder, page.folder]);
  });
});

test('who was started by an agent gets nothing, whatever it knows', async () => {
  const guarded = await new ServedPage().open();
  await guarded.close();
  let why: string | undefined;
  const served = await new ServedPage().open({ whyNot: () => why });
  try {
    why = 'started by `claude` (Claude Code, pid 1)';
    const { code } = served.link();
    const refused = await Promise.all([
      served.post('enter', { code }),
      served.post('answer', YES),
      served.post('undo', { key: ID }),
      ...['events', 'report', `trace.${ID}`].map((path) => served.ask({ path })),
    ]);
    expect(refused.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
      refused.map(() => [403, { error: why }]),
    );
    why = undefined;
    expect((await served.post('enter', { code })).status).toBe(200);
  } finally {
    await served.close();
  }
});

describe('slow clients', () => {
  /** What is answered to the beginning of a request that never ends. */
  const answerTo = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let got = '';
      const socket = connect(page.server.port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (part) => {
        got += part;
      });
      socket.on('close', () => resolve(got));
      socket.on('error', reject);
    });

  test('are let go: no end of the headers', async () => {
    expect(await answerTo(`GET /${page.folder}/ HTTP/1.1\r\nhost: ${page.host}\r\n`)).toMatch(/^HTTP\/1.1 408 /);
  });

  test('are let go: no end of the body', async () => {
    const head = ['POST', `/${page.folder}/answer`, 'HTTP/1.1'].join(' ');
    const headers = `host: ${page.host}\r\norigin: http://${page.host}\r\nauthorization: Bearer ${page.token}\r\n`;
    const text = `${head}\r\n${headers}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
    expect(await answerTo(text)).toMatch(/^HTTP\/1.1 (408|500) |^$/);
  });

  test('what is no HTTP, or too much of it', async () => {
    expect(await answerTo('\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await answerTo(`GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  });
});

describe('the stream', () => {
  const open = (served: ServedPage): Promise<{ response: IncomingMessage; going: ClientRequest }> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: served.server.port, path: `/${served.folder}/events`, agent: false };
      const headers = { host: served.host, authorization: `Bearer ${served.token}` };
      const going = get({ ...options, headers }, (response) => resolve({ response, going }));
      going.on('error', reject);
    });
  const events = async function* (response: IncomingMessage): AsyncGenerator<PageState | 'end'> {
    let rest = '';
    for await (const part of response) {
      const [...whole] = `${rest}${part}`.split('\n\n');
      rest = whole.pop() ?? '';
      for (const event of whole) {
        if (event.startsWith('event: end')) yield 'end';
        else if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as PageState;
      }
    }
  };

  test('a page that is open is no sign of a person; its link, an answer and its use are', async () => {
    const signs: string[] = [];
    let what = 'link';
    const served = await new ServedPage().open({ signed: () => signs.push(what) });
    what = 'opened';
    const { response } = await open(served);
    await events(response).next();
    what = 'used';
    expect((await served.post('sign', {})).status).toBe(200);
    what = 'answered';
    await served.post('answer', YES);
    expect(signs).toEqual(['link', 'used', 'answered']);
    await served.close();
  });

  test('tells every change, and the end', async () => {
    const watched: number[] = [];
    const served = await new ServedPage().open({ watched: (pages) => watched.push(pages) });
    const { response } = await open(served);
    const told = events(response);
    const next = async () => (await told.next()).value;
    expect(await next()).toEqual({ questions: [], more: 0, answers: [], events: [] });
    const ask = pendingOf('frob \x1b[2J', { waiter: { pid: process.pid, untilMs: Date.now() + 60_000 } });
    served.inbox.put(ask);
    const asked = (await next()) as PageState;
    expect(asked.questions).toMatchObject([{ key: ask.id, commands: [{ what: ['frob ', '\\x1b', '[2J'] }] }]);
    const [{ key, seen } = YES] = asked.questions;
    const post = async (path: string, body: object) => JSON.parse((await served.post(path, body)).text) as object;
    expect(await post('answer', { key, seen: 'other', answer: 'once' })).toEqual({ result: 'changed' });
    expect(await post('answer', { key, seen, answer: 'always' })).toEqual({ result: 'changed' });
    const no = { key, seen, answer: 'no', reason: ' not\n now ' };
    expect(await post('answer', no)).toEqual({ result: 'held' });
    expect(await post('answer', no)).toEqual({ result: 'before' });
    expect(await next()).toMatchObject({ questions: [{ held: { answer: 'no', reason: 'not now' } }] });
    expect(await post('undo', { key })).toEqual({ result: 'undone' });
    expect(await post('undo', { key })).toEqual({ result: 'fetched' });
    expect((await next()) as PageState).not.toHaveProperty('questions.0.held');
    served.inbox.answer(ask, { answer: 'once', who: 'cli' });
    const elsewhere = (await next()) as PageState;
    expect(elsewhere).toMatchObject({ questions: [], answers: [{ id: ask.id, answer: 'once', who: 'cli' }] });
    const [{ atMs } = { atMs: 0 }] = elsewhere.answers;
    expect(await post('undo', { key, atMs })).toEqual({ result: 'undone' });
    expect(served.inbox.take(ask)).toBeUndefined();
    expect(await next()).toMatchObject({ questions: [{ key }], answers: [] });
    await served.close();
    expect(await next()).toBe('end');
    expect(watched).toEqual([1, 0]);
  });

  test('what is held when it ends is handed on', async () => {
    const served = await new ServedPage().open();
    const ask = pendingOf('frob', { waiter: { pid: process.pid, untilMs: Date.now() + 60_000 } });
    served.inbox.put(ask);
    const { response } = await open(served);
    const { value } = await events(response).next();
    const [{ key, seen } = YES] = (value as PageState).questions;
    await served.post('answer', { key, seen, answer: 'session' });
    expect(served.inbox.take(ask)).toBeUndefined();
    await served.server.end();
    expect(served.inbox.take(ask)).toMatchObject({ answer: 'session', who: 'web' });
    await served.close();
  });

  test('is for sixteen pages at a time, and shows fifty questions', async () => {
    const served = await new ServedPage().open();
    for (let at = 0; at < 60; at++) served.inbox.put(pendingOf(`frob ${at} ${'y'.repeat(20_000)}`, { burst: `${at}` }));
    const opened = [];
    for (let at = 0; at < 16; at++) opened.push(await open(served));
    expect((await served.ask({ path: 'events' })).status).toBe(503);
    const { value } = await events(opened[0]!.response).next();
    const { questions, more } = value as PageState;
    expect([questions.length, more]).toEqual([50, 10]);
    const [{ what } = { what: [] }] = questions[0]?.commands ?? [];
    expect(what).toHaveLength(3);
    expect(what[1]).toContain('12007 characters left out');
    for (const { going } of opened) going.destroy();
    const reopened = async () => (await served.ask({ path: 'events', method: 'POST' })).status;
    expect(await reopened()).toBe(405);
    await expect.poll(async () => (await open(served)).response.statusCode, { timeout: 20_000 }).toBe(200);
    await served.close();
  });
});

test('a port that is taken is an error', async () => {
  const served = new ServedPage();
  await expect(served.open({ port: page.server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
