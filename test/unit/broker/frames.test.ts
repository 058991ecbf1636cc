import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { receiveFrames, sendFrame } from '../../../src/broker/frames.ts';

/** What comes of these pieces. */
function received(...pieces: readonly (string | Buffer)[]): {
  readonly frames: readonly unknown[];
  readonly isCut: boolean;
} {
  const socket = new PassThrough();
  const frames: unknown[] = [];
  receiveFrames(socket, (frame) => frames.push(frame));
  for (const piece of pieces) socket.emit('data', Buffer.from(piece));
  return { frames, isCut: socket.destroyed };
}

test('frames come whole, in whatever pieces they are sent', () => {
  const sent: string[] = [];
  for (const value of [{ say: 'ä\n' }, { end: { status: 0 } }])
    sendFrame({ write: (text: string) => sent.push(text) }, value);
  const bytes = Buffer.from(sent.join(''));
  expect(received(bytes).frames).toEqual([{ say: 'ä\n' }, { end: { status: 0 } }]);
  expect(received(...[...bytes].map((byte) => Buffer.from([byte]))).frames).toEqual(received(bytes).frames);
});

test('what is no JSON is no frame, and what has not ended is none yet', () => {
  expect(received('{\n{"a":1}\n{"b"').frames).toEqual([undefined, { a: 1 }]);
});

test('a line longer than any of ours is cut off', () => {
  expect(received('x'.repeat(17 * 1024 * 1024)).isCut).toBe(true);
  expect(received('x'.repeat(1024)).isCut).toBe(false);
});
