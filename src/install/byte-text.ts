import { readFileSync } from 'node:fs';

/** Text as people's files are compared and written here: one character for each byte, because they are not always UTF-8. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** A file as such a text; undefined = there is none. Throws what node:fs throws. */
export function readBytes(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The other way round, for people and for parsers. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
