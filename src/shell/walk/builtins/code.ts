import { HOLE, HOLE_VARIABLE } from '../../../model/hole.ts';
import type { Word } from '../../../model/word.ts';
import { knownWord, wordValue } from '../../../model/word.ts';
import { baseName } from '../../../util/path.ts';
import { splitAssignment } from '../../../wrappers/words.ts';
import type { Frame } from '../../state/frame.ts';
import type { Scope } from '../../state/scope.ts';
import { concat, EMPTY, known, unknown, type Value } from '../../state/value.ts';
import type { Walker } from '../../state/walker.ts';
import { valueWord } from '../../word/fields.ts';
import { runTemplate } from '../../word/parameter.ts';
import { wordToValue } from '../../word/word-value.ts';
import { assignNamed } from '../assign-named.ts';
import { runCodeWord } from '../code-word.ts';
import { runExitTrap } from '../exit-trap.ts';
import { foundFiles } from '../found-files.ts';
import { runFile } from '../in-file.ts';
import { withUncertainOutput } from '../list.ts';
import { runScriptText, type Script, scriptAt } from '../script-file.ts';
import { bodyOf, defineFunction, programPath, setAlias, textWithHoles } from '../shell-tables.ts';
import { evaluateName } from '../test-command.ts';
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
  const paths = path.kind === 'known' ? [path] : [path, ...foundFiles(path, walker, start.frame)];
  const scripts = paths.flatMap((one) => scriptAt(one, walker, start.frame) ?? []);
  if (scripts.length === 0) frame.stdout?.writeFrom(call.index);
  for (const script of scripts)
    runScriptText(
      script,
      `source ${path.text}`,
      walker,
      frame,
      args.length === 0 ? {} : { positional: [path, ...args] },
    );
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

/** `alias x='code'`, zsh's `alias -g x=..` and `alias -s ending=..`, fish's `alias x 'code'`. */
export function alias({ start, frame, walker }: Call): void {
  const words = start.argv.slice(1);
  const options = words.filter((word) => /^-\w+$/.test(wordValue(word) ?? '')).map((word) => wordValue(word) ?? '');
  const kind = options.some((one) => one.includes('g'))
    ? 'global'
    : options.some((one) => one.includes('s'))
      ? 'suffix'
      : 'plain';
  const texts = words.map((word) => textWithHoles(wordToValue(word, walker)));
  const [first = '', second, ...more] = texts.slice(options.length);
  if (second !== undefined && more.length === 0 && !first.includes('=')) setAlias(kind, first, second, frame.scope);
  for (const text of texts) {
    const match = /^([^=\s]+)=([\s\S]*)$/.exec(text);
    if (match !== null) setAlias(kind, match[1] as string, match[2] as string, frame.scope);
  }
}

export function unalias({ start, frame }: Call): void {
  for (const word of start.argv.slice(1)) {
    const name = wordValue(word);
    if (name !== undefined) setAlias('plain', name, '', frame.scope);
  }
}

/** `hash -p /bin/rm x`, zsh's `hash x=/bin/rm`: x is rm from here on. */
export function hash({ start, frame, walker }: Call): void {
  const { options, operands } = readLetters(start.argv, 'p');
  const given = options.find(({ letter }) => letter === 'p')?.value;
  const path = given === undefined ? undefined : programPath(wordToValue(given, walker));
  const named = options.some(({ letter }) => letter === 'd');
  for (const operand of operands) {
    const { name, value } = splitAssignment(operand) ?? {};
    const place = value === undefined ? undefined : programPath(wordToValue(value, walker));
    if (name !== undefined && place !== undefined && !named) setAlias('hashed', name, place, frame.scope);
    else if (path !== undefined) setAlias('hashed', wordValue(operand) ?? '', path, frame.scope);
  }
}

/** How a builtin runs the value of an option. */
interface CodeOptions {
  /** all letters that take a value */
  readonly valued: string;
  /** its value is code */
  readonly code?: string;
  /** `"\\C-x": code` */
  readonly keyed?: string;
  /** its value is the name of a function */
  readonly function?: string;
  /** its value is expanded */
  readonly text?: string;
}

const COMPLETION: CodeOptions = { valued: 'oAGWFCXPSan', code: 'Cn', function: 'F', text: 'W' };

/** Builtins that take code as an option's value. Source: bash(1) 5.2, complete(1) fish 3.6. */
const CODE_OPTIONS: Readonly<Record<string, CodeOptions>> = {
  mapfile: { valued: 'dnOsuCc', code: 'C' },
  readarray: { valued: 'dnOsuCc', code: 'C' },
  compgen: COMPLETION,
  complete: COMPLETION,
  bind: { valued: 'fqumrx', keyed: 'x' },
};

/** `mapfile -C code`, `compgen -W '$(code)'`, `complete -F function`, `bind -x '"\\C-x": code'`. */
export function codeOptions(call: Call): void {
  const { argv } = call.start;
  const name = wordValue(argv[0]) ?? '';
  const table = CODE_OPTIONS[name];
  if (table === undefined) return;
  const inner = inside(call, name);
  const frame = inner.with({ scope: inner.scope.child(), stdout: undefined });
  for (const { letter, value } of readLetters(argv, table.valued).options) {
    const text = wordValue(value);
    if (value === undefined) continue;
    if (table.code?.includes(letter))
      runCodeWord(letter === 'C' && !frame.isFish ? withArguments(value) : value, `-${letter}`, call.walker, frame);
    if (table.keyed?.includes(letter)) runCodeWord(afterKey(value), `-${letter}`, call.walker, frame);
    if (table.text?.includes(letter) && text !== undefined) runTemplate(text, call.walker, frame);
    // fish completes from what the substitution prints
    if (letter === 'a' && text?.startsWith('(')) call.walker.runCode(text, frame);
    if (table.function?.includes(letter) && text !== undefined && frame.scope.functions.get(text) !== undefined)
      call.walker.start({ argv: [value], assignments: [], redirects: [], frame, lookup: 'shell' });
  }
}

/** The shell puts words of its own behind it: of `x=` the first of them is the program. */
function withArguments(code: Word): Word {
  return code.kind === 'known' ? { ...code, value: `${code.value} "${HOLE_VARIABLE}" "${HOLE_VARIABLE}"` } : code;
}

interface LetterOptions {
  readonly options: readonly { readonly letter: string; readonly value?: Word }[];
  readonly operands: readonly Word[];
}

/** `-tC code`, `-Ccode`, `-t -C code`: the letters, with the value of those that take one. */
function readLetters(argv: readonly Word[], valued: string): LetterOptions {
  const options: { letter: string; value?: Word }[] = [];
  const operands: Word[] = [];
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] as Word;
    const text = wordValue(word) ?? '';
    if (!/^-[A-Za-z]/.test(text)) {
      if (text !== '--') operands.push(word);
      continue;
    }
    const end = [...text].findIndex((letter, index) => index > 0 && valued.includes(letter));
    for (const letter of text.slice(1, end < 0 ? undefined : end)) options.push({ letter });
    if (end < 0) continue;
    const rest = text.slice(end + 1);
    const value = rest === '' ? argv[++at] : knownWord(rest);
    options.push({ letter: text[end] as string, ...(value === undefined ? {} : { value }) });
  }
  return { options, operands };
}

/** `"\\C-x": code` */
function afterKey(word: Word): Word {
  return word.kind === 'known' ? { ...word, value: word.value.replace(/^[^:]*:\s*/, '') } : word;
}

/** zsh's `print -P text` expands it as a prompt. */
export function print(call: Call): void {
  const { start, walker } = call;
  const isPrompt = start.argv.some((word) => /^-[A-Za-z]*P/.test(wordValue(word) ?? ''));
  const frame = inside(call, 'print');
  const { options, operands } = readLetters(start.argv, 'CfuvxX');
  const name = options.find(({ letter }) => letter === 'v')?.value;
  const variable = wordValue(name);
  if (variable !== undefined) {
    // what the letters of its other options make of the text is not computed
    const text = joinedWords(operands, call);
    const isPlain = text?.kind === 'known' && options.length === 1 && !/[-\\]/.test(text.value);
    assignNamed(variable, isPlain ? known(text.value) : unknown('variable'), call);
  } else if (name !== undefined) evaluateName(wordToValue(name, walker), walker, call.frame);
  if (isPrompt)
    for (const word of start.argv.slice(1))
      if (word.kind === 'known') runTemplate(word.value, walker, frame.with({ scope: frame.scope.child() }));
}

/** `fc` runs a line of the history again, except where it lists or stores it. */
export function fc({ start, walker }: Call): void {
  const options = start.argv.map((word) => wordValue(word) ?? '');
  if (!options.some((one) => /^-\w*[lpPRWAI]/.test(one)))
    walker.record.doubt('hidden-code', '`fc` runs an earlier line again', start.span);
}

/** `autoload f`, `autoload /dir/f`: the body of f is the file of that name in FPATH, or in the folder. */
export function autoload({ start, frame, walker }: Call): void {
  for (const word of start.argv.slice(1)) {
    const path = wordValue(word) ?? '';
    const name = baseName(path);
    if (!/^\w[\w.-]*$/.test(name) || (name !== path && !path.startsWith('/'))) continue;
    const paths = name === path ? foldersOf(frame).map((folder) => `${folder}/${name}`) : [path];
    for (const one of paths) {
      const script = scriptAt(knownWord(one), walker, frame);
      if (script !== undefined) loadFunction(name, script, walker, frame);
    }
  }
}

/** The file defines the function, or is the body of it. */
function loadFunction(name: string, { content, file }: Script, walker: Walker, frame: Frame): void {
  if (!content.known) return;
  const { text } = content;
  const defines = new RegExp(`\\bfunction\\s+${name}\\b|\\b${name}\\s*\\(\\)`).test(text);
  const load = (inner: Frame) => {
    if (defines) walker.runCode(text, inner.with({ spans: false }));
    else defineFunction(name, text, walker, inner);
  };
  if (file === undefined) load(frame);
  else runFile({ file, line: defines ? 1 : 0, text: defines ? text : bodyOf(name, text) }, walker, frame, load);
}

function foldersOf({ scope }: Frame): readonly string[] {
  const path = scope.variables.get('FPATH')?.value;
  const listed = scope.variables.get('fpath');
  const words = listed?.words?.map((word) => wordValue(word) ?? '') ?? [];
  const elements = listed?.elements?.map((value) => (value.known ? value.text : '')) ?? [];
  return [...(path?.known ? path.text.split(':') : []), ...words, ...elements].filter((one) => one !== '');
}
