import { write } from 'node:fs';
import type { Readable } from 'node:stream';
import { createRedactor } from '../redact/redactor.ts';
import type { RedactOptions } from '../redact/scanner.ts';

/** A line that is not finished is shown after so long, up to what may be the beginning of a secret and with it. */
const IDLE_MS = 25;
/** Before a descriptor that takes nothing now is tried again. */
const BUSY_MS = 5;

/**
 * Sends what comes from a child to a descriptor of ours, redacted. No more is read than is taken: by descriptor and
 * outside of the main thread, so that whoever reads slowly slows the child and nothing else, and so that the pipe stays
 * as it is for others who hold it. Ends with the stream, or with the reader: then the child learns of it as usual.
 */
export function sendRedacted(from: Readable, to: number, options?: RedactOptions): Promise<void> {
  const redactor = createRedactor(options);
  let idle: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const send = (bytes: Uint8Array) => {
    sending = sending.then(() => writeAll(to, bytes)).catch(() => void from.destroy());
    return sending;
  };
  return new Promise((resolve) => {
    from.on('data', async (chunk: Buffer) => {
      clearTimeout(idle);
      from.pause();
      await send(redactor.write(chunk));
      if (from.destroyed) return;
      idle = setTimeout(() => send(redactor.idle()), IDLE_MS);
      from.resume();
    });
    from.on('error', () => from.destroy());
    from.on('close', () => {
      clearTimeout(idle);
      send(redactor.end()).then(resolve);
    });
  });
}

async function writeAll(to: number, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0; ) {
    const written = await writeSome(to, rest);
    if (written === 0) await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    rest = rest.subarray(written);
  }
}

/** 0 = not now. */
function writeSome(to: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(to, bytes, (error, written) => {
      if (error === null) resolve(written);
      else if (error.code === 'EAGAIN') resolve(0);
      else reject(error);
    });
  });
}
