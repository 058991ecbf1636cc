import type { Ast } from '../parse/parse.ts';
import type { Atom, ZshFlag } from './atoms.ts';

/** Expansions of zsh that the parser reads as text: `$a[1]`, `$#a`, `$=x`. */
export function zshAtoms(atoms: readonly Atom[]): readonly Atom[] {
  const found: Atom[] = [];
  for (let i = 0; i < atoms.length; i++) {
    const atom = atoms[i] as Atom;
    if (atom.kind === 'text' && !atom.quoted && atom.text.includes('$')) {
      found.push(...flagged(atom.text));
      continue;
    }
    const name = atom.kind === 'part' && atom.part.type === 'SimpleExpansion' ? atom.part.text.slice(1) : undefined;
    const [text, taken] = name === undefined ? ['', 0] : textFrom(atoms, i + 1, atom.quoted);
    const subscript = /^[A-Za-z_]\w*$/.test(name ?? '') ? /^\[([^[\]]*)\]/.exec(text) : null;
    const counted = name === '#' ? /^[A-Za-z_]\w*/.exec(text) : null;
    const match = subscript ?? counted;
    if (match === null || name === undefined) {
      found.push(atom);
      continue;
    }
    const part = subscript === null ? parameter(match[0], { prefix: '#' }) : parameter(name, { index: match[1] ?? '' });
    found.push({ kind: 'part', part, quoted: atom.quoted });
    const rest = text.slice(match[0].length);
    if (rest !== '') found.push({ kind: 'text', text: rest, quoted: atom.quoted });
    i += taken;
  }
  return found;
}

/** The text right behind an expansion, and the number of atoms that it spans. */
function textFrom(atoms: readonly Atom[], from: number, quoted: boolean): readonly [string, number] {
  let text = '';
  let at = from;
  for (; at < atoms.length; at++) {
    const atom = atoms[at] as Atom;
    if (atom.kind !== 'text' || atom.quoted !== quoted) break;
    text += atom.text;
  }
  return [text, at - from];
}

function parameter(name: string, more: { prefix?: '#'; index?: string }): Ast.ParameterExpansionPart {
  const text = more.index ?? '';
  const word = { type: 'Word', text, value: text, pos: 0, end: 0 } as Ast.Word;
  const part = { type: 'ParameterExpansion', text: `\${${name}}`, parameter: name, pos: 0, end: 0 };
  return {
    ...part,
    ...(more.prefix && { prefix: more.prefix }),
    ...(more.index !== undefined && { index: word }),
  } as Ast.ParameterExpansionPart;
}

const FLAGGED = /\$([=~^])[=~^]*([A-Za-z_]\w*)/g;

function flagged(text: string): Atom[] {
  const atoms: Atom[] = [];
  let start = 0;
  for (const match of text.matchAll(FLAGGED)) {
    const [all, flag, name] = match;
    if (match.index > start) atoms.push({ kind: 'text', text: text.slice(start, match.index), quoted: false });
    const part = { type: 'SimpleExpansion', text: `$${name}`, pos: 0, end: 0 } as Ast.SimpleExpansionPart;
    atoms.push({ kind: 'part', part, quoted: false, flag: flag as ZshFlag });
    start = match.index + all.length;
  }
  if (start < text.length) atoms.push({ kind: 'text', text: text.slice(start), quoted: false });
  return atoms;
}

/** Glob qualifiers that run code on every name: `*(e:'code':)`, `*(+function)`. Source: zshexpn(1), executed. */
export function hasCodeQualifier(pattern: string): boolean {
  return /\((?:#q)?[-./=*%@!,^~pNDTFUGRWXrwxstSAIEnoOLmah0-9[\]]*(?:e[^\w\s|)]|\+\w)/.test(pattern);
}

/** `((` with brackets that do not match is no arithmetic but two subshells. Executed, zsh 5.9. */
export function isNoArithmetic(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]]/g)) {
    open += bracket === '[' ? 1 : -1;
    if (open < 0) return true;
  }
  return open > 0;
}
