import { mayHoldPrivate } from '../redact/hint.ts';
import { PRIVATE_KINDS } from '../redact/kinds.ts';
import { redactText } from '../redact/redact.ts';

/** What a person reads of a command; each line is as long as before. */
export function withoutSecrets(text: string): string {
  return mayHoldPrivate(text) ? redactText(text, { kinds: PRIVATE_KINDS }) : text;
}

/**
 * What a terminal obeys, marks that reorder what is read, what is in the text and is not seen (tags, joiners, fillers), and
 * halves of characters.
 */
const CONTROL = /([\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|[\u034f\u17b4\u17b5])/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

/**
 * Text of strangers on a terminal: control characters are shown, not obeyed, so that a command cannot repaint the
 * question that is asked about it. Secrets are not shown.
 */
export function printable(text: string): string {
  return withoutSecrets(text).replace(CONTROLS, escaped);
}

/** The same in pieces, for who can show the difference: at odd places stand control characters that were made visible. */
export function printablePieces(text: string): readonly string[] {
  return withoutSecrets(text)
    .split(CONTROL)
    .map((piece, at) => (at % 2 === 0 ? piece : escaped(piece)));
}

function escaped(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\t') return '\\t';
  const hex = (char.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** The same where marks stand below the text: each character is as wide as before. */
export function printableSameWidth(text: string): string {
  return text.replace(CONTROLS, (char) => (char === '\t' ? ' ' : '·'.repeat(char.length)));
}

/** What a rule says, on one line however it is written in its file. */
export function sentence(text: string): string {
  return printable(text.trim().replace(/\s*\n\s*/g, ' '));
}

/** As a phrase behind `name: `: `This ran` becomes `this ran`, names in capitals stay. */
export function lowered(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** One line of at most `limit` characters; the middle gives way, because both ends of a command tell most. */
export function shortened(text: string, limit = 300): string {
  const chars = [...printable(text)];
  if (chars.length <= limit) return chars.join('');
  const half = Math.floor((limit - 5) / 2);
  return `${chars.slice(0, half).join('')} ... ${chars.slice(-half).join('')}`;
}
