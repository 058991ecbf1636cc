import { closeSync, constants, fstatSync, openSync, read, readFileSync, readSync } from 'node:fs';
import { isRecord, parseJson } from '../../util/guards.ts';

/** Longer payloads are refused unread: what they hold would not be judged in the time that a hook has. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Below every hook's own limit, the shortest of which is 5 s. */
const PATIENCE_MS = 4000;
const CHUNK_BYTES = 64 * 1024;
const RETRY_MS = 2;

interface Source {
  readonly descriptor?: number;
  /** the descriptor of what the launcher has read already, and a newline; absent = nothing */
  readonly begun?: number;
}

/**
 * Reads one payload: up to the end of the input, or to where it is one whole JSON object, because not every agent
 * closes what it writes to. By descriptor: opening process.stdin costs a third of an answer. No more of it than one piece beyond
 * MAX_PAYLOAD_BYTES. undefined = neither came in time: a thread still waits for more.
 */
export async function readPayload({ descriptor = 0, begun }: Source = {}): Promise<string | undefined> {
  const payload = new Payload();
  const isWhole =
    (begun !== undefined && payload.add(readFileSync(begun).subarray(0, -1))) ||
    readReady(descriptor, payload) ||
    (await readRest(descriptor, payload));
  return isWhole ? payload.text() : undefined;
}

/** What was read so far. */
class Payload {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  get isTooLong(): boolean {
    return this.#length > MAX_PAYLOAD_BYTES;
  }

  /** Says whether it is one whole JSON object now. What is too much is thrown away: the agent may not bear a broken pipe. */
  add(chunk: Buffer): boolean {
    if (!this.isTooLong) this.#chunks.push(chunk);
    this.#length += chunk.length;
    return !this.isTooLong && endsInBrace(chunk) && isRecord(parseJson(this.text()));
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/**
 * Reads what a pipe holds already, without waiting: waiting takes threads, 1 to 2 ms, and launchers have written all there
 * is. true = that was the whole payload. Linux: the pipe opened once more, so that only we do not wait for it.
 */
function readReady(descriptor: number, payload: Payload): boolean {
  let pipe: number | undefined;
  try {
    pipe = openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(pipe).isFIFO()) return false;
    while (!payload.isTooLong) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const count = readSync(pipe, chunk);
      if (count === 0 || payload.add(chunk.subarray(0, count))) return true;
    }
    return false;
  } catch {
    return false; // EAGAIN: it is not there yet; or there is no such file
  } finally {
    if (pipe !== undefined) closeSync(pipe);
  }
}

/** Reads on to the end, or to a whole payload; false = neither came in time. */
function readRest(descriptor: number, payload: Payload): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const readNext = () => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      read(descriptor, chunk, 0, CHUNK_BYTES, null, (error, count) => {
        if (error?.code === 'EAGAIN') return void setTimeout(readNext, RETRY_MS);
        if (error === null && count > 0 && !payload.add(chunk.subarray(0, count))) return readNext();
        clearTimeout(timer);
        resolve(true);
      });
    };
    readNext();
  });
}

const BRACE = 0x7d;

/** Only what does so can be whole. */
function endsInBrace(chunk: Buffer): boolean {
  const text = chunk.toString('latin1').trimEnd();
  return text.charCodeAt(text.length - 1) === BRACE;
}
