import type { Word } from '../../../model/word.ts';
import { knownWord, wordValue } from '../../../model/word.ts';
import { arrayOf, someArray } from '../../state/arrays.ts';
import { type Feed, linesLeft, textOf } from '../../state/feed.ts';
import { A_NUMBER, eachPath, known, type UnknownValue, unknown, type Value } from '../../state/value.ts';
import { evaluateValue } from '../../word/expand.ts';
import { formatText } from '../../word/format.ts';
import { wordToValue } from '../../word/word-value.ts';
import { assignNamed } from '../assign-named.ts';
import { learnText } from '../file-text.ts';
import { ARITHMETIC, evaluateName } from '../test-command.ts';
import type { Call } from './builtin.ts';

/** `let "x=1"`: each argument is arithmetic. */
export function evaluateAll({ start, frame, walker }: Call): void {
  for (const word of start.argv.slice(1)) {
    if (!walker.record.step()) return;
    const value = wordToValue(word, walker);
    const assigned = value.known ? undefined : /^([A-Za-z_]\w*)=/.exec(value.prefix)?.[1];
    if (assigned !== undefined) frame.scope.assign(assigned, A_NUMBER);
    evaluateValue(value, word.text, walker, frame);
  }
}

/** `test -v name`; `test x -eq y`, whose operands some shells evaluate: ksh, mksh. */
export function test({ start, frame, walker }: Call): void {
  start.argv.forEach((word, index) => {
    const operator = wordValue(word) ?? '';
    const [before, after] = [start.argv[index - 1], start.argv[index + 1]];
    if (after === undefined) return;
    if (operator === '-v') evaluateName(wordToValue(after, walker), walker, frame);
    if (!ARITHMETIC.has(operator)) return;
    // bash, dash and zsh take numbers alone
    for (const operand of [before, after])
      if (operand?.kind === 'known') evaluateValue(known(operand.value), operand.text, walker, frame);
  });
}

/** `wait -p name`. */
export function wait({ start, frame, walker }: Call): void {
  const at = start.argv.findIndex((word) => /^-\w*p$/.test(wordValue(word) ?? ''));
  const name = at < 0 ? undefined : start.argv[at + 1];
  if (name !== undefined) evaluateName(wordToValue(name, walker), walker, frame);
}

/** `printf -v name ..`. What it prints otherwise is told by output.ts. */
export function printf({ start, frame, walker }: Call): void {
  const [, option, ...words] = start.argv;
  const text = wordValue(option) ?? '';
  // zsh prints `-vx` as it stands
  if (frame.dialect === 'posix' || !text.startsWith('-v') || (frame.dialect === 'zsh' && text !== '-v')) return;
  const given = text === '-v' ? words.shift() : knownWord(text.slice(2));
  if (given === undefined) return;
  const name = wordValue(given);
  const values = words.map((word) => wordToValue(word, walker));
  if (name !== undefined) assignNamed(name, formatText(values), { walker, frame });
  else evaluateName(wordToValue(given, walker), walker, frame);
}

/** Options of `read` that take a value; those after which it does not read a line of standard input. */
const READ_VALUES = /[adinNptu]/;
const READS_OTHERWISE = /[dnNt]/;

interface Reading {
  readonly names: readonly string[];
  /** `-r`: a backslash is a character */
  readonly raw: boolean;
  readonly array: string | undefined;
  /** it takes a line of what it reads */
  readonly takesLine: boolean;
  /** `-u`: the number under which that was opened */
  readonly descriptor: string | undefined;
}

function readingOf({ start, frame, walker }: Call): Reading {
  const names: string[] = [];
  let letters = '';
  let array: string | undefined;
  let descriptor: string | undefined;
  for (let i = 1; i < start.argv.length; i++) {
    const word = start.argv[i] as Word;
    const value = wordValue(word);
    if (value?.startsWith('-') && names.length === 0) {
      const valued = value.slice(1).search(READ_VALUES);
      letters += valued < 0 ? value.slice(1) : value.slice(1, valued + 2);
      if (valued < 0) continue;
      const rest = value.slice(valued + 2);
      const given = rest === '' ? wordValue(start.argv[++i]) : rest;
      if (letters.endsWith('a')) array = given;
      if (letters.endsWith('u')) descriptor = given ?? '';
    } else if (value !== undefined) names.push(value);
    else evaluateName(wordToValue(word, walker), walker, frame);
  }
  return { names, raw: letters.includes('r'), array, takesLine: !READS_OTHERWISE.test(letters), descriptor };
}

/** `read x y`: the next line of a known input, else values that are not known. */
export function read(call: Call): void {
  const { names, raw, array, takesLine, descriptor } = readingOf(call);
  const { scope } = call.frame;
  const stdin = feedOf(descriptor, call);
  if (stdin.kind === 'data') learnText(stdin, call.walker, call.frame);
  const line = takesLine ? nextLine(stdin, raw) : unreadLine(stdin);
  const ifs = scope.variables.get('IFS')?.value ?? known(' \t\n');
  if (array === undefined) {
    shareOut(names.length > 0 ? names : ['REPLY'], line, ifs, call);
    return;
  }
  const words = line.known && ifs.known ? fieldsOf(line.text, ifs.text) : undefined;
  const contents = words === undefined ? someArray(unknown('stdin')) : arrayOf(words.map(known));
  scope.assign(array, contents.value, contents);
}

function feedOf(descriptor: string | undefined, { frame, walker }: Call): Feed {
  if (descriptor === undefined || descriptor === '0') return frame.stdin;
  return walker.record.descriptors.get(Number(descriptor)) ?? { kind: 'inherit' };
}

function nextLine(stdin: Feed, raw: boolean): Value {
  const [line] = linesLeft(stdin) ?? [];
  if (stdin.kind !== 'data' || line === undefined) return unreadLine(stdin);
  stdin.taken.lines = (stdin.taken.lines ?? 0) + 1;
  // a backslash keeps what follows it from ending a field
  return raw || !line.includes('\\') ? known(line) : unknown('stdin');
}

function unreadLine(stdin: Feed): Value {
  if (stdin.kind === 'data') stdin.taken.lines = undefined;
  // options that cut the text otherwise may leave all of it
  const text = stdin.kind === 'data' ? textOf(stdin) : undefined;
  if (text !== undefined) return unknown('stdin', { alternatives: [text.trim()] });
  const data = stdin.kind === 'data' && !stdin.data.known ? stdin.data : undefined;
  return unknown(readReason(data), {
    from: data?.from ?? [],
    numeric: data?.numeric ?? false,
    ...(data?.paths === undefined ? {} : eachPath(data.paths)),
  });
}

function readReason(data: UnknownValue | undefined): 'file' | 'stdin' {
  return data?.reason === 'file' ? 'file' : 'stdin';
}

function shareOut(names: readonly string[], line: Value, ifs: Value, call: Call): void {
  const shares = line.known && ifs.known ? fieldsOf(line.text, ifs.text, names.length) : undefined;
  for (const [index, name] of names.entries())
    assignNamed(name, shares === undefined ? (line.known ? unknown('stdin') : line) : known(shares[index] ?? ''), call);
}

/**
 * What `read` cuts a line into: blanks of IFS are trimmed and count as one border, each other character of it as one.
 * The last of `most` fields is the rest of the line. Source: POSIX 2.6.5, read; executed.
 */
function fieldsOf(line: string, ifs: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  const isBlank = (char: string | undefined) => char !== undefined && /[ \t\n]/.test(char) && ifs.includes(char);
  const isMark = (char: string | undefined) => char !== undefined && ifs.includes(char) && !isBlank(char);
  let end = line.length;
  while (isBlank(line[end - 1])) end--;
  const fields: string[] = [];
  let at = 0;
  while (isBlank(line[at])) at++;
  while (at < end) {
    const from = at;
    while (at < end && !ifs.includes(line[at] as string)) at++;
    const to = at;
    while (isBlank(line[at])) at++;
    if (isMark(line[at])) for (at++; isBlank(line[at]); ) at++;
    if (fields.length + 1 < most || at >= end) fields.push(line.slice(from, to));
    else {
      fields.push(line.slice(from, end));
      break;
    }
  }
  return fields;
}

/** `mapfile lines`: an array of what is read. */
export function mapfile({ start, frame, walker }: Call): void {
  const name = wordValue(operandOf(start.argv.slice(1)));
  const data = frame.stdin.kind === 'data' ? frame.stdin.data : undefined;
  if (frame.stdin.kind === 'data') learnText(frame.stdin, walker, frame);
  const lines = linesLeft(frame.stdin);
  const target = name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? name : 'MAPFILE';
  const options = start.argv.slice(1).map((word) => wordValue(word) ?? '-u');
  const isPlain = options.every((option) => !option.startsWith('-') || option === '-t');
  if (lines !== undefined && isPlain && options.includes('-t')) {
    const contents = arrayOf(lines.map(known));
    frame.scope.assign(target, contents.value, contents);
    return;
  }
  const value = data?.known === false ? firstLine({ ...data, reason: readReason(data) }) : unknown('stdin');
  frame.scope.assign(target, value, someArray(value));
}

/** What is known of the first line of a text. */
function firstLine(text: UnknownValue): UnknownValue {
  const { prefix, suffix, template } = text;
  if (!/\n./s.test(prefix + suffix)) return text;
  const [start = '', ...more] = prefix.split('\n');
  if (more.length > 0) return unknown(text.reason, { from: text.from, alternatives: [start] });
  return {
    ...text,
    suffix: suffix.includes('\n') ? '' : suffix,
    template: template?.includes('\n') ? undefined : template,
  };
}

/** The first word that is no option, nor the value of one. */
function operandOf([word, ...rest]: readonly Word[]): Word | undefined {
  const text = wordValue(word) ?? '';
  if (text === '--') return rest[0];
  if (!/^-./.test(text)) return word;
  return operandOf(/^-t*[dnOsucC]$/.test(text) ? rest.slice(1) : rest);
}

/** `getopts spec name`. */
export function getopts({ start, frame }: Call): void {
  const name = wordValue(start.argv[2]);
  if (name !== undefined) frame.scope.assign(name, unknown('variable'));
  frame.scope.assign('OPTARG', unknown('variable'));
}
