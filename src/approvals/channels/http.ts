import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../util/guards.ts';

/** Longest answer that is read, bytes. */
const MAX_BYTES = 1_000_000;

export interface Call {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stop?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

export interface Answered {
  readonly status: number;
  /** parsed JSON; undefined = none */
  readonly body: unknown;
}

/** One call over HTTP; redirects are not followed, for they would carry secrets elsewhere. undefined = it failed. */
export async function call({ url, method, body, headers = {}, stop, timeoutMs }: Call): Promise<Answered | undefined> {
  try {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url, {
      method,
      headers: { ...type, ...headers },
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: parseJson(await shortText(response)) };
  } catch {
    return undefined;
  }
}

async function shortText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MAX_BYTES) return '';
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** How long to wait after so many failures in a row: up to sixteen times as long. */
export function backedOff(ms: number, failures: number): number {
  return ms * 2 ** Math.min(failures, 4);
}

/** Ends early, without an error, where it is told to stop. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
