import type { UnknownValue, Value } from '../value.ts';

/** One stretch of an expanded word, before it is cut into fields. */
export type Piece =
  /** `quoted` text neither splits nor matches files */
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `many`: becomes any number of fields */
  | { readonly kind: 'hole'; readonly value: UnknownValue; readonly many: boolean }
  /** a field ends here */
  | { readonly kind: 'border' };

export const BORDER: Piece = { kind: 'border' };

export function quotedText(text: string): Piece {
  return { kind: 'text', text, quoted: true };
}

/** A value that stays one field, or a part of one. */
export function wholeValue(value: Value): Piece {
  return value.known ? quotedText(value.text) : { kind: 'hole', value, many: false };
}

/** Unquoted: the value splits at IFS. `ifs` undefined = not known. */
export function splitValue(value: Value, ifs: string | undefined): Piece[] {
  if (!value.known) return [{ kind: 'hole', value, many: !value.numeric && ifs !== '' }];
  if (ifs === undefined) {
    const { text } = value;
    return [
      {
        kind: 'hole',
        value: { known: false, prefix: '', suffix: '', reason: 'variable', numeric: false, from: [] },
        many: text !== '',
      },
    ];
  }
  return splitText(value.text, ifs);
}

const DEFAULT_IFS = ' \t\n';

function splitText(text: string, ifs: string): Piece[] {
  if (ifs === '' || text === '') return [{ kind: 'text', text, quoted: false }];
  if (ifs === DEFAULT_IFS && !/[ \t\n]/.test(text)) return [{ kind: 'text', text, quoted: false }];
  const pieces: Piece[] = [];
  let field = '';
  let last: 'text' | 'blank' | 'mark' | 'start' = 'start';
  const close = (empty: boolean) => {
    if (field !== '' || empty) pieces.push({ kind: 'text', text: field, quoted: field === '' });
    pieces.push(BORDER);
    field = '';
  };
  for (const char of text) {
    if (!ifs.includes(char)) {
      field += char;
      last = 'text';
    } else if (/[ \t\n]/.test(char)) {
      if (last === 'text' || last === 'start') {
        close(false);
        last = 'blank';
      }
    } else {
      // a delimiter that is no blank closes a field even where it is empty; blanks before it belong to it
      if (last !== 'blank' || pieces.length === 1) close(field === '');
      last = 'mark';
    }
  }
  if (field !== '') pieces.push({ kind: 'text', text: field, quoted: false });
  return pieces;
}

/** Lists stand with a field border between their elements. */
export function borderBetween(groups: readonly (readonly Piece[])[]): Piece[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [BORDER, ...group]));
}
