import { decodeUtf8 } from './ansi-c.ts';

/** Longer text is not decoded: nobody writes that much in a line. */
const MAX_DECODED = 64 * 1024;

/** The output of a decoder for known input; undefined for any other program. */
export function decoded(program: string, operands: readonly (string | undefined)[], input: string): string | undefined {
  if (operands.includes(undefined) || input.length > MAX_DECODED) return undefined;
  const words = operands as readonly string[];
  switch (program) {
    case 'base64':
    case 'gbase64':
      return isBase64Decoder(words) && BASE64_TEXT.test(input) ? fromBase64(input) : undefined;
    case 'openssl':
      return isOpensslBase64(words) && BASE64_TEXT.test(input) ? fromBase64(input) : undefined;
    case 'xxd':
      return isPlainHex(words) && HEX_TEXT.test(input) ? fromHex(input) : undefined;
    case 'rev':
      return words.length > 0 ? undefined : input.replace(/[^\n]+/g, (line) => [...line].reverse().join(''));
    case 'tac':
      return words.length > 0 ? undefined : `${input.replace(/\n$/, '').split('\n').reverse().join('\n')}\n`;
    case 'tr':
      return translated(words, input);
    default:
      return undefined;
  }
}

/** Other characters end what is decoded, or garble it: each decoder has a way of its own. */
const BASE64_TEXT = /^[A-Za-z\d+/\n]*={0,2}\n*$/;
const HEX_TEXT = /^[A-Fa-f\d\s]*$/;

/** Without `-d` it encodes. */
function isBase64Decoder(words: readonly string[]): boolean {
  const isKnown = words.every((word) => /^(?:-d|-D|-di|-id|-i|--decode|--ignore-garbage|-)$/.test(word));
  return isKnown && words.some((word) => /^-[di]*d|^-D|^--decode/.test(word));
}

/** `openssl base64 -d`, `openssl enc -base64 -d -A` */
function isOpensslBase64(words: readonly string[]): boolean {
  const [first, ...rest] = words;
  if (!rest.includes('-d') || !rest.every((word) => /^-(?:d|A|a|base64)$/.test(word))) return false;
  return first === 'base64' || (first === 'enc' && (rest.includes('-base64') || rest.includes('-a')));
}

/** `xxd -r -p`: without addresses */
function isPlainHex(words: readonly string[]): boolean {
  const letters = words.map((word) => word.replace(/^-+/, '')).join(' ');
  return (
    /^(?:rp?|revert)\b/.test(letters) &&
    /\b(?:r?p|ps|postscript|plain)\b/.test(letters) &&
    words.every((word) => word.startsWith('-'))
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function fromBase64(text: string): string {
  return decodeUtf8(base64Bytes(text));
}

/** What `powershell -EncodedCommand` takes: base64 of UTF-16, the lower byte first. */
export function fromEncodedCommand(text: string): string | undefined {
  if (text.length > MAX_DECODED || text.length % 4 !== 0 || !/^[A-Za-z\d+/]+=*$/.test(text)) return undefined;
  const bytes = base64Bytes(text);
  if (bytes.length % 2 !== 0) return undefined;
  const units = bytes.flatMap((low, at) => (at % 2 === 0 ? [low | ((bytes[at + 1] ?? 0) << 8)] : []));
  return units.map((unit) => String.fromCharCode(unit)).join('');
}

function base64Bytes(text: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const char of text) {
    const digit = BASE64.indexOf(char);
    if (digit < 0) continue;
    value = ((value << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return bytes;
}

function fromHex(text: string): string {
  const digits = text.replace(/[^0-9a-fA-F]/g, '');
  return decodeUtf8((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

/** `tr SET1 SET2`, `tr -d SET` over plain characters, ranges and the classes of letters and digits. */
function translated(words: readonly string[], input: string): string | undefined {
  if (words.length !== 2) return undefined;
  const [first, second] = words as readonly [string, string];
  if (first === '-d') {
    const dropped = charactersOf(second);
    return dropped === undefined ? undefined : [...input].filter((char) => !dropped.includes(char)).join('');
  }
  const [from, to] = [charactersOf(first), charactersOf(second)];
  if (from === undefined || to === undefined || to.length === 0 || first.startsWith('-')) return undefined;
  const last = to.at(-1) as string;
  return [...input].map((char) => (from.includes(char) ? (to[from.lastIndexOf(char)] ?? last) : char)).join('');
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:lower:]': 'abcdefghijklmnopqrstuvwxyz',
  '[:upper:]': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '[:digit:]': '0123456789',
  '[:space:]': ' \t\n\v\f\r',
  '[:blank:]': ' \t',
};

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', '\\': '\\', a: '\x07', b: '\b', v: '\v', f: '\f' },
};
/** Repetition `[x*9]`, equivalence `[=x=]`, an escaped dash, bytes that are no character. */
const NOT_MODELLED = /\[(?:.|\\[\s\S])\*|\[=|\\-|\[:(?!(?:lower|upper|digit|space|blank):\])|[^\0-\x7f]/;
const SET_PART = /(\[:[a-z]+:\])|\\([0-7]{1,3})|\\([\s\S])|([\s\S])/gu;

function charactersOf(set: string): readonly string[] | undefined {
  if (NOT_MODELLED.test(set)) return undefined;
  const chars: (string | undefined)[] = [...set.matchAll(SET_PART)].map(([all, named, octal, escaped]) => {
    if (named !== undefined) return CLASSES[named];
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return escaped === undefined ? all : (ESCAPES[escaped] ?? escaped);
  });
  const found: string[] = [];
  for (let i = 0; i < chars.length; i++) {
    const [char, dash, end] = chars.slice(i, i + 3);
    if (char === undefined) return undefined;
    if (dash !== '-' || end === undefined || end.length > 1 || char.length > 1) {
      found.push(...char);
      continue;
    }
    if (char > end) return undefined;
    for (let code = char.charCodeAt(0); code <= end.charCodeAt(0); code++) found.push(String.fromCharCode(code));
    i += 2;
  }
  return found;
}
