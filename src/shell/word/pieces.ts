import { type UnknownValue, unknown, type Value } from '../state/value.ts';

/**
 * The number of fields of an unknown value: one (`false`), any number (`true`), one or, if it is empty and alone, none
 * (`absent`), one for each name that its pattern matches (`files`), or one for each element of a list (`list`).
 */
export type Many = boolean | 'absent' | 'files' | 'list';

/** A piece of an expanded word, before field splitting. */
export type Piece =
  /** `quoted` text neither splits nor matches files */
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'hole'; readonly value: UnknownValue; readonly many: Many }
  /** a field ends here */
  | { readonly kind: 'border' };

const DEFAULT_IFS = ' \t\n';

export const BORDER: Piece = { kind: 'border' };

export function quotedText(text: string): Piece {
  return { kind: 'text', text, quoted: true };
}

/** A value that stays one field, or a part of one. */
export function wholeValue(value: Value): Piece {
  return value.known ? quotedText(value.text) : { kind: 'hole', value, many: false };
}

/** How unquoted values are split. */
export interface Splitting {
  /** undefined = not known */
  readonly ifs: string | undefined;
  /** false in zsh: a variable's value stays whole and is no pattern */
  readonly splits: boolean;
  /** zsh's `globsubst`: it is one all the same */
  readonly globs?: boolean;
}

/** A variable's value without quotes. */
export function splitValue(value: Value, splitting: Splitting): Piece[] {
  if (splitting.splits) return splitOutput(value, splitting.ifs);
  if (value.known) return [{ kind: 'text', text: value.text, quoted: value.text !== '' && splitting.globs !== true }];
  return [{ kind: 'hole', value, many: mayBeEmpty(value) ? 'absent' : false }];
}

/** Splits output of a substitution, and in most shells any value, at IFS. */
export function splitOutput(value: Value, ifs: string | undefined): Piece[] {
  if (!value.known) {
    const stays = value.numeric || (value.plain === true && ifs === DEFAULT_IFS);
    const many = stays ? false : ifs !== '' || (mayBeEmpty(value) && 'absent');
    return [{ kind: 'hole', value: many === true ? cutAt(value, ifs) : value, many }];
  }
  if (ifs !== undefined) return splitText(value.text, ifs);
  return [{ kind: 'hole', value: unknown('variable', { alternatives: [value.text] }), many: value.text !== '' }];
}

/** Of a value that splits at other characters than blanks: what its first field starts with, and its last one ends with. */
function cutAt(value: UnknownValue, ifs: string | undefined): UnknownValue {
  if (ifs === DEFAULT_IFS) return value;
  const isBorder = (char: string) => ifs === undefined || ifs.includes(char);
  const { prefix, suffix, alternatives } = value;
  const start = [...prefix].findIndex(isBorder);
  const end = [...suffix].findLastIndex(isBorder);
  if (start < 0 && end < 0 && alternatives === undefined) return value;
  const blanked = (text: string) => [...text].map((char) => (isBorder(char) ? ' ' : char)).join('');
  return {
    ...value,
    prefix: start < 0 ? prefix : prefix.slice(0, start),
    suffix: suffix.slice(end + 1),
    template: undefined,
    ...(ifs === undefined ? {} : { alternatives: alternatives?.map(blanked) }),
  };
}

function mayBeEmpty(value: UnknownValue): boolean {
  return !value.numeric && value.prefix === '' && value.suffix === '';
}

/** A text that is cut into fields. */
export function splitText(text: string, ifs: string): Piece[] {
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
      // a delimiter that is no blank ends even an empty field; blanks before it belong to it
      if (last !== 'blank' || pieces.length === 1) close(field === '');
      last = 'mark';
    }
  }
  if (field !== '') pieces.push({ kind: 'text', text: field, quoted: false });
  return pieces;
}

/** The pieces of a list, with a field border between the elements. */
export function borderBetween(groups: readonly (readonly Piece[])[]): Piece[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [BORDER, ...group]));
}
