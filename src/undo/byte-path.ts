/**
 * A path as the file system has it: one character (0 to 255) for each byte, so that names that are no UTF-8 survive and
 * paths can be keys of a Map. ASCII reads as it is.
 */
export type BytePath = string & { readonly '': 'bytes' };

/** Of a text whose characters are encoded as UTF-8. */
export function bytePath(text: string): BytePath {
  return Buffer.from(text).toString('latin1') as BytePath;
}

/** For calls of the file system. */
export function pathBuffer(path: BytePath): Buffer {
  return Buffer.from(path, 'latin1');
}

/** For people. Bytes that are no UTF-8 become U+FFFD. */
export function pathText(path: BytePath): string {
  return pathBuffer(path).toString();
}
