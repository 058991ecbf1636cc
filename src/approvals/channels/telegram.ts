import type { PendingRequest, TelegramSettings } from '../../model/approval.ts';
import type { RemoteChannel } from '../../settle/askers/inbox.ts';
import type { Inbox } from '../../store/inbox.ts';
import { holdLock } from '../../store/lock.ts';
import { remoteDetails, remoteQuestion, remoteTag, ruleProposal } from '../../text/approval.ts';
import { isRecord, isString } from '../../util/guards.ts';
import { backedOff, call, pause } from './http.ts';
import { remoteAnswer } from './remote-answer.ts';

const API = 'https://api.telegram.org';
/** How long Telegram holds a call open until something happens, seconds. */
const POLL_SECONDS = 20;
const CALL_MS = 10_000;
const PAUSE_MS = 500;
/** A server that fails so often in a row is given up: nobody answers there. */
const MAX_FAILURES = 20;

/**
 * A message with buttons in one chat of a bot; a reply to it is a no with that text. Only that chat counts, and where
 * `users` are named, only they. A bot has one queue of updates: of all processes that wait, one at a time reads it, for
 * all of them. Source: core.telegram.org/bots/api 9.2, getUpdates, sendMessage, answerCallbackQuery.
 */
export function telegram(settings: TelegramSettings, lock: string, pauseMs: number = PAUSE_MS): RemoteChannel {
  return {
    async ask(request, inbox, stop) {
      const bot = openBot(settings);
      const message = await sent({ bot, settings, stop, pauseMs }, request);
      if (message === undefined) return;
      await listen({ bot, settings, inbox, stop, lock, pauseMs });
      await bot('editMessageReplyMarkup', { chat_id: settings.chat, message_id: message });
    },
  };
}

/** The `result` of one method; undefined = it failed, or `ok` is not true. */
type Bot = (
  method: string,
  parameters: object,
  more?: { readonly timeoutMs?: number; readonly stop?: AbortSignal },
) => Promise<unknown>;

function openBot({ token, api = API }: TelegramSettings): Bot {
  return async (method, parameters, { timeoutMs = CALL_MS, stop } = {}) => {
    const url = `${api.replace(/\/+$/, '')}/bot${token}/${method}`;
    const answered = await call({ url, method: 'POST', body: JSON.stringify(parameters), stop, timeoutMs });
    const body = answered?.body;
    return isRecord(body) && body.ok === true ? body.result : undefined;
  };
}

/** Id of the message; it is tried again while Telegram fails. */
async function sent({ bot, settings: { chat }, stop, pauseMs }: Talk, request: PendingRequest) {
  const button = (text: string, word: string) => ({ text, callback_data: `${word}:${remoteTag(request)}` });
  const inline_keyboard = [[button('Approve', 'yes'), button('Deny', 'no'), button('Details', 'details')]];
  const parameters = { chat_id: chat, text: remoteQuestion(request), reply_markup: { inline_keyboard } };
  for (let tries = 0; tries < MAX_FAILURES && !stop.aborted; tries++) {
    const result = await bot('sendMessage', parameters, { stop });
    if (isRecord(result) && Number.isInteger(result.message_id)) return Number(result.message_id);
    await pause(backedOff(pauseMs, tries), stop);
  }
  return undefined;
}

interface Talk {
  readonly bot: Bot;
  readonly settings: TelegramSettings;
  readonly stop: AbortSignal;
  readonly pauseMs: number;
}

interface Listening extends Talk {
  readonly inbox: Inbox;
  readonly lock: string;
}

async function listen(listening: Listening): Promise<void> {
  const { stop, lock, pauseMs } = listening;
  for (let failures = 0; !stop.aborted && failures < MAX_FAILURES; ) {
    const release = holdLock(lock);
    try {
      if (release !== undefined) failures = (await readQueue(listening)) ? 0 : failures + 1;
    } finally {
      release?.();
    }
    await pause(backedOff(pauseMs, failures), stop);
  }
}

/** One look at the queue; what was heard goes out of it. false = Telegram failed. */
async function readQueue({ bot, settings, inbox, stop }: Listening): Promise<boolean> {
  const allowed_updates = ['message', 'callback_query'];
  const timeoutMs = POLL_SECONDS * 1000 + CALL_MS;
  const updates = await bot('getUpdates', { timeout: POLL_SECONDS, allowed_updates }, { timeoutMs, stop });
  if (!Array.isArray(updates)) return stop.aborted;
  const known = updates.filter(isRecord);
  const last = Math.max(...known.map(({ update_id: id }) => (Number.isInteger(id) ? Number(id) : -1)), -1);
  for (const update of known) {
    const heard = hear(update, settings);
    if (heard !== undefined) await respond(bot, heard, settings, inbox);
  }
  // an update is gone once the next number is asked for
  if (last >= 0) await bot('getUpdates', { offset: last + 1, limit: 1, timeout: 0, allowed_updates });
  return true;
}

interface Heard {
  /** names the question, and this time that it is asked */
  readonly tag: string;
  readonly who: string;
  /** of a button, or `reply` */
  readonly word: string;
  /** of a reply */
  readonly text?: string;
  /** id of a button's query */
  readonly query?: string;
}

/** What an update says to a question of ours, from someone who may; all else in the chat is not for us. */
function hear({ callback_query: query, message }: Readonly<Record<string, unknown>>, settings: TelegramSettings) {
  if (isRecord(query) && isOurs(query.message, query.from, settings) && isString(query.data) && isString(query.id)) {
    const [word = '', tag = ''] = query.data.split(':');
    return { word, tag, who: nameOf(query.from), query: query.id };
  }
  if (!isRecord(message) || !isOurs(message, message.from, settings) || !isString(message.text)) return undefined;
  const { reply_to_message: original, text } = message;
  const isToBot = isRecord(original) && isRecord(original.from) && original.from.is_bot === true;
  const tag = isToBot && isString(original.text) ? /\[(\w+-\w+)\]$/.exec(original.text)?.[1] : undefined;
  return tag === undefined ? undefined : { word: 'reply', tag, text, who: nameOf(message.from) };
}

function isOurs(message: unknown, from: unknown, { chat, users }: TelegramSettings): boolean {
  const inChat = isRecord(message) && isRecord(message.chat) && message.chat.id === chat;
  if (!inChat || !isRecord(from) || from.is_bot === true) return false;
  return users === undefined || users.includes(Number(from.id));
}

function nameOf(from: unknown): string {
  const name = isRecord(from) ? (from.username ?? from.id) : undefined;
  return `telegram:${String(name ?? '')}`;
}

async function respond(bot: Bot, { word, tag, who, text, query }: Heard, settings: TelegramSettings, inbox: Inbox) {
  const tell = (what: string) => bot('sendMessage', { chat_id: settings.chat, text: what });
  if (query !== undefined) await bot('answerCallbackQuery', { callback_query_id: query });
  const request = inbox.list().find((one) => remoteTag(one.request) === tag)?.request;
  if (request === undefined) return tell('That is no longer asked.');
  if (word === 'details') return tell(remoteDetails(request));
  const proposal = text === undefined ? undefined : ruleProposal(text);
  if (proposal !== undefined) return tell(proposal);
  const said = remoteAnswer({ answer: word === 'reply' ? 'no' : word, reason: text, who });
  if (said === undefined) return undefined;
  if (!inbox.answer(request, said)) return tell('It was answered elsewhere before.');
  return tell(said.answer === 'no' ? 'Denied.' : 'Approved, this once.');
}
