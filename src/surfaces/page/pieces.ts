import type { Pieces } from '../../model/inbox-page.ts';
import { el } from './dom.ts';

/** Text of strangers: what was made visible in it is marked, and a line break breaks the line behind its mark. */
export function shown(pieces: Pieces): readonly (Node | string)[] {
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : el('mark', {}, piece === '\\n' ? '\\n\n' : piece)));
}

/** A sentence: what stands between backticks is code. */
export function prose(text: string): readonly (Node | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : el('code', {}, part)));
}

/** On one line. */
export function plain(pieces: Pieces, limit = 120): string {
  const chars = [...pieces.join('')];
  return chars.length <= limit ? chars.join('') : `${chars.slice(0, limit - 1).join('')}…`;
}
