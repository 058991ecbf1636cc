import { knownWord, type Word, wordValue } from '../../model/word.ts';
import { editedText } from '../../wrappers/typed-keys.ts';
import { joinWords } from '../../wrappers/words.ts';
import type { Peeled, TypedText } from '../../wrappers/wrapper.ts';
import { errorsOf, parseScript } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';
import { runCodeWord } from './code-word.ts';
import { runScriptText, scriptAt } from './script-file.ts';

type Typed = Peeled & { readonly kind: 'typed' };

const OPTIONS = { shell: 'unknown', positional: [] } as const;
const STDIN = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

/**
 * Text that is typed into a terminal, or put into a buffer from where it can be, run as shell code together with what the line
 * typed there before. Files are looked at alone: what is joined to them is not followed.
 */
export function runTyped({ into, what, holds }: Typed, program: string, walker: Walker, frame: Frame): void {
  const { record } = walker;
  const file =
    typeof what === 'object' && 'file' in what && !STDIN.includes(wordValue(what.file) ?? '') ? what.file : undefined;
  if (file !== undefined) {
    runFile(file, program, walker, frame);
    return;
  }
  const words = [...(holds === 'this' ? [] : (record.typed.get(into) ?? [])), ...textsOf(what, walker, frame)];
  const text = edited(words);
  record.typed.set(into, holds === undefined ? sinceReturn(words) : words);
  // a buffer of unknown text is asked about where it is typed
  if (wordValue(text)?.trim() === '' || (what === 'unknown' && holds !== undefined)) return;
  runMaybeCode(text, walker, () => runCodeWord(text, program, walker, frame, OPTIONS));
}

const UNKNOWN_TEXT: Word = { kind: 'unknown', text: '', prefix: '', suffix: '', fields: 'one', reason: 'stdin' };

function textsOf(what: TypedText, { record }: Walker, { stdin }: Frame): readonly Word[] {
  if (what === 'unknown') return [UNKNOWN_TEXT];
  if ('text' in what) return [what.text];
  if ('from' in what) return record.typed.get(what.from) ?? [];
  if (stdin.kind !== 'data') return [];
  return [stdin.data.known ? knownWord(stdin.data.text) : UNKNOWN_TEXT];
}

function edited(words: readonly Word[]): Word {
  const joined = words.length === 0 ? knownWord('') : joinWords(words, '');
  return joined.kind === 'known' ? knownWord(editedText(joined.value), joined.text) : joined;
}

/** A line that moves the shell in the terminal, for what is typed there later. */
const MOVES = /^\s*(?:cd|pushd)(?:\s[^;&|\n\r]*)?$/;

/** The line that is still open, which is typed on, behind those that move. */
function sinceReturn(words: readonly Word[]): readonly Word[] {
  const last = words.findLastIndex((word) => word.kind === 'known' && /[\r\n]/.test(word.value));
  if (last < 0) return words;
  const typed = words.slice(0, last + 1).map((word) => wordValue(word) ?? '');
  const lines = typed.join('').split(/[\r\n]+/);
  const moved = lines.slice(0, -1).filter((line) => MOVES.test(line));
  return [knownWord([...moved, lines.at(-1) ?? ''].join('\n')), ...words.slice(last + 1)];
}

function runFile(path: Word, program: string, walker: Walker, frame: Frame): void {
  const script = scriptAt(path, walker, frame);
  if (script === undefined) return;
  const { content } = script;
  const text = content.known ? knownWord(content.text) : UNKNOWN_TEXT;
  runMaybeCode(text, walker, () => runScriptText(script, program, walker, frame, OPTIONS));
}

/** Text that is no shell code is for another program, and no doubt. */
function runMaybeCode(text: Word, { record }: Walker, run: () => void): void {
  const isCode = text.kind !== 'known' || errorsOf(parseScript(text.value), text.value).length === 0;
  if (isCode) run();
  else record.withoutRecordingDoubts(run);
}
