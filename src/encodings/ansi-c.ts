const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const ESCAPE =
  /\\(?:([0-7]{1,3})|x\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S])|([\s\S]))/g;

/**
 * The text between `$'` and `'`. Bytes above 127 are read as UTF-8 where they form it; what follows a NUL is cut.
 * Source: bash(1), QUOTING.
 */
export function decodeAnsiC(text: string): string {
  if (!text.includes('\\')) return text;
  const decoded = text.replace(ESCAPE, (all, octal, braced, hex, short, long, control, other) => {
    if (control !== undefined) return String.fromCharCode(control === '?' ? 0x7f : control.charCodeAt(0) & 0x1f);
    return numbered(octal, braced ?? hex, short ?? long) ?? SIMPLE[other as string] ?? all;
  });
  const cut = decoded.indexOf('\0');
  return joinBytes(cut < 0 ? decoded : decoded.slice(0, cut));
}

/** The same for the format of `printf`, which knows no `\c` and prints a NUL. Source: bash(1), printf; executed. */
export function decodeFormat(text: string): string {
  if (!text.includes('\\')) return text;
  const decoded = text.replace(ESCAPE, (all, octal, braced, hex, short, long, control, other) => {
    if (braced !== undefined || control !== undefined) return all;
    return numbered(octal, hex, short ?? long) ?? SIMPLE[other as string] ?? all;
  });
  return joinBytes(decoded);
}

const ECHO_ESCAPE =
  /\\(?:0([0-7]{0,3})|([1-7][0-7]{0,2})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([\s\S]))/g;

/**
 * What `echo -e` and `%b` print: octal numbers begin with a zero that does not count (for `%b` it may be missing), and
 * `\c` ends all output. Source: bash(1), echo and printf; executed.
 */
export function decodeEcho(text: string, plainOctal: boolean): string {
  if (!text.includes('\\')) return text;
  const end = text.replace(/\\[^c]/g, '__').indexOf('\\c');
  const printed = end < 0 ? text : text.slice(0, end);
  const decoded = printed.replace(ECHO_ESCAPE, (all, zero, octal, hex, short, long, other) => {
    if (octal !== undefined && !plainOctal) return all;
    if (other === "'" || other === '"' || other === '?') return all;
    return numbered(zero === '' ? '0' : (zero ?? octal), hex, short ?? long) ?? SIMPLE[other as string] ?? all;
  });
  return joinBytes(decoded);
}

function numbered(octal?: string, hex?: string, unicode?: string): string | undefined {
  if (octal !== undefined) return byte(Number.parseInt(octal, 8) & 0xff);
  if (hex !== undefined) return byte(Number.parseInt(hex, 16) & 0xff);
  return unicode === undefined ? undefined : codePoint(Number.parseInt(unicode, 16));
}

// bytes travel in the private use area, so that they are not taken for characters, until they are joined
const BYTES = 0xf700;

function byte(value: number): string {
  return String.fromCharCode(value < 0x80 ? value : BYTES + value);
}

function codePoint(value: number): string {
  return value > 0x10ffff ? '' : String.fromCodePoint(value);
}

function joinBytes(text: string): string {
  if (!/[\uf780-\uf7ff]/.test(text)) return text;
  return text.replace(/[\uf780-\uf7ff]+/g, (run) => decodeUtf8([...run].map((char) => char.charCodeAt(0) - BYTES)));
}

/** Bytes that are no UTF-8 come out as U+FFFD, as they do when an argv is read. */
export function decodeUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] as number;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      continue;
    }
    const tail = bytes.slice(i + 1, i + length);
    const valid = length > 1 && tail.length === length - 1 && tail.every((next) => (next & 0xc0) === 0x80);
    if (!valid) {
      text += '\ufffd';
      continue;
    }
    const value = tail.reduce((all, next) => (all << 6) | (next & 0x3f), lead & (0xff >> (length + 1)));
    text += value > 0x10ffff ? '\ufffd' : String.fromCodePoint(value);
    i += length - 1;
  }
  return text;
}
