import { decodeAnsiC } from '../../encodings/ansi-c.ts';
import type { Ast } from '../parse/parse.ts';
import type { UnknownValue } from '../state/value.ts';

/** Expansions of a word that have to be worked out. */
type ExpansionPart =
  | Ast.SimpleExpansionPart
  | Ast.ParameterExpansionPart
  | Ast.CommandExpansionPart
  | Ast.ArithmeticExpansionPart
  | Ast.ProcessSubstitutionPart
  | Ast.ExtendedGlobPart;

/** How zsh treats `$=x` (splits it), `$~x` (a pattern) and `$^x` (an array, each element with what is around it). */
export type ZshFlag = '=' | '~' | '^';

/** A word taken apart: quoting is resolved, expansions are not yet. */
export type Atom =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'part'; readonly part: ExpansionPart; readonly quoted: boolean; readonly flag?: ZshFlag }
  /** already expanded, but not known: another user's home */
  | { readonly kind: 'value'; readonly value: UnknownValue; readonly quoted: true };

export interface Quoting {
  /** `$'..'` and `$".."` are quotes; else a dollar sign and a quoted string */
  readonly dollarQuotes: boolean;
  readonly zsh?: boolean;
}

type AnyPart = Ast.WordPart;

/** The atoms of a word without parts, or of its parts, in order. */
export function atomsOf(
  word: { readonly text: string; readonly parts?: readonly AnyPart[] | undefined },
  quoting: Quoting,
): Atom[] {
  const atoms: Atom[] = [];
  if (word.parts === undefined) unquotedText(word.text, atoms);
  else for (const part of word.parts) addPart(part, quoting, atoms);
  return atoms;
}

/** The atoms inside double quotes or of an unquoted here-document: nothing splits, few escapes count. */
export function quotedAtoms(parts: readonly AnyPart[], escapes: string): Atom[] {
  const atoms: Atom[] = [];
  for (const part of parts) addQuoted(part, escapes, atoms);
  return atoms;
}

function addPart(part: AnyPart, quoting: Quoting, atoms: Atom[]): void {
  switch (part.type) {
    case 'Literal':
      unquotedText(part.text, atoms);
      return;
    case 'Glob':
      if (part.parts === undefined) atoms.push({ kind: 'text', text: part.text, quoted: false });
      else bracket(part, quoting, atoms);
      return;
    case 'SingleQuoted':
      atoms.push({ kind: 'text', text: part.value, quoted: true });
      return;
    case 'AnsiCQuoted':
      if (quoting.dollarQuotes)
        atoms.push({ kind: 'text', text: decodeAnsiC(ansiText(part.text, quoting)), quoted: true });
      else atoms.push({ kind: 'text', text: `$${part.text.slice(2, -1)}`, quoted: true });
      return;
    case 'LocaleString':
      if (!quoting.dollarQuotes) atoms.push({ kind: 'text', text: '$', quoted: true });
      doubleQuoted(part.parts, atoms);
      return;
    case 'DoubleQuoted':
      doubleQuoted(part.parts, atoms);
      return;
    case 'BraceExpansion':
      if (part.parts === undefined) unquotedText(part.text, atoms);
      else braces(part.parts, quoting, atoms);
      return;
    default:
      atoms.push({ kind: 'part', part, quoted: false });
  }
}

/** zsh drops a backslash in front of a line's end. */
function ansiText(text: string, quoting: Quoting): string {
  const inner = text.slice(2, -1);
  return quoting.zsh === true ? inner.replace(/(?<!\\)((?:\\\\)*)\\\n/g, '$1\n') : inner;
}

function bracket(part: Ast.BracketGlobPart, quoting: Quoting, atoms: Atom[]): void {
  atoms.push({ kind: 'text', text: '[', quoted: false });
  for (const inner of part.parts) addPart(inner, quoting, atoms);
  atoms.push({ kind: 'text', text: ']', quoted: false });
}

function braces(parts: readonly AnyPart[], quoting: Quoting, atoms: Atom[]): void {
  atoms.push({ kind: 'text', text: '{', quoted: false });
  for (const inner of parts) addPart(inner, quoting, atoms);
  atoms.push({ kind: 'text', text: '}', quoted: false });
}

function doubleQuoted(parts: readonly AnyPart[], atoms: Atom[]): void {
  // an empty pair of quotes is an argument of its own
  if (parts.length === 0) atoms.push({ kind: 'text', text: '', quoted: true });
  for (const part of parts) addQuoted(part, '$`"\\', atoms);
}

function addQuoted(part: AnyPart, escapes: string, atoms: Atom[]): void {
  if (part.type === 'Literal') atoms.push({ kind: 'text', text: removeBackslashes(part.text, escapes), quoted: true });
  else if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion')
    atoms.push({ kind: 'part', part, quoted: true });
  else if (part.type === 'CommandExpansion' || part.type === 'ArithmeticExpansion')
    atoms.push({ kind: 'part', part, quoted: true });
  else atoms.push({ kind: 'text', text: part.text, quoted: true });
}

/** `a\ b*` -> `a`, quoted ` `, `b*`. A backslash at the end of the text stands for itself. */
function unquotedText(text: string, atoms: Atom[]): void {
  let start = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', start)) {
    if (at > start) atoms.push({ kind: 'text', text: text.slice(start, at), quoted: false });
    const escaped = text[at + 1];
    if (escaped !== '\n') atoms.push({ kind: 'text', text: escaped ?? '\\', quoted: true });
    start = at + 2;
  }
  if (start < text.length) atoms.push({ kind: 'text', text: text.slice(start), quoted: false });
}

/** Removes backslashes in front of the given characters and joined lines. */
function removeBackslashes(text: string, escapes: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\s\S])/g, (both, char: string) =>
    char === '\n' ? '' : escapes.includes(char) ? char : both,
  );
}
