import { read } from 'node:fs';
import { isRecord, parseJson } from '../../store/guards.ts';

/** Longer payloads are refused unread: what they hold would not be judged in the time that a hook has. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Below every hook's own limit, the shortest of which is 5 s. */
const PATIENCE_MS = 4000;
const CHUNK_BYTES = 64 * 1024;
const RETRY_MS = 2;

export interface Incoming {
  /** no more of it than one piece beyond MAX_PAYLOAD_BYTES */
  readonly text: string;
  /** neither its end nor a whole JSON object came in time: a thread still waits for more */
  readonly isStuck: boolean;
}

/**
 * Reads one payload: up to the end of the input, or to where it is one whole JSON object, because not every agent
 * closes what it writes to. By descriptor: opening process.stdin costs a third of an answer.
 */
export function readPayload(descriptor = 0): Promise<Incoming> {
  const chunks: Buffer[] = [];
  let length = 0;
  const text = () => Buffer.concat(chunks).toString('utf8');
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ text: text(), isStuck: true }), PATIENCE_MS);
    const finish = () => {
      clearTimeout(timer);
      resolve({ text: text(), isStuck: false });
    };
    const readNext = () => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      read(descriptor, chunk, 0, CHUNK_BYTES, null, (error, count) => {
        if (error?.code === 'EAGAIN') return void setTimeout(readNext, RETRY_MS);
        if (error !== null || count === 0) return finish();
        // what is too much is read too, and thrown away: the agent may not bear a broken pipe
        if (length <= MAX_PAYLOAD_BYTES) chunks.push(chunk.subarray(0, count));
        length += count;
        if (length <= MAX_PAYLOAD_BYTES && isWhole(chunks)) finish();
        else readNext();
      });
    };
    readNext();
  });
}

const BRACE = 0x7d;

/** Only what ends in a brace can be one. */
function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)?.toString('latin1').trimEnd();
  return last?.charCodeAt(last.length - 1) === BRACE && isRecord(parseJson(Buffer.concat(chunks).toString('utf8')));
}
