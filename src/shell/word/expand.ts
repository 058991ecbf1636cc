import { HOLE_VARIABLE } from '../../model/hole.ts';
import type { Assignment } from '../../model/invocation.ts';
import type { Span, Word } from '../../model/word.ts';
import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import { DOTGLOB, EXTENDED_GLOB, GLOB_SUBST, type Variable } from '../state/scope.ts';
import { EMPTY, known, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { assignEvaluated, expandArithmetic, expandArithmeticOperand } from './arithmetic.ts';
import { type Atom, atomsOf, type Quoting, quotedAtoms, type ZshFlag } from './atoms.ts';
import { expandBraces } from './brace.ts';
import { anyMatch, hiddenMatches } from './dotglob.ts';
import type { Expansion } from './expansion.ts';
import { type Field, toFields, toValue, valueWord, withFileText } from './fields.ts';
import { expandParameter, expandSimple, runTemplate } from './parameter.ts';
import { type Piece, quotedText, splitOutput, splitValue, wholeValue } from './pieces.ts';
import { expandTilde } from './tilde.ts';
import { doubtQualifiers, expandEquals, hasCodeQualifier, isNoArithmetic, quotedSubscripts, zshAtoms } from './zsh.ts';

/** Braces come before variables: `{$a,}b` is `$ab` and `b`. */
function extendVariableNames(atoms: readonly Atom[]): readonly Atom[] {
  const grown: Atom[] = [];
  for (const atom of atoms) {
    const before = grown.at(-1);
    const isName = before?.kind === 'part' && !before.quoted && /^\$[A-Za-z_]\w*$/.test(before.part.text);
    const more = isName && atom.kind === 'text' && !atom.quoted ? (/^\w+/.exec(atom.text)?.[0] ?? '') : '';
    if (more === '' || !isName || atom.kind !== 'text' || before.part.type !== 'SimpleExpansion') {
      grown.push(atom);
      continue;
    }
    grown[grown.length - 1] = { ...before, part: { ...before.part, text: before.part.text + more } };
    if (more !== atom.text) grown.push({ ...atom, text: atom.text.slice(more.length) });
  }
  return grown;
}

/** Expands one word of the line to fields: none, one or several. */
export function expandWord(word: Ast.Word, walker: Walker, frame: Frame): readonly Word[] {
  const span = spanOf(word, frame);
  if (word.parts === undefined && isPlain(word.text, frame)) {
    const { text } = word;
    return [span === undefined ? { kind: 'known', value: text, text } : { kind: 'known', value: text, text, span }];
  }
  const atoms = wordAtoms(word, frame);
  if (frame.dialect === 'zsh')
    for (const subscript of quotedSubscripts(word.text, frame)) runTemplate(subscript, walker, frame);
  const written = span === undefined ? { text: withoutHoles(word.text) } : { text: word.text, span };
  if (atoms.length > 0 && atoms.every(isQuotedText) && walker.record.expands(atoms.length, atoms.length))
    return [{ kind: 'known', value: atoms.map(({ text }) => text).join(''), ...written }];
  if (frame.dialect === 'zsh' && isExtendedGlob(atoms, frame)) {
    expandAtoms(atoms, expansionFor(walker, frame));
    return [anyMatch({ kind: 'glob', pattern: '*', ...written })];
  }
  const variants = frame.dialect === 'posix' ? [atoms] : expandBraces(atoms);
  if (variants === undefined) {
    expandAtoms(atoms, expansionFor(walker, frame));
    return [{ kind: 'unknown', prefix: '', suffix: '', fields: 'any', reason: 'brace-limit', ...written }];
  }
  const words: Word[] = [];
  for (const variant of variants) {
    const expansion = expansionFor(walker, frame);
    const named = variant === atoms || frame.dialect === 'zsh' ? variant : extendVariableNames(variant);
    const expanded = expandAtoms(argumentTilde(named, expansion), expansion);
    const pieces = frame.dialect === 'zsh' ? expandEquals(expanded) : expanded;
    if (frame.dialect === 'zsh') doubtQualifiers(pieces, walker);
    const { origins } = expansion;
    const source = origins.length === 0 ? written : { ...written, origin: origins.join(', ') };
    const globs = !frame.scope.options.includes('f');
    for (const field of toFields(pieces, source, globs)) {
      const { word } = field;
      words.push(word);
      if (word.kind === 'glob' && frame.scope.options.includes(DOTGLOB)) words.push(...hiddenMatches(word));
      if (field.from.length > 0) walker.record.printedBy.set(word, field.from);
      if (field.template !== undefined) walker.record.templates.set(word, field.template);
      if (field.numeric === true) walker.record.numbers.add(word);
      if (field.isName === true) walker.record.names.add(word);
      if (field.isList === true) walker.record.lists.add(word);
      if (field.assumed !== undefined) walker.record.assumed.set(word, field.assumed);
      for (const stream of expansion.streams) walker.record.streams.set(word, stream);
    }
    rememberFileWords(words, pieces, expansion, (known) => toFields(known, source, globs));
  }
  return words;
}

/** The words that the text of files makes of the one unknown word. */
function rememberFileWords(
  words: readonly Word[],
  pieces: readonly Piece[],
  { ifs, walker }: Expansion,
  cut: (pieces: readonly Piece[]) => readonly Field[],
): void {
  const last = words.at(-1);
  if (last?.kind !== 'unknown' || pieces.some(({ kind }) => kind === 'border')) return;
  const known = withFileText(pieces, ifs);
  if (known === undefined) return;
  walker.record.fileWords.set(
    last,
    cut(known).map(({ word }) => word),
  );
}

/** `^keep`, `*~*.c`, `a#`: zsh patterns, which match other names than the same text as a plain pattern. */
function isExtendedGlob(atoms: readonly Atom[], { scope }: Frame): boolean {
  if (!scope.options.includes(EXTENDED_GLOB)) return false;
  return atoms.some((atom, index) => {
    if (atom.kind !== 'text' || atom.quoted) return false;
    return /[#^~]/.test(index === 0 && atom.text.startsWith('~') ? atom.text.slice(1) : atom.text);
  });
}

/** A variable of ours that stands for a piece of text that is not known is shown as what it is. */
function withoutHoles(text: string): string {
  return text.replaceAll(HOLE_VARIABLE, '…');
}

/** One word for all words beyond the limit. */
export const REMAINING_WORDS: Word = {
  kind: 'unknown',
  prefix: '',
  suffix: '',
  fields: 'any',
  reason: 'brace-limit',
  text: '..',
};

/** Any words, which may be the ones that matter: `cat a a a .. KEY`. */
export function remainingWords({ record }: Walker): Word {
  record.doubt('too-many', 'more words than are looked at');
  return REMAINING_WORDS;
}

export function expandWords(words: readonly Ast.Word[], walker: Walker, frame: Frame): Word[] {
  const all: Word[] = [];
  for (const word of words) {
    if (walker.record.isFull()) return [...all, remainingWords(walker)];
    if (all.length <= LIMITS.words) all.push(...expandWord(word, walker, frame));
    else expandValue(word, walker, frame); // what it runs it runs all the same
  }
  return all.length > LIMITS.words ? [...all, remainingWords(walker)] : all;
}

/** One value, never split or matched: assignments, `case` words, here-strings. */
export function expandValue(
  word: Ast.Word,
  walker: Walker,
  frame: Frame,
  use: 'assignment' | 'plain' = 'plain',
): Value {
  if (word.parts === undefined && isPlain(word.text, frame) && !word.text.includes('~')) return known(word.text);
  const expansion = expansionFor(walker, frame);
  let atoms: readonly Atom[] = wordAtoms(word, frame);
  atoms = programInZsh(atoms, frame) ?? expandTilde(atoms, expansion, use === 'assignment' ? 'assignment' : 'start');
  return toValue(expandAtoms(atoms.map(quoted), expansion));
}

/** The same as a `Word`, for the target of a redirection. */
export function expandToWord(word: Ast.Word, walker: Walker, frame: Frame): Word {
  const words = expandWord(word, walker, frame);
  const [only] = words;
  if (words.length === 1 && only !== undefined && only.kind !== 'glob') return only;
  const span = spanOf(word, frame);
  return valueWord(words.length === 0 ? EMPTY : unknown(only?.kind === 'glob' ? 'glob' : 'expansion'), {
    text: word.text,
    ...(span === undefined ? {} : { span }),
  });
}

/** The target of a redirection: the pattern of one that the shell expands against the disk. */
export function expandTarget(word: Ast.Word, walker: Walker, frame: Frame): Word {
  const [only, ...others] = expandWord(word, walker, frame);
  return only?.kind === 'glob' && others.length === 0 ? only : expandToWord(word, walker, frame);
}

/** A pattern of `case`, `${x#..}`, `${x/..}`: quoted characters are escaped. Undefined where not known. */
export function expandPattern(word: Ast.Word, walker: Walker, frame: Frame): string | undefined {
  const expansion = expansionFor(walker, frame);
  let pattern = '';
  for (const piece of expandAtoms(wordAtoms(word, frame), {
    ...expansion,
    ifs: '',
    splits: frame.dialect !== 'zsh',
  })) {
    if (piece.kind === 'hole') return undefined;
    if (piece.kind === 'text') pattern += piece.quoted ? piece.text.replace(/[*?[\]\\]/g, '\\$&') : piece.text;
  }
  return pattern;
}

/** The body of a here-document. */
export function expandHereDocument(body: Ast.HereDocBody, isQuoted: boolean, walker: Walker, frame: Frame): Value {
  if (isQuoted) return known(body.text);
  const parts = body.parts ?? [{ type: 'Literal' as const, pos: 0, end: 0, value: body.text, text: body.text }];
  return toValue(expandAtoms(quotedAtoms(parts, '$`\\'), expansionFor(walker, frame)));
}

/** Text that some shells take for commands. */
export function doubtArithmetic(text: string, { record }: Walker, { dialect }: Frame): void {
  if (dialect === 'zsh' && isNoArithmetic(text))
    record.doubt('parser-doubt', 'brackets of arithmetic that do not match');
}

/** `((..))` and the parts of `for ((..;..;..))`. */
export function evaluateArithmetic(expression: Ast.ArithmeticExpression, walker: Walker, frame: Frame): void {
  expandArithmetic(expression, expansionFor(walker, frame));
}

/** A word whose text bash evaluates as arithmetic: an operand of `-eq`, an argument of `let`. */
export function evaluateText(word: Ast.Word, walker: Walker, frame: Frame): Value {
  const value = expandValue(word, walker, frame);
  return expandArithmeticOperand(value, word.text, expansionFor(walker, frame));
}

/** The same for a value. */
export function evaluateValue(value: Value, what: string, walker: Walker, frame: Frame): Value {
  return expandArithmeticOperand(value, what, expansionFor(walker, frame));
}

/** Assigns to a name; see assignEvaluated. */
export function assignValue(
  name: string,
  value: Value,
  { walker, frame }: { readonly walker: Walker; readonly frame: Frame },
  more?: Omit<Variable, 'value'>,
): void {
  assignEvaluated(name, value, expansionFor(walker, frame), more);
}

export function assignmentWord(assignment: Ast.Assignment, value: Value, frame: Frame): Assignment {
  const span = spanOf(assignment, frame);
  const written = {
    text: assignment.text.slice(assignment.text.indexOf('=') + 1),
    ...(span === undefined ? {} : { span }),
  };
  return {
    name: assignment.name,
    value: valueWord(value, written),
    ...(assignment.append === true ? { append: true } : {}),
    ...(span === undefined ? {} : { span }),
  };
}

export function spanOf(node: { readonly pos: number; readonly end: number }, frame: Frame): Span | undefined {
  return frame.spans ? { start: node.pos, end: node.end } : undefined;
}

const QUOTING = { dollarQuotes: true };
const POSIX_QUOTING = { dollarQuotes: false };
const ZSH_QUOTING = { dollarQuotes: true, zsh: true };

function wordAtoms(word: Ast.Word, frame: Frame): readonly Atom[] {
  const atoms = atomsOf(word, quotingOf(frame));
  if (frame.dialect !== 'zsh') return atoms;
  // zsh drops a trailing backslash
  if (/(?<!\\)(?:\\\\)*\\$/.test(word.text.slice(-99))) atoms.pop();
  return word.text.includes('$') ? zshAtoms(atoms) : atoms;
}

function quotingOf({ dialect }: Frame): Quoting {
  if (dialect === 'bash') return QUOTING;
  return dialect === 'zsh' ? ZSH_QUOTING : POSIX_QUOTING;
}

/** No character that starts an expansion; `~` and `=` only where they are literal, braces only if empty. */
const PLAIN = /^(?:[\w./:@%+,^-][\w./:@%+,^=-]*|\{?\}|\{)$/;

function isPlain(text: string, frame: Frame): boolean {
  if (frame.dialect === 'zsh' && frame.scope.options.includes(EXTENDED_GLOB) && text.includes('^')) return false;
  return PLAIN.test(text) || (text.startsWith('=') && frame.dialect !== 'zsh' && PLAIN.test(text.slice(1)));
}

function isQuotedText(atom: Atom): atom is Atom & { readonly kind: 'text' } {
  return atom.kind === 'text' && atom.quoted;
}

function quoted(atom: Atom): Atom {
  return atom.quoted ? atom : { ...atom, quoted: true as const };
}

/** zsh's `=rm`: the full path of the program. */
function programInZsh([first, ...more]: readonly Atom[], { dialect }: Frame): readonly Atom[] | undefined {
  if (dialect !== 'zsh' || first?.kind !== 'text' || first.quoted || more.length > 0) return undefined;
  return /^=[\w.-]+$/.test(first.text)
    ? [{ kind: 'text', text: `/usr/bin/${first.text.slice(1)}`, quoted: true }]
    : undefined;
}

function argumentTilde(atoms: readonly Atom[], expansion: Expansion): readonly Atom[] {
  const first = atoms[0];
  if (first?.kind !== 'text' || first.quoted) return atoms;
  const looksLikeAssignment = /^[A-Za-z_]\w*=/.test(first.text) && expansion.frame.dialect !== 'posix';
  return expandTilde(atoms, expansion, looksLikeAssignment ? 'after-equals' : 'start');
}

function separatorsOf({ scope }: Frame): string | undefined {
  const variable = scope.variables.get('IFS');
  if (variable === undefined || variable.unset === true) return ' \t\n';
  return variable.value.known ? variable.value.text : undefined;
}

function expansionFor(walker: Walker, frame: Frame): Expansion {
  const expansion: Expansion = {
    walker,
    frame,
    ifs: frame.isFish ? '\n' : separatorsOf(frame),
    splits: frame.dialect !== 'zsh' || frame.scope.options.includes('y'),
    globs: frame.scope.options.includes(GLOB_SUBST),
    origins: [],
    streams: [],
    value: (word) => expandValue(word, walker, frame),
    pattern: (word) => expandPattern(word, walker, frame),
    pieces: (word, isQuoted) => {
      const atoms = wordAtoms(word, frame);
      const pieces = expandAtoms(expandTilde(isQuoted ? atoms.map(quoted) : atoms, expansion, 'start'), expansion);
      if (frame.dialect === 'zsh') doubtQualifiers(pieces, walker);
      // the operand of `${x:-a b}` splits like any value
      return pieces.flatMap((piece) =>
        piece.kind === 'text' && !piece.quoted ? splitValue(known(piece.text), expansion) : [piece],
      );
    },
    parts: (parts) => toValue(expandAtoms(quotedAtoms(parts, '$`"\\'), expansion)),
  };
  return expansion;
}

/** Raises the nesting: expansions inside of expansions are scanned again at each level. */
function deeper(expansion: Expansion): Expansion {
  const { walker, frame, origins, streams } = expansion;
  return { ...expansionFor(walker, frame.with({ nesting: frame.nesting + 3 })), origins, streams };
}

function expandAtoms(atoms: readonly Atom[], expansion: Expansion): Piece[] {
  const { record } = expansion.walker;
  const pieces: Piece[] = [];
  for (const atom of atoms) {
    const before = pieces.length;
    if (atom.kind === 'text') pieces.push(atom);
    else if (atom.kind === 'value') pieces.push(wholeValue(atom.value));
    else pieces.push(...expandPart(atom, expansion));
    if (!record.expands(pieces.length - before + stretchesIn(pieces, before), pieces.length))
      return [{ kind: 'hole', value: unknown('expansion'), many: true }];
  }
  return pieces;
}

/** Long texts count as several pieces: joined, they are copied. */
function stretchesIn(pieces: readonly Piece[], from: number): number {
  let stretches = 0;
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece?.kind === 'text') stretches += piece.text.length >> 9;
  }
  return stretches;
}

function flaggedExpansion(flag: ZshFlag, expansion: Expansion): Expansion {
  return { ...expansion, splits: true, ...(flag === '~' ? { ifs: '' } : {}) };
}

/** zsh splits output, but does not match it as a pattern. */
function outputPieces(value: Value, { ifs, frame }: Expansion): readonly Piece[] {
  const pieces = splitOutput(value, ifs);
  if (frame.dialect !== 'zsh') return pieces;
  return pieces.map((piece) => (piece.kind === 'text' ? { ...piece, quoted: piece.text !== '' } : piece));
}

function expandPart(atom: Atom & { kind: 'part' }, expansion: Expansion): readonly Piece[] {
  const { walker, frame } = expansion;
  const { part, quoted: isQuoted } = atom;
  if (frame.nesting > LIMITS.nesting) {
    walker.record.doubt('too-deep', 'expansions that are nested too deeply');
    return [{ kind: 'hole', value: unknown('expansion'), many: !isQuoted }];
  }
  const piecesOf = (value: Value) => (isQuoted ? [wholeValue(value)] : outputPieces(value, expansion));
  switch (part.type) {
    case 'SimpleExpansion':
      // each element gets the text around the array
      if (atom.flag === '^') return [{ kind: 'hole', value: unknown('variable'), many: true }];
      return expandSimple(part, isQuoted, atom.flag === undefined ? expansion : flaggedExpansion(atom.flag, expansion));
    case 'ParameterExpansion':
      return expandParameter(part, isQuoted, deeper(expansion));
    case 'CommandExpansion':
      return piecesOf(frame.assumeUnset ? EMPTY : walker.substitute(part.script, frame));
    case 'ArithmeticExpansion':
      doubtArithmetic(part.text, walker, frame);
      return piecesOf(expandArithmetic(part.expression, deeper(expansion)));
    case 'ProcessSubstitution': {
      const stream = walker.processSubstitution(part, frame);
      expansion.streams.push(stream);
      return [
        {
          kind: 'hole',
          value: unknown('command-output', { prefix: '/dev/fd/', from: stream.known ? [] : stream.from }),
          many: false,
        },
      ];
    }
    case 'ExtendedGlob': {
      if (frame.dialect === 'zsh' && hasCodeQualifier(part.text))
        walker.record.doubt('hidden-code', `\`${part.text}\` runs code for each name`);
      const inner = part.parts === undefined ? EMPTY : expansion.parts(part.parts);
      return isQuoted
        ? [quotedText(part.text)]
        : [{ kind: 'hole', value: unknown('glob', { from: inner.known ? [] : inner.from }), many: true }];
    }
  }
}
