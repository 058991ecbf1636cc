import type { Detector, Findings, Open } from './hit.ts';

type OpenKey = Extract<Open, { kind: 'key' }>;

/** RFC 7468, and PGP's armour (RFC 9580). `-----BEGIN PRIVATE KEY-----` may be indented, numbered, within JSON. */
const HEADER = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const FOOTER = '-----END';
/** What `cat -n`, `grep -n`, diff and mail put before a line. */
const MARGIN = /^[ \t>|+]*(?:\d{1,6}[ \t:|-]+)?/;
/** After that; nothing at all counts as well. Blanks stand for line breaks where a key was put on one line. */
const BODY = /^((?:[A-Za-z0-9+/]{16,} )*[A-Za-z0-9+/]*)={0,3}\\?["',]?[ \t]*$/;
/** Key that something else follows in its line. */
const BEGUN = /^(?:[A-Za-z0-9+/]{16,}={0,3} ?)*(?:[A-Za-z0-9+/]+={0,3}(?=\\?["']))?/;
/** `Proc-Type: 4,ENCRYPTED` */
const ATTRIBUTE = /^[ \t>|]*[A-Za-z][A-Za-z-]{1,20}: /;
/** also as JSON and environment variables spell a line break */
const LINE_BREAK = /\r?\n|\r|\\r\\n|\\n/;
/** A line that is longer is masked piece by piece. */
const MAX_LINE = 2048;

/** Masks what follows the header of a private key, also of one that is cut off; header and footer stay. */
export const PRIVATE_KEY: Detector = {
  pairs: [['-', 'B']],
  find(text, at, findings) {
    HEADER.lastIndex = at - 5;
    if (at < 5 || !HEADER.test(text)) return;
    findings.next = HEADER.lastIndex;
    maskLines(text, { kind: 'key', width: 0, isShort: false }, findings);
  },
};

/**
 * Masks the lines of a key from `findings.next` on. All but the last are of one width: what follows a shorter one is the
 * footer or belongs to the key no more.
 */
export function maskLines(text: string, open: OpenKey, findings: Findings): void {
  let state = open;
  for (let at = findings.next; ; ) {
    findings.next = at;
    const { end, next } = lineAt(text, at);
    const line = text.slice(at, end);
    if (next === undefined) findings.open = { state, at };
    const footer = line.indexOf(FOOTER);
    const width = bodyWidth(line);
    const isOver = footer >= 0 || width === undefined || (state.isShort && width > 0);
    const key = isOver ? line.slice(0, footer >= 0 ? footer : begun(line)) : line;
    mask(key, at, findings);
    findings.next = at + key.length;
    findings.closed = findings.next;
    if (footer >= 0) findings.open = undefined;
    if (isOver || next === undefined) return;
    state = { kind: 'key', width: Math.max(width, state.width), isShort: width > 0 && width < state.width };
    at = next;
  }
}

function mask(line: string, at: number, { hits }: Findings): void {
  const start = at + marginOf(line);
  const end = at + line.trimEnd().length;
  if (end > start) hits.push({ from: start, start, end, whole: true });
}

/** Characters of key in a line, 0 = it may stand between; undefined = no line of a key. */
function bodyWidth(line: string): number | undefined {
  if (ATTRIBUTE.test(line)) return 0;
  return BODY.exec(line.slice(marginOf(line)))?.[1]?.length;
}

/** Length of what is key in a line that is not all of it. */
function begun(line: string): number {
  const margin = marginOf(line);
  const length = BEGUN.exec(line.slice(margin))?.[0].length ?? 0;
  return length === 0 ? 0 : margin + length;
}

function marginOf(line: string): number {
  return MARGIN.exec(line)?.[0].length ?? 0;
}

/** `next` undefined: the text ends within the line. */
function lineAt(text: string, at: number): { readonly end: number; readonly next?: number } {
  const piece = text.slice(at, at + MAX_LINE);
  const found = LINE_BREAK.exec(piece);
  if (found !== null) return { end: at + found.index, next: at + found.index + found[0].length };
  const end = at + piece.length;
  return piece.length < MAX_LINE ? { end } : { end, next: end };
}
