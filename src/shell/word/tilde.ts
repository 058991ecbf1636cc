import { known, unknown, type Value } from '../state/value.ts';
import type { Atom } from './atoms.ts';
import type { Expansion } from './expansion.ts';
import { lookup } from './variables.ts';

/** Where a tilde is expanded besides the start of a word: in an assignment after `:`, in `x=~` after `=` and `:`. */
export type TildePositions = 'start' | 'assignment' | 'after-equals';

/** Replaces unquoted `~`, `~/..`, `~+`, `~user` by the directory. */
export function expandTilde(atoms: readonly Atom[], expansion: Expansion, positions: TildePositions): readonly Atom[] {
  if (!atoms.some((atom) => atom.kind === 'text' && !atom.quoted && atom.text.includes('~'))) return atoms;
  return atoms.flatMap((atom, index) => {
    if (atom.kind !== 'text' || atom.quoted) return [atom];
    const isLast = index === atoms.length - 1;
    return inText(atom.text, { isFirst: index === 0, isLast, positions }, expansion);
  });
}

interface TextPosition {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly positions: TildePositions;
}

function inText(text: string, { isFirst, isLast, positions }: TextPosition, expansion: Expansion): Atom[] {
  const cut = positions === 'start' ? undefined : positions === 'assignment' ? /(?<=:)/ : /(?<=^[A-Za-z_]\w*=)|(?<=:)/;
  const stretches = cut === undefined ? [text] : text.split(cut);
  return stretches.flatMap((stretch, at) => {
    const starts = at > 0 || (isFirst && positions !== 'after-equals');
    const ends = at < stretches.length - 1 || isLast;
    return starts ? replaceTilde(stretch, ends, expansion) : [{ kind: 'text', text: stretch, quoted: false }];
  });
}

/** `ends`: nothing quoted follows that would be part of the user's name. */
function replaceTilde(text: string, ends: boolean, expansion: Expansion): Atom[] {
  const match = /^~([\w.+-]*)(?=[/:]|($))/.exec(text);
  const home = match === null || (match[2] !== undefined && !ends) ? undefined : homeOf(match[1] ?? '', expansion);
  if (match === null || home === undefined) return [{ kind: 'text', text, quoted: false }];
  const rest: Atom = { kind: 'text', text: text.slice(match[0].length), quoted: false };
  if (home.known) return [{ kind: 'text', text: home.text, quoted: true }, rest];
  return [{ kind: 'value', value: home, quoted: true }, rest];
}

/** Undefined: the tilde is literal. */
function homeOf(user: string, expansion: Expansion): Value | undefined {
  const { scope } = expansion.frame;
  if (user === '') return lookup('HOME', expansion).value ?? unknown('variable');
  if (user === '+') return scope.cwd === undefined ? unknown('variable') : known(scope.cwd);
  if (user === '-') return lookup('OLDPWD', expansion).value;
  if (user === 'root') return known('/root');
  return unknown('expansion');
}
