import { lstatSync, readFileSync, statSync } from 'node:fs';

/** Text as people's files are compared and written here: one character for each byte, because they are not always UTF-8. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/**
 * A file as such a text; undefined = nothing is there. Throws what node:fs throws, and an Error for anything but a regular
 * file: a pipe would be waited for, and opening a device can have effects. A link that leads nowhere is an error too: its
 * target may be on a disk that is not mounted.
 */
export function readBytes(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    throw new Error(`${path} is a link that leads nowhere`);
  }
}

/** For removing our lines: only a regular file can have some. Throws what node:fs throws. */
export function readBytesOfFile(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readBytes(path) : undefined;
}

/** The other way round, for people and for parsers. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
