import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { telegram } from '../../../src/approvals/channels/telegram.ts';
import { webhook } from '../../../src/approvals/channels/webhook.ts';
import type { PendingRequest } from '../../../src/model/approval.ts';
import { type Inbox, openInbox } from '../../../src/store/inbox.ts';
import { remoteTag } from '../../../src/text/approval.ts';
import { type Fault, Loopback, pendingOf } from '../../support/loopback.ts';

const CHAT = 42;
const PAUSE_MS = 20;
const ANN = { id: 7, username: 'ann', is_bot: false };

let folder: string;
let inbox: Inbox;
let stop: AbortController;
let server: Loopback | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-inbox-'));
  inbox = openInbox(folder);
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A bot with a queue of updates, as far as we use one. */
class Telegram {
  readonly sent: Record<string, unknown>[] = [];
  private readonly updates: Record<string, unknown>[] = [];
  private count = 0;
  readonly loopback = new Loopback(({ path, body }) => this.answer(path, body));

  private answer(path: string, body: Readonly<Record<string, unknown>>): unknown {
    const method = path.replace('/botTOKEN/', '');
    if (method === 'getUpdates') {
      const offset = Number(body.offset ?? 0);
      while (this.updates[0] !== undefined && Number(this.updates[0].update_id) < offset) this.updates.shift();
      return { ok: true, result: this.updates };
    }
    if (method === 'sendMessage') this.sent.push(body);
    return { ok: true, result: { message_id: 100 + this.sent.length } };
  }

  push(update: object): void {
    this.count++;
    this.updates.push({ update_id: this.count, ...update });
  }

  press(word: string, request: PendingRequest, more: { from?: object; chat?: number } = {}): void {
    const message = { message_id: 101, chat: { id: more.chat ?? CHAT } };
    this.push({ callback_query: { id: 'q', from: more.from ?? ANN, message, data: `${word}:${remoteTag(request)}` } });
  }

  reply(text: string, request: PendingRequest): void {
    const reply_to_message = { message_id: 101, from: { is_bot: true }, text: `approve?\n[${remoteTag(request)}]` };
    this.push({ message: { message_id: 5, chat: { id: CHAT }, from: ANN, text, reply_to_message } });
  }

  texts(): string {
    return this.sent.map(({ text }) => text).join('\n---\n');
  }
}

async function asking(request: PendingRequest, faults: readonly Fault[] = [], users?: readonly number[]) {
  const bot = new Telegram();
  server = bot.loopback;
  bot.loopback.faults.push(...faults);
  const api = await bot.loopback.open();
  inbox.put(request);
  const channel = telegram({ token: 'TOKEN', chat: CHAT, users, api }, join(folder, 'telegram.lock'), PAUSE_MS);
  const asked = channel.ask(request, inbox, stop.signal);
  await expect.poll(() => bot.sent.length, { timeout: 60_000 }).toBe(1);
  return { bot, asked };
}

const answerTo = ({ id }: PendingRequest) => inbox.list().find(({ request }) => request.id === id)?.answer;
const poll = (look: () => unknown) => expect.poll(look, { timeout: 60_000 });

describe('telegram', () => {
  const ASK = pendingOf('git push --force');

  test('shows the question with its buttons, and gives what is pressed to the inbox', async () => {
    const { bot, asked } = await asking(ASK);
    expect(bot.sent[0]).toMatchObject({ chat_id: CHAT });
    expect(String(bot.sent[0]?.text)).toContain('git push --force\nFrobs hard.\nrule: p/ask');
    const buttons = JSON.stringify(bot.sent[0]?.reply_markup);
    expect([...buttons.matchAll(/"text":"(\w+)"/g)].map(([, text]) => text)).toEqual(['Approve', 'Deny', 'Details']);
    bot.press('details', ASK);
    await poll(() => bot.texts()).toContain('THE TRACE');
    expect(answerTo(ASK)).toBeUndefined();
    bot.press('yes', ASK);
    await poll(() => answerTo(ASK)).toMatchObject({ answer: 'once', who: 'telegram:ann' });
    stop.abort();
    await asked;
  });

  test('a reply is a no that the agent reads; a rule is only proposed', async () => {
    const { bot } = await asking(ASK);
    bot.reply("- add rule: don't allow pushes", ASK);
    await poll(() => bot.texts()).toContain("safeshell rules add 'don'\\''t allow pushes'");
    expect(answerTo(ASK)).toBeUndefined();
    bot.reply('use a branch', ASK);
    await poll(() => answerTo(ASK)).toMatchObject({ answer: 'no', reason: 'use a branch' });
  });

  test.each<[string, (bot: Telegram) => void]>([
    ['another chat', (bot) => bot.press('yes', ASK, { chat: 1 })],
    ['somebody who is not named', (bot) => bot.press('yes', ASK, { from: { id: 9, is_bot: false } })],
    ['a bot', (bot) => bot.press('yes', ASK, { from: { ...ANN, is_bot: true } })],
    ['a button of an earlier question', (bot) => bot.press('yes', { ...ASK, asking: 'ffffffffffff' })],
    ['another question', (bot) => bot.press('yes', pendingOf('rm -rf /'))],
    ['an unknown word', (bot) => bot.press('always', ASK)],
    ['shapes that nobody knows', (bot) => bot.push({ callback_query: [null], message: { text: 1 } })],
    ['a message that is no reply', (bot) => bot.push({ message: { chat: { id: CHAT }, from: ANN, text: 'yes' } })],
  ])('does not listen to %s', async (_name, act) => {
    const { bot } = await asking(ASK, [], [ANN.id]);
    act(bot);
    bot.press('details', ASK); // behind it in the queue
    await poll(() => bot.texts()).toContain('THE TRACE');
    expect(answerTo(ASK)).toBeUndefined();
  });

  test.each<Fault>(['error-500', 'no-json', 'reset', 'endless', 'redirect'])('outlives %s', async (fault) => {
    const { bot } = await asking(ASK, [fault, undefined, fault, fault]);
    bot.press('yes', ASK);
    await poll(() => answerTo(ASK)).toMatchObject({ answer: 'once' });
    expect(bot.loopback.received.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  test('ends at once when it is told to, whatever hangs', async () => {
    const bot = new Telegram();
    server = bot.loopback;
    bot.loopback.faults.push('hangs', 'hangs', 'hangs');
    const api = await bot.loopback.open();
    const asked = telegram({ token: 'TOKEN', chat: CHAT, api }, join(folder, 'l'), PAUSE_MS).ask(
      ASK,
      inbox,
      stop.signal,
    );
    await poll(() => bot.loopback.received.length).toBe(1);
    stop.abort();
    await asked;
  });

  test('of several who wait, one reads the queue for all', async () => {
    const other = pendingOf('git clean -fdx');
    const { bot } = await asking(ASK);
    inbox.put(other);
    const api = `http://127.0.0.1:${new URL(`http://${bot.loopback.received[0]?.headers.host}`).port}`;
    const second = telegram({ token: 'TOKEN', chat: CHAT, api }, join(folder, 'telegram.lock'), PAUSE_MS);
    void second.ask(other, inbox, stop.signal);
    await poll(() => bot.sent.length).toBe(2);
    bot.press('no', other);
    bot.press('yes', ASK);
    await poll(() => [answerTo(ASK)?.answer, answerTo(other)?.answer]).toEqual(['once', 'no']);
  });
});

describe('webhook', () => {
  const ASK = pendingOf('terraform apply');
  const SECRET = 'quiet';

  async function asked(replies: readonly unknown[], faults: readonly Fault[] = []) {
    const rest = [...replies];
    server = new Loopback(({ body }) => (body.type === 'approval_request' ? rest.shift() : {}));
    server.faults.push(...faults);
    const url = `${await server.open()}/hook`;
    inbox.put(ASK);
    await webhook({ url, secret: SECRET }, PAUSE_MS).ask(ASK, inbox, stop.signal);
    return server.received;
  }

  test('asks until there is an answer, signed, and says what became of it', async () => {
    const received = await asked([{}, { answer: 'no', reason: ' not on Friday ', by: 'ann' }]);
    expect(received.map(({ body }) => [body.type, body.try, body.taken])).toEqual([
      ['approval_request', 1, undefined],
      ['approval_request', 2, undefined],
      ['approval_closed', undefined, true],
    ]);
    expect(received[0]?.body).toMatchObject({ version: 1, id: ASK.id, command: 'terraform apply', rule: 'p/ask' });
    for (const { headers, text } of received) {
      const signature = createHmac('sha256', SECRET).update(text).digest('hex');
      expect(headers['x-safeshell-signature']).toBe(`sha256=${signature}`);
    }
    expect(answerTo(ASK)).toMatchObject({ answer: 'no', reason: 'not on Friday', who: 'webhook:ann' });
  });

  test.each([
    { answer: 'always' },
    { answer: 'minutes' },
    { answer: 'minutes', minutes: 1e9 },
    { answer: true },
    'yes',
    null,
  ])('takes %j for no answer', async (reply) => {
    await asked([reply, { answer: 'yes' }]);
    expect(answerTo(ASK)).toMatchObject({ answer: 'once' });
  });

  test('outlives failures, and gives up a server that has nothing else', async () => {
    await asked([{ answer: 'minutes', minutes: 5 }], ['error-500', 'reset', 'no-json', 'redirect']);
    expect(answerTo(ASK)).toMatchObject({ answer: 'minutes' });
  });

  test('the first answer counts, wherever it came from', async () => {
    inbox.put(ASK);
    inbox.answer(ASK, { answer: 'once', who: 'monitor' });
    const received = await asked([{ answer: 'no' }]);
    expect(received.at(-1)?.body).toMatchObject({ type: 'approval_closed', taken: false });
    expect(answerTo(ASK)).toMatchObject({ answer: 'once', who: 'monitor' });
  });
});
