import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { parseJson } from '../util/guards.ts';

/** More than words and environment of a program can be (execve(2): ARG_MAX), as JSON. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Frames are JSON values, one a line. */
export function sendFrame(socket: { write(text: string): unknown }, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}

/** `take` gets undefined for what is no JSON. Who sends a longer line than any of ours is cut off. */
export function receiveFrames(socket: Readable, take: (value: unknown) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_CHARACTERS) return void socket.destroy();
    for (const line of lines) take(parseJson(line));
  });
}
