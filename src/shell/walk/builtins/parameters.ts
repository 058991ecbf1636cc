import { type Word, wordValue } from '../../../model/word.ts';
import { arrayOf } from '../../state/arrays.ts';
import type { Exits } from '../../state/exits.ts';
import { DOTGLOB, EXTENDED_GLOB, GLOB_SUBST, type Scope } from '../../state/scope.ts';
import { wordToValue } from '../../word/word-value.ts';
import { ofKind } from '../assign.ts';
import { runExitTrap } from '../exit-trap.ts';
import { fillTable, openTable } from '../shell-tables.ts';
import type { Call } from './builtin.ts';

/** `set -- a b`, `set -euo pipefail`. */
export function set(call: Call): void {
  const { start, frame } = call;
  const { scope } = frame;
  for (let i = 1; i < start.argv.length; i++) {
    const word = start.argv[i];
    const value = wordValue(word);
    if (value === '--' || value === '-') {
      if (value === '--' || i + 1 < start.argv.length) scope.give(start.argv.slice(i + 1));
      return;
    }
    if (value === undefined || !/^[-+]/.test(value)) {
      scope.give(start.argv.slice(i));
      return;
    }
    const letters = value.slice(1);
    if (letters.endsWith('A')) {
      setArray(start.argv.slice(i + 1), call);
      return;
    }
    if (/H/.test(letters) || (letters.endsWith('o') && wordValue(start.argv[i + 1]) === 'histexpand'))
      call.walker.record.doubt('hidden-code', '`!` runs an earlier line again', start.span);
    if (value.startsWith('-')) scope.options += letters;
    else scope.options = [...scope.options].filter((letter) => !letters.includes(letter)).join('');
    if (letters.endsWith('o')) {
      i++;
      if (frame.dialect === 'zsh') setOption(value.startsWith('-') ? '' : 'no', wordValue(start.argv[i]) ?? '', scope);
    }
  }
}

/** ksh and zsh: `set -A name words`. */
function setArray([name, ...words]: readonly Word[], { frame, walker }: Call): void {
  const elements = wordValue(words[0]) === '--' ? words.slice(1) : words;
  const contents = arrayOf(elements.map((word) => wordToValue(word, walker)));
  const text = wordValue(name);
  if (text === undefined) return;
  openTable(text, frame);
  const isAssociative = frame.scope.variable(text)?.associative === true;
  const kind = { ...ofKind(contents, isAssociative), ...(isAssociative && { associative: true }) };
  frame.scope.assign(text, kind.value ?? contents.value, kind);
  fillTable(text, walker, frame);
}

/** `shift [n]`. */
export function shift({ start, frame }: Call): void {
  const count = Number(wordValue(start.argv[1]) ?? (start.argv.length > 1 ? Number.NaN : 1));
  const { positional, perhapsGiven } = frame.scope;
  const settled = positional
    ?.slice(0, count)
    .every((word) => word.kind === 'known' || (word.kind === 'unknown' && word.fields === 'one'));
  // more than there are: refused
  if (settled === true && positional !== undefined && count > positional.length) return;
  frame.scope.give(
    positional === undefined || Number.isNaN(count) || settled !== true ? undefined : positional.slice(count),
  );
  if (positional === undefined && !Number.isNaN(count))
    frame.scope.perhapsGiven = perhapsGiven.map((words) => (count > words.length ? words : words.slice(count)));
}

/** `break`, `continue`: nothing after it runs in this turn. Outside of loops they are errors, and all goes on. */
export function leaveLoop({ start, frame }: Call): void {
  const { scope, leaving } = frame;
  if (leaving?.loop === undefined) return;
  const [name, count] = start.argv.map(wordValue);
  for (const loop of loopsLeft(leaving.loop, start.argv.length === 1 ? 1 : Number(count))) {
    if (name === 'continue') loop.goOn(scope);
    else loop.leave(scope);
  }
  scope.ended = true;
}

/** `break 2` leaves the second loop around, or the outermost; where the number is not known, any of them. */
function loopsLeft(inner: Exits, levels: number): readonly Exits[] {
  const loops: Exits[] = [];
  for (let loop: Exits | undefined = inner; loop !== undefined; loop = loop.outer) loops.push(loop);
  return levels >= 1 ? loops.slice(0, Math.ceil(levels)).slice(-1) : loops;
}

/** `return`: nothing after it runs in this function. */
export function leaveFunction({ frame }: Call): void {
  const { scope, leaving } = frame;
  if (leaving?.call === undefined) return;
  leaving.call.leave(scope);
  scope.ended = true;
}

export function exit({ frame, walker }: Call): void {
  const { onExit } = frame.scope;
  if (onExit !== undefined) runExitTrap(onExit, 'early', walker, frame);
  frame.scope.ended = true;
}

/** zsh: `setopt shwordsplit extendedglob`, `emulate sh`. The letter of the first is y. */
export function setopt({ start, frame }: Call): void {
  const [name = '', ...values] = start.argv.map((word) => wordValue(word) ?? '');
  const { scope } = frame;
  for (const value of values) {
    if (name === 'emulate' && /^(sh|ksh|bash)$/.test(value)) scope.options += 'y';
    else if (value === 'zsh') scope.options = scope.options.replaceAll('y', '');
    else setOption('', value, scope);
  }
}

/** Options of zsh by which words are other words. Source: zshoptions(1) 5.9. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['shwordsplit', 'y'],
  ['globdots', DOTGLOB],
  ['dotglob', DOTGLOB],
  ['extendedglob', EXTENDED_GLOB],
  ['globsubst', GLOB_SUBST],
]);

function setOption(prefix: 'no' | '', written: string, scope: Scope): void {
  const [, no = '', name = ''] = /^(no)?(.*)$/s.exec(written.toLowerCase().replaceAll('_', '')) ?? [];
  const letter = OPTIONS.get(name);
  if (letter === undefined) return;
  if (no === prefix) scope.options += letter;
  else scope.options = scope.options.replaceAll(letter, '');
}

/** `shopt -s dotglob`. */
export function shopt({ start, frame }: Call): void {
  const values = start.argv.map((word) => wordValue(word));
  const { scope } = frame;
  if (!values.includes('dotglob')) return;
  scope.options = scope.options.replaceAll(DOTGLOB, '');
  if (values.includes('-s')) scope.options += DOTGLOB;
}
