import { knownWord, wordValue } from '../../model/word.ts';
import type { Frame } from '../state/frame.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { startInstead } from './instead.ts';
import { aliasOf } from './shell-tables.ts';

/** Interactive shells and sh expand aliases, others run the program of that name: both are recorded. */
export function expandAliases(start: ProgramStart, walker: Walker): void {
  const { argv, frame, lookup } = start;
  const [word, ...rest] = argv;
  const name = wordValue(word);
  if (word === undefined || name === undefined || lookup === 'programs') return;
  const hashed = aliasOf('hashed', name, frame.scope);
  if (hashed !== undefined) {
    const inner = calling(`hashed ${name}`, frame);
    if (inner !== undefined) startInstead({ ...start, frame: inner }, [knownWord(hashed), ...rest], walker);
  }
  // a quoted name is no alias
  if (lookup !== 'shell' || word.text !== name) return;
  const text = aliasOf('plain', name, frame.scope);
  const written = rest.map((argument) => argument.text);
  if (text !== undefined) runAlias(name, [text, ...written], walker, frame);
  if (frame.dialect === 'zsh') expandOthers([name, ...written], walker, frame);
}

/** zsh: `alias -g`, which counts at any word, and `alias -s`, by the ending of the program word. */
function expandOthers(words: readonly string[], walker: Walker, frame: Frame): void {
  const [name = ''] = words;
  const expanded = words.map((word) => aliasOf('global', word, frame.scope) ?? word);
  if (expanded.some((word, index) => word !== words[index])) runAlias(`${words.join(' ')}`, expanded, walker, frame);
  const suffix = /\.([^./]+)$/.exec(name)?.[1];
  const text = suffix === undefined ? undefined : aliasOf('suffix', suffix, frame.scope);
  if (text !== undefined) runAlias(name, [text, ...words], walker, frame);
}

function runAlias(name: string, words: readonly string[], walker: Walker, frame: Frame): void {
  const inner = calling(`alias ${name}`, frame);
  if (inner !== undefined) walker.runCode(words.join(' '), inner.with({ spans: false, scope: frame.scope.child() }));
}

/** Undefined inside of the same: an alias is not expanded in itself. */
function calling(what: string, frame: Frame): Frame | undefined {
  return frame.calls.includes(what) ? undefined : frame.with({ calls: [...frame.calls, what] });
}
