import type { RedactOptions } from './scanner.ts';
import { createTextRedactor } from './stream.ts';

export interface Redactor {
  /** Bytes that can go out. A string is taken as UTF-8. */
  write(chunk: Uint8Array | string): Uint8Array;
  /** What waits for the rest of its line; for the caller to send when nothing has come for a while. */
  idle(): Uint8Array;
  end(): Uint8Array;
}

/**
 * Masks secrets and personal data in a stream of bytes of any content: what goes out is as long as what came in, and
 * differs only where something is masked.
 */
export function createRedactor(options: RedactOptions = {}): Redactor {
  const redactor = createTextRedactor(options);
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return {
    write: (chunk) => bytes(redactor.write(latin1(chunk))),
    idle: () => bytes(redactor.idle()),
    end: () => bytes(redactor.end()),
  };
}

function latin1(chunk: Uint8Array | string): string {
  const { buffer, byteOffset, byteLength } = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
