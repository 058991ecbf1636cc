import { mayHoldPrivate } from '../redact/hint.ts';
import { PRIVATE_KINDS } from '../redact/kinds.ts';
import { redactText } from '../redact/redact.ts';

/** What a person reads of a command; each line is as long as before. */
export function withoutSecrets(text: string): string {
  return mayHoldPrivate(text) ? redactText(text, { kinds: PRIVATE_KINDS }) : text;
}

/** What a terminal obeys, and bidirectional overrides, which reorder what is read. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text of strangers on a terminal: control characters are shown, not obeyed, so that a command cannot repaint the
 * question that is asked about it. Secrets are not shown.
 */
export function printable(text: string): string {
  return withoutSecrets(text).replace(CONTROLS, (char) => {
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    const code = char.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** The same where marks stand below the text: each character is as wide as before. */
export function printableInPlace(text: string): string {
  return text.replace(CONTROLS, (char) => (char === '\t' ? ' ' : '·'));
}

/** What a rule says, on one line however it is written in its file. */
export function sentence(text: string): string {
  return printable(text.trim().replace(/\s*\n\s*/g, ' '));
}

/** One line of at most `limit` characters; the middle gives way, because both ends of a command tell most. */
export function shortened(text: string, limit = 300): string {
  const chars = [...printable(text)];
  if (chars.length <= limit) return chars.join('');
  const half = Math.floor((limit - 5) / 2);
  return `${chars.slice(0, half).join('')} ... ${chars.slice(-half).join('')}`;
}
