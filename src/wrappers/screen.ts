import type { Grammar } from '../grammar/grammar.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { shLine } from '../util/sh-quote.ts';
import { startOf } from './peeled.ts';
import { flags, has, optionValue, type Reading, readOptions } from './reading.ts';
import { controlKey } from './typed-keys.ts';
import { joinWords, leadingText } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** The language of `.screenrc`. */
export const SCREEN_CODE = 'screen';

const SCREEN: Grammar = {
  options: [...flags('aADdilLmnOqrRUvVwWxX'), '-ls', ...flags('cehpsStT', '=text')],
  optionsFirst: true,
  source: 'screen(1) 4.9',
};

/** Options of the command `screen` within screen. */
const WINDOW: Grammar = { options: [...flags('aflLMU'), ...flags('hntT', '=text')], optionsFirst: true };

interface Session {
  /** as the option -S gives it */
  readonly name: string;
  readonly window: string;
  readonly depth: number;
}

type Command = (words: readonly Word[], session: Session) => readonly Peeled[];

const within =
  (skip: number): Command =>
  (words, session) =>
    command(words.slice(skip), session);

/** Keys in front of a command, with options. */
const bound: Command = (words, session) => {
  const { operands } = readOptions({ options: [...flags('kmad'), '-c =text'], optionsFirst: true }, words);
  return command(operands.slice(1), session);
};

const register = (name: Word | undefined) => `screen register ${name?.text ?? ''}`;

/** Commands of screen that start or type something, and what their words are. Source: screen(1) 4.9, CUSTOMIZATION. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['stuff', (words, { window }) => typed(window, words.slice(1))],
  // `[newcommand] fdpat command`: the pattern of descriptors may be missing
  ['exec', (words) => startOf(words.slice(/^[.!:|]+$/.test(leadingText(words[1] ?? knownWord(''))) ? 2 : 1))],
  ['screen', (words, { name }) => startedWindow(name, withoutNumber(readOptions(WINDOW, words).operands))],
  ['chdir', ([, folder], { name }) => chdir(folder, name)],
  ['eval', (words, session) => words.slice(1).flatMap((word) => screenText(word, session))],
  ['backtick', (words) => startOf(words.slice(4))],
  ['shell', (words) => startOf(words.slice(1, 2))],
  ['defshell', (words) => startOf(words.slice(1, 2))],
  ['bind', bound],
  ['bindkey', bound],
  ['at', within(2)],
  ['idle', within(2)],
  ['onlyif', within(2)],
  ['source', ([, path]) => (path === undefined ? [] : [commandFile(path)])],
  ['register', (words) => buffered(readOptions({ options: ['-e =text'], optionsFirst: true }, words).operands)],
  ['readreg', ([, name, path]) => fromFile(register(name), path)],
  ['readbuf', (words) => fromFile(register(knownWord('.')), words.at(-1))],
  ['process', ([, name], { window }) => [{ kind: 'typed', into: window, what: { from: register(name) } }]],
  ['paste', ([, name], { window }) => [{ kind: 'typed', into: window, what: { from: register(name) } }]],
  ['setenv', (words) => variable(words)],
  [
    'unsetenv',
    ([, name]) => (name === undefined ? [] : startOf([knownWord('env'), knownWord('-u'), name, knownWord('true')])),
  ],
]);

const windows = (name: string) => `screen windows ${name}`;

/** `chdir DIR`: later windows start there. */
function chdir(folder: Word | undefined, name: string): readonly Peeled[] {
  const text = joinWords([knownWord('cd '), folder ?? knownWord(''), knownWord('\n')], '');
  return [{ kind: 'typed', into: windows(name), what: { text }, holds: 'this' }];
}

/** A window of its own, in the folder where an earlier `chdir` of the line went: as if it had been typed there. */
function startedWindow(name: string, words: readonly Word[]): readonly Peeled[] {
  const values = words.map(wordValue);
  if (values.length === 0 || values.includes(undefined)) return startOf(words);
  return [{ kind: 'typed', into: windows(name), what: { text: knownWord(`${shLine(values as string[])}\n`) } }];
}

function variable([, name, value]: readonly Word[]): readonly Peeled[] {
  const text = wordValue(name);
  if (text === undefined) return [];
  return startOf([knownWord('true')], { assignments: [{ name: text, value: value ?? knownWord('') }] });
}

function buffered([name, text]: readonly Word[]): readonly Peeled[] {
  return text === undefined
    ? []
    : [{ kind: 'typed', into: register(name), what: { text: unescaped(text) }, holds: 'this' }];
}

function fromFile(into: string, file: Word | undefined): readonly Peeled[] {
  return file === undefined ? [] : [{ kind: 'typed', into, what: { file }, holds: 'this' }];
}

function withoutNumber(words: readonly Word[]): readonly Word[] {
  const isNumber = /^\d+$/.test(wordValue(words[0]) ?? '');
  const rest = isNumber ? words.slice(1) : words;
  return wordValue(rest[0])?.startsWith('//') ? [] : rest;
}

function typed(into: string, words: readonly Word[]): readonly Peeled[] {
  return words.map((word) => ({ kind: 'typed', into, what: { text: unescaped(word) } }));
}

/** screen's own escapes in texts: `^M`, `\015`, `\n`. */
function unescaped(word: Word): Word {
  const read = (text: string) =>
    text.replace(/\^([@-_a-z?])|\\([0-7]{1,3}|[\s\S])/g, (_, control?: string, code = '') => {
      if (control !== undefined) return control === '?' ? '\x7f' : controlKey(control);
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
      return { n: '\n', r: '\r', t: '\t', e: '', b: '\b' }[code as string] ?? code;
    });
  if (word.kind === 'known') return knownWord(read(word.value), word.text);
  return word.kind === 'unknown' ? { ...word, prefix: read(word.prefix), suffix: read(word.suffix) } : word;
}

function command(words: readonly Word[], session: Session): readonly Peeled[] {
  const name = wordValue(words[0]);
  if (name === undefined) return words.length === 0 ? [] : [HIDDEN];
  return session.depth > 5 ? [HIDDEN] : (COMMANDS.get(name)?.(words, { ...session, depth: session.depth + 1 }) ?? []);
}

const HIDDEN: Peeled = { kind: 'doubt', code: 'hidden-code', detail: 'a command of screen that is not known' };

function screenText(word: Word, session: Session): readonly Peeled[] {
  const text = wordValue(word);
  return text === undefined ? [HIDDEN] : screenCommands(text, session);
}

const WORD = /"((?:[^"\\]|\\.)*)"?|'([^']*)'?|((?:[^\s"'\\]|\\.)+)|\\/g;

/** Commands in a text of screen's own language, one a line. */
export function screenCommands(
  text: string,
  session: Session = { name: '', window: 'screen', depth: 0 },
): readonly Peeled[] {
  return text.split('\n').flatMap((line) => {
    if (/^\s*#/.test(line)) return [];
    const words = [...line.matchAll(WORD)].map(([all, double, single, bare]) =>
      knownWord(double ?? single ?? bare ?? all),
    );
    return command(words, session);
  });
}

function commandFile(path: Word): Peeled {
  const isInput = /^(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(wordValue(path) ?? '');
  return isInput ? { kind: 'stdin-code', language: SCREEN_CODE } : { kind: 'script-file', language: SCREEN_CODE, path };
}

function nameOf(reading: Reading): string {
  return optionValue(reading, '-S', '-r', '-x')?.text ?? '';
}

function windowOf(reading: Reading): string {
  return `screen ${nameOf(reading)} ${optionValue(reading, '-p')?.text ?? ''}`;
}

/** `screen [options] command`; -X sends a command to a running screen. */
export const SCREEN_FAMILY: WrapperFamily = {
  names: ['screen'],
  peel: ({ argv }) => {
    const reading = readOptions(SCREEN, argv);
    const { operands, doubts } = reading;
    if (has(reading, '-X'))
      return [...command(operands, { name: nameOf(reading), window: windowOf(reading), depth: 0 }), ...doubts];
    const rc = optionValue(reading, '-c');
    const files = rc === undefined ? [] : [commandFile(rc)];
    const shell = optionValue(reading, '-s');
    const started = has(reading, '-r', '-x', '-ls') ? [] : startOf(withoutNumber(operands));
    return [...files, ...(shell === undefined ? [] : startOf([shell])), ...started, ...doubts];
  },
};
