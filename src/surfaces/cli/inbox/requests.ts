import type { IncomingMessage } from 'node:http';
import { MAX_MINUTES } from '../../../model/approval.ts';
import type { AnswerMessage, UndoMessage } from '../../../model/inbox-page.ts';
import { MAX_REASON } from '../../../model/inbox-page.ts';
import { isRecord, isString, parseJson } from '../../../util/guards.ts';

/** Why a request is refused: an HTTP status and a message. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** More than any of ours has. */
const MAX_BODY_BYTES = 16_384;

/** The body as JSON. Throws Refused. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json(;|$)/.test(request.headers['content-type'] ?? '')) throw new Refused(415, 'expected JSON');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Refused(413, 'too long');
    parts.push(part as Buffer);
  }
  const value = parseJson(Buffer.concat(parts).toString('utf8'));
  if (value === undefined) throw new Refused(400, 'no JSON');
  return value;
}

const ID = /^[\da-f]{64}$/;

/** Throws Refused. */
export function answerMessage(value: unknown): AnswerMessage {
  if (!isRecord(value)) throw new Refused(400, 'expected an object');
  const { key, seen, answer, minutes, reason } = value;
  if (!isString(key) || !ID.test(key) || !isString(seen)) throw new Refused(400, 'which question?');
  switch (answer) {
    case 'once':
    case 'session':
    case 'always':
      return { key, seen, answer };
    case 'minutes':
      if (!Number.isInteger(minutes) || Number(minutes) < 1 || Number(minutes) > MAX_MINUTES) break;
      return { key, seen, answer, minutes: Number(minutes) };
    case 'no': {
      if (reason !== undefined && !isString(reason)) break;
      const said = [...(reason ?? '').replace(/\s+/g, ' ').trim()].slice(0, MAX_REASON).join('');
      return { key, seen, answer, ...(said !== '' && { reason: said }) };
    }
  }
  throw new Refused(400, 'no answer');
}

/** Throws Refused. */
export function undoMessage(value: unknown): UndoMessage {
  if (!isRecord(value) || !isString(value.key) || !ID.test(value.key)) throw new Refused(400, 'which answer?');
  if (value.atMs === undefined) return { key: value.key };
  if (!Number.isFinite(value.atMs)) throw new Refused(400, 'which answer?');
  return { key: value.key, atMs: Number(value.atMs) };
}

/** Throws Refused. */
export function codeMessage(value: unknown): string {
  if (!isRecord(value) || !isString(value.code)) throw new Refused(400, 'expected a code');
  return value.code;
}
