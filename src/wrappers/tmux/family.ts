import type { Grammar } from '../../grammar/grammar.ts';
import { NO_LEVEL } from '../../grammar/level.ts';
import type { Assignment } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { joinedCode, shellCode, startOf } from '../peeled.ts';
import { flags, has, optionValue, optionValues, type Reading, readOptions } from '../reading.ts';
import { namedKeys, numberedKeys } from '../typed-keys.ts';
import { joinWords, leadingText, splitAssignment } from '../words.ts';
import type { Peeled, WrapperFamily } from '../wrapper.ts';
import { type TmuxKind, tmuxCommand } from './commands.ts';
import { tmuxCommandsIn } from './text.ts';

export const TMUX_CODE = 'tmux';

const MAX_DEPTH = 5;

interface Call {
  readonly reading: Reading;
  readonly depth: number;
}

/** `#(command)` in a format is run by a shell. */
function formatCode(words: readonly Word[]): readonly Peeled[] {
  return words.flatMap((word) =>
    [...(wordValue(word) ?? leadingText(word)).matchAll(/(?<!#)(?:##)*#\(([^)]*)\)/g)].map(([, code = '']) =>
      shellCode(knownWord(code)),
    ),
  );
}

/** One word is a text of tmux's language, several are the words of commands. */
function commandsIn(words: readonly Word[], depth: number): readonly Peeled[] {
  if (depth > MAX_DEPTH) return [{ kind: 'doubt', code: 'too-deep', detail: 'tmux commands within each other' }];
  const text = wordValue(words[0]);
  if (words.length !== 1) return tmuxLine(words, depth + 1);
  if (text !== undefined) return tmuxText(text, depth + 1);
  return [{ kind: 'doubt', code: 'hidden-code', detail: 'a tmux command that is not known' }];
}

export function tmuxText(text: string, depth = 0): readonly Peeled[] {
  return tmuxCommandsIn(text).flatMap((words) => tmuxStart(words, depth));
}

function assignmentsOf(reading: Reading): readonly Assignment[] {
  return optionValues(reading, '-e').flatMap((word) => splitAssignment(word) ?? []);
}

function window({ reading }: Call): readonly Peeled[] {
  const { operands } = reading;
  const assignments = assignmentsOf(reading);
  const effects = assignments.length === 0 ? undefined : { assignments };
  const [first, ...rest] = operands;
  const formats = formatCode(optionValues(reading, '-F', '-n', '-T'));
  if (first === undefined) return [...formats, ...environment(assignments), ...startFolder(reading)];
  return [...formats, ...(rest.length === 0 ? [shellCode(first, effects)] : startOf(operands, effects))];
}

/** `-c DIR`: the shell in the new pane starts there, as if that had been typed. */
function startFolder(reading: Reading): readonly Peeled[] {
  const folder = wordValue(optionValue(reading, '-c'));
  if (folder === undefined) return [];
  const text = knownWord(`cd ${shQuote(folder)}\n`);
  const names = [optionValue(reading, '-s')?.text, optionValue(reading, '-n')?.text, ''];
  return [...new Set(names.flatMap((name) => name ?? []))].map((name) => ({
    kind: 'typed',
    into: `tmux pane ${name}`,
    what: { text },
  }));
}

/** A variable of what tmux starts later, as rules see it in front of a start. */
function environment(assignments: readonly Assignment[]): readonly Peeled[] {
  return assignments.length === 0 ? [] : startOf([knownWord('true')], { assignments });
}

function variable({ reading }: Call): readonly Peeled[] {
  const [name, value] = reading.operands;
  if (name === undefined) return [];
  if (has(reading, '-u', '-r')) return startOf([knownWord('env'), knownWord('-u'), name, knownWord('true')]);
  const text = wordValue(name);
  return text === undefined ? [] : environment([{ name: text, value: value ?? knownWord('') }]);
}

function keys({ reading }: Call): readonly Peeled[] {
  const { operands } = reading;
  if (has(reading, '-X')) {
    const isPipe = /^(copy-)?pipe/.test(wordValue(operands[0]) ?? '');
    return isPipe ? operands.slice(1, 2).map((code) => shellCode(code)) : [];
  }
  const text = has(reading, '-H')
    ? numberedKeys(operands, 16)
    : has(reading, '-l')
      ? joinWords(operands, '')
      : namedKeys(operands);
  const times = Math.min(100, Math.max(1, Number(wordValue(optionValue(reading, '-N')) ?? 1) || 1));
  const all = joinWords(
    Array.from({ length: operands.length === 0 ? 0 : times }, () => text),
    '',
  );
  return operands.length === 0 ? [] : [{ kind: 'typed', into: pane(reading), what: { text: all } }];
}

function pane(reading: Reading): string {
  return `tmux pane ${optionValue(reading, '-t')?.text ?? ''}`;
}

function buffer(reading: Reading): string {
  return `tmux buffer ${optionValue(reading, '-b')?.text ?? ''}`;
}

function setBuffer({ reading }: Call): readonly Peeled[] {
  const [text] = reading.operands;
  if (text === undefined) return [];
  return [{ kind: 'typed', into: buffer(reading), what: { text }, holds: has(reading, '-a') ? 'more' : 'this' }];
}

function loadBuffer({ reading }: Call): readonly Peeled[] {
  const [path] = reading.operands;
  if (path === undefined) return [];
  return [{ kind: 'typed', into: buffer(reading), what: { file: path }, holds: 'this' }];
}

/** Options whose value is a command; the rest may hold formats. */
const RUN_BY_SHELL = ['default-command', 'copy-command', 'lock-command', 'editor'];

function option({ reading, depth }: Call): readonly Peeled[] {
  const [name, ...values] = reading.operands;
  const written = (wordValue(name) ?? '').replace(/\[.*$/, '');
  const is = (full: string) => written.length > 2 && full.startsWith(written);
  if (RUN_BY_SHELL.some(is)) return joinedCode(values);
  if (is('default-shell')) return startOf(values);
  if (is('command-alias')) {
    const alias = splitAssignment(values[0] ?? knownWord(''));
    return alias === undefined ? [] : commandsIn([alias.value], depth);
  }
  return formatCode(values);
}

function condition({ reading, depth }: Call): readonly Peeled[] {
  const [test, ...branches] = reading.operands;
  if (test === undefined) return [];
  const tested = has(reading, '-F') ? formatCode([test]) : [shellCode(test)];
  return [...tested, ...branches.flatMap((branch) => commandsIn([branch], depth))];
}

function menu({ reading, depth }: Call): readonly Peeled[] {
  return reading.operands.flatMap((word, at) => (at % 3 === 2 ? commandsIn([word], depth) : formatCode([word])));
}

function files({ reading }: Call): readonly Peeled[] {
  return reading.operands.map(commandFile);
}

function commandFile(path: Word): Peeled {
  const isInput = /^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(wordValue(path) ?? '');
  return isInput ? { kind: 'stdin-code', language: TMUX_CODE } : { kind: 'script-file', language: TMUX_CODE, path };
}

const PEELS: Readonly<Record<TmuxKind, (call: Call) => readonly Peeled[]>> = {
  other: () => [],
  window,
  code: ({ reading, depth }) =>
    has(reading, '-C') ? commandsIn(reading.operands, depth) : joinedCode(reading.operands),
  condition,
  keys,
  commands: ({ reading, depth }) => (reading.operands.length === 0 ? [] : commandsIn(reading.operands, depth)),
  binding: ({ reading, depth }) => (reading.operands.length < 2 ? [] : commandsIn(reading.operands.slice(1), depth)),
  menu,
  option,
  variable,
  file: files,
  detach: ({ reading }) => optionValues(reading, '-E').map((code) => shellCode(code)),
  'set-buffer': setBuffer,
  'load-buffer': loadBuffer,
  'paste-buffer': ({ reading }) => [{ kind: 'typed', into: pane(reading), what: { from: buffer(reading) } }],
  capture: ({ reading }) =>
    has(reading, '-p') ? [] : [{ kind: 'typed', into: buffer(reading), what: 'unknown', holds: 'this' }],
};

/** One command; of one that is not known only formats are looked at. */
function tmuxStart(words: readonly Word[], depth: number): readonly Peeled[] {
  const command = tmuxCommand(wordValue(words[0]) ?? '');
  if (command === undefined || command.kind === 'other') return formatCode(words);
  const grammar: Grammar = {
    options: [...flags(command.flags), ...flags(command.valued, '=text')],
    optionsFirst: true,
  };
  const reading = readOptions(grammar, words, NO_LEVEL);
  return [...PEELS[command.kind]({ reading, depth }), ...reading.doubts];
}

/** Several commands are separated by a word `;`, or a word that ends with one. */
function tmuxLine(words: readonly Word[], depth = 0): readonly Peeled[] {
  const found: Peeled[] = [];
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    const value = wordValue(words[at]);
    const ends = value?.endsWith(';') === true && !value.endsWith('\\;');
    if (at < words.length && !ends) continue;
    const last = ends && value.length > 1 ? [knownWord(value.slice(0, -1))] : [];
    found.push(...tmuxStart([...words.slice(from, at), ...last], depth));
    from = at + 1;
  }
  return found;
}

const TMUX: Grammar = {
  options: [...flags('2CDluvVN'), '-c =code', ...flags('fLST', '=text')],
  optionsFirst: true,
  source: 'tmux(1) 3.3a',
};

export const TMUX_FAMILY: WrapperFamily = {
  names: ['tmux', 'byobu', 'byobu-tmux', 'tmate'],
  peel: ({ argv }) => {
    const reading = readOptions(TMUX, argv);
    const code = optionValue(reading, '-c');
    return [
      ...(code === undefined ? [] : [shellCode(code)]),
      ...optionValues(reading, '-f').map(commandFile),
      ...tmuxLine(reading.operands),
      ...(has(reading, '-C') ? [{ kind: 'stdin-code', language: TMUX_CODE } as const] : []),
      ...reading.doubts,
    ];
  },
};
