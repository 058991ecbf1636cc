import { closeSync, constants, openSync, readSync } from 'node:fs';

const BLOCK_BYTES = 1 << 20;
/** A longer line is passed by: its call holds a file that nobody reads. */
const MAX_LINE_BYTES = 64 << 20;
const NEWLINE = 10;

/** A line, or that there was one which is too long. */
export type Line = { readonly text: string } | 'too long';

/** The lines of a file, without all of it in memory. What has no line break yet comes last. Throws what node:fs throws. */
export function* linesOf(path: string): Generator<Line> {
  // not a pipe that nobody writes to
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    let parts: Buffer[] = [];
    let length = 0;
    const ended = (rest: Buffer): Line => {
      const isLong = length + rest.length > MAX_LINE_BYTES;
      const line: Line = isLong ? 'too long' : { text: Buffer.concat([...parts, rest]).toString('utf8') };
      parts = [];
      length = 0;
      return line;
    };
    for (let block = readBlock(descriptor); block.length > 0; block = readBlock(descriptor)) {
      let from = 0;
      for (let at = block.indexOf(NEWLINE); at >= 0; at = block.indexOf(NEWLINE, from)) {
        yield ended(block.subarray(from, at));
        from = at + 1;
      }
      const rest = block.subarray(from);
      length += rest.length;
      if (length <= MAX_LINE_BYTES) parts.push(rest);
      else parts = [];
    }
    if (length > 0) yield ended(Buffer.alloc(0));
  } finally {
    closeSync(descriptor);
  }
}

function readBlock(descriptor: number): Buffer {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  return block.subarray(0, readSync(descriptor, block, 0, BLOCK_BYTES, null));
}
