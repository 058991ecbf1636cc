import { MAX_PAYLOAD_BYTES } from './run-hook.ts';

/** Below every hook's own limit, the shortest of which is 5 s. */
const PATIENCE_MS = 4000;

/**
 * All of stdin, or undefined where its end does not come in time. What comes after the longest payload that is read at
 * all is thrown away, so that the agent can end its writing.
 */
export function readAll(input: NodeJS.ReadStream = process.stdin): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const finish = (text: string | undefined) => {
      clearTimeout(timer);
      input.destroy();
      resolve(text);
    };
    const timer = setTimeout(() => finish(undefined), PATIENCE_MS);
    const done = () => finish(Buffer.concat(chunks).toString('utf8'));
    input.on('data', (chunk: Buffer) => {
      if (length <= MAX_PAYLOAD_BYTES) chunks.push(chunk);
      length += chunk.length;
    });
    input.on('end', done);
    input.on('error', done);
  });
}
