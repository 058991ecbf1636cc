/** A word that what follows it may belong to: of a number in groups, a name, an option, a scheme, a key's header. */
const JOINS =
  /^-|-----BEGIN$|^[\\"'\]]*:?[=:]|[=:][\\"']*$|secret|passw|passphrase|token|key|credential|authorization|pwd|bearer|basic|digest|negotiate/i;
const GROUP = /^[\dA-Z()+.-]{1,12}$/;
/** Longest name, number or header before the last word. */
const MAX_JOINED = 512;
/** Longest end of a text that waits for what follows, in UTF-16 units. */
export const MAX_HELD = 4096;

/**
 * From where on a find may still begin or grow, were the text longer: the last word of an unfinished line and what
 * belongs to it. `byLine`: all of the line.
 */
export function openFrom(text: string, byLine: boolean): number {
  const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  if (byLine) return line;
  let from = wordStart(text, text.length, Math.max(line, text.length - MAX_HELD - 1));
  for (const least = Math.max(line, from - MAX_JOINED); from > least; ) {
    const end = blanksStart(text, from, least);
    const start = wordStart(text, end, least);
    if (!isJoined(text.slice(start, end))) break;
    from = start;
  }
  return from;
}

function isJoined(word: string): boolean {
  return GROUP.test(word) || JOINS.test(word);
}

function wordStart(text: string, end: number, least: number): number {
  let at = end;
  while (at > least && !isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

function blanksStart(text: string, end: number, least: number): number {
  let at = end;
  while (at > least && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
