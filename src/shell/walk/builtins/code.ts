import { HOLE } from '../../../model/hole.ts';
import type { Word } from '../../../model/word.ts';
import { knownWord, wordValue } from '../../../model/word.ts';
import type { Frame } from '../../state/frame.ts';
import type { Scope } from '../../state/scope.ts';
import { concat, EMPTY, known, type Value } from '../../state/value.ts';
import type { Walker } from '../../state/walker.ts';
import { valueWord } from '../../word/fields.ts';
import { wordToValue } from '../../word/word-value.ts';
import { runCodeWord } from '../code-word.ts';
import { runExitTrap } from '../exit-trap.ts';
import { withUncertainOutput } from '../list.ts';
import { runScriptText, scriptAt } from '../script-file.ts';
import type { Call } from './builtin.ts';

function inside({ frame, index }: Call, name: string): Frame {
  return frame.with({ spans: false, depth: frame.depth + 1, via: [...frame.via, { name, invocation: index }] });
}

/** Nobody writes code in so many words; each is put to the others. */
const MAX_WORDS = 2000;

/** `eval a b`: its words joined are code, run in this shell. */
export function evaluate(call: Call): void {
  const { start, walker } = call;
  const words = start.argv.slice(wordValue(start.argv[1]) === '--' ? 2 : 1);
  if (words.length > MAX_WORDS) walker.record.doubt('too-many', 'code of more words than are looked at', start.span);
  const code = joinedWords(words.slice(0, MAX_WORDS), call);
  if (code !== undefined) runCodeWord(code, 'eval', walker, inside(call, 'eval'));
}

function joinedWords(words: readonly Word[], { walker }: Call): Word | undefined {
  if (words.length <= 1) return words[0];
  let value: Value = EMPTY;
  let from: readonly number[] = [];
  words.forEach((word, index) => {
    value = concat(value, concat(known(index === 0 ? '' : ' '), codeOf(word, walker)));
    from = [...from, ...(walker.record.printedBy.get(word) ?? [])];
  });
  const joined = valueWord(value, { text: words.map((word) => word.text).join(' ') });
  const { printedBy, templates, assumed } = walker.record;
  if (from.length > 0) printedBy.set(joined, from);
  const textOf = (word: Word, texts: ReadonlyMap<Word, string>) =>
    texts.get(word) ?? templates.get(word) ?? wordText(word);
  templates.set(joined, words.map((word) => textOf(word, templates)).join(' '));
  if (words.some((word) => assumed.has(word)))
    assumed.set(joined, words.map((word) => textOf(word, assumed)).join(' '));
  return joined;
}

function wordText(word: Word): string {
  if (word.kind === 'known') return word.value;
  return word.kind === 'glob' ? word.pattern : `${word.prefix}${HOLE}${word.suffix}`;
}

/** A pattern is code as it stands: it is matched again when the code runs. */
function codeOf(word: Word, walker: Walker): Value {
  return word.kind === 'glob' && !walker.record.templates.has(word) ? known(word.pattern) : wordToValue(word, walker);
}

/** `. file`, `source file args`: read in this shell. */
export function source(call: Call): void {
  const { start, walker } = call;
  // fish's reads standard input where no file is named
  const [, path = knownWord('/dev/stdin'), ...args] = start.argv;
  const frame = inside(call, 'source');
  const value = wordValue(path);
  if (value === '/dev/stdin' || value === '/dev/fd/0' || value === '-') {
    const { stdin } = start.frame;
    if (stdin.kind === 'data') runScriptText({ content: stdin.data, onDisk: false }, 'source', walker, frame, {});
    return;
  }
  const script = scriptAt(path, walker, start.frame);
  if (script === undefined) {
    frame.stdout?.writeFrom(call.index);
    return;
  }
  runScriptText(script, `source ${path.text}`, walker, frame, args.length === 0 ? {} : { positional: [path, ...args] });
}

/** `trap 'code' EXIT`. */
export function trap(call: Call): void {
  const { start, walker, index } = call;
  const operands = start.argv.slice(1).filter((word) => wordValue(word) !== '--');
  const [action, ...signals] = operands;
  const text = wordValue(action);
  if (action === undefined || signals.length === 0 || /^-[lpP]/.test(text ?? '')) return;
  const frame = inside(call, 'trap');
  const { scope } = frame;
  const onExit = signals.some((word) => /^(?:EXIT|0)$/i.test(wordValue(word) ?? ''));
  if (onExit) scope.onExit = undefined;
  if (text === '-' || text === '') return;
  if (!onExit) {
    runCaught(signals, frame.with({ scope: scope.child() }), scope, (inner) =>
      runCodeWord(action, 'trap', walker, inner),
    );
    return;
  }
  const set = { code: action, invocation: index, inFile: frame.inFile, source: frame.source, found: [] };
  runExitTrap(set, 'early', walker, call.frame);
  scope.onExit = set;
}

/** Sent by people, and mostly to end things. */
const FROM_OUTSIDE = /^(?:SIG)?(?:INT|TERM|HUP|QUIT|1|2|3|15)$/i;

/** The code may run at any time from here on: what it changes and prints may be changed and printed. */
function runCaught(signals: readonly Word[], frame: Frame, scope: Scope, run: (frame: Frame) => void): void {
  if (signals.every((word) => FROM_OUTSIDE.test(wordValue(word) ?? ''))) {
    run(frame.with({ stdout: undefined }));
    return;
  }
  withUncertainOutput(frame, run);
  scope.merge([frame.scope, scope.child()]);
}

/** `alias x='code'`. */
export function alias({ start, frame, walker }: Call): void {
  for (const word of start.argv.slice(1)) {
    const value = wordToValue(word, walker);
    const match = /^([^=\s]+)=([\s\S]*)$/.exec(value.known ? value.text : '');
    if (match !== null) frame.scope.aliases.set(match[1] as string, match[2] as string);
  }
}

export function unalias({ start, frame }: Call): void {
  for (const word of start.argv.slice(1)) {
    const name = wordValue(word);
    if (name !== undefined) frame.scope.aliases.set(name, '');
  }
}

/** `hash -p /bin/rm x`: x is rm from here on. */
export function hash({ start, frame }: Call): void {
  const [, option, path, name] = start.argv.map(wordValue);
  if (option !== '-p' || path === undefined || name === undefined) return;
  frame.scope.aliases.set(name, path);
}

/** Builtins that take code as an option's value: `mapfile -C code`, `complete -C code`, `bind -x 'key: code'`. */
export function codeOption(option: string): (call: Call) => void {
  return (call) => {
    const { argv } = call.start;
    argv.forEach((word, index) => {
      const code = argv[index + 1];
      if (wordValue(word) !== option || code === undefined) return;
      const frame = inside(call, wordValue(argv[0]) ?? '');
      runCodeWord(
        afterKey(code, option),
        `${option}`,
        call.walker,
        frame.with({ scope: frame.scope.child(), stdout: undefined }),
      );
    });
  };
}

/** `"\C-x": code` */
function afterKey(word: Word, option: string): Word {
  if (option !== '-x' || word.kind !== 'known') return word;
  return { ...word, value: word.value.replace(/^[^:]*:\s*/, '') };
}
