import type { Grammar } from '../grammar/grammar.ts';
import { HOLE_VARIABLE } from '../model/hole.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { shWord } from '../util/sh-quote.ts';
import { joinedCode, shellCode, startOf } from './peeled.ts';
import { flags, has, longs, optionValue, type Reading, readOptions } from './reading.ts';
import { type Item, isPlain, substitute, unknownWord } from './words.ts';
import type { Effects, KnownInput, Peeled, WrapperFamily } from './wrapper.ts';

const PARALLEL: Grammar = {
  options: [
    ...flags('0kmqrtuvXxpD'),
    ...longs(
      'null keep-order quote no-run-if-empty verbose ungroup group line-buffer lb dry-run dryrun bar eta progress',
    ),
    ...longs(
      'pipe pipepart xargs shellquote linebuffer halt-on-error tag no-notice will-cite bg fg wait semaphore link',
    ),
    ...longs('files fast round-robin hashbang citation help version tty sshloginfile-default onall nonall cleanup'),
    '-a --arg-file =path',
    '-j --jobs --max-procs -P =text',
    '-I --replace =text',
    '-S --sshlogin =text',
    '-C --colsep =text',
    '-d --delimiter =text',
    '-n --max-args =text',
    '-N --max-replace-args =text',
    '-L --max-lines =text',
    '-s --max-chars =text',
    '-E =text',
    '-J --profile =text',
    ...flags('eil', '[=text]'),
    ...longs(
      'arg-file-sep arg-sep basefile block delay env halt joblog load memfree nice plus recend recstart',
      '=text',
    ),
    ...longs(
      'results retries return rpl seqreplace sshloginfile tagstring tempdir tmpdir timeout transferfile',
      '=text',
    ),
    ...longs('trim wd workdir limit filter compress-program termseq cat fifo', '=text'),
    ...longs('shuf resume resume-failed transfer hgrp plain'),
  ],
  optionsFirst: true,
  abbreviations: false,
  source: 'parallel(1) 20221122, online',
};

const SOURCES = /^(:::\+?|::::\+?)$/;
const PLACEHOLDERS = ['{/.}', '{//}', '{/}', '{.}', '{#}', '{%}', '{1}', '{2}', '{3}', '{}'];
/** More arguments than this are one unknown argument. */
const MAX_KNOWN_ARGUMENTS = 64;

interface Call {
  readonly command: readonly Word[];
  /** arguments that stand in the line; undefined = they come from standard input or a file */
  readonly items: readonly Word[] | undefined;
}

function readCall(operands: readonly Word[]): Call {
  const at = operands.findIndex((word) => SOURCES.test(wordValue(word) ?? ''));
  if (at < 0) return { command: operands, items: undefined };
  const items = operands.slice(at + 1);
  const simple = wordValue(operands[at]) === ':::' && !items.some((word) => SOURCES.test(wordValue(word) ?? ''));
  const listed = simple && items.length <= MAX_KNOWN_ARGUMENTS;
  return { command: operands.slice(0, at), items: listed ? items : undefined };
}

function putKnown(text: string, placeholder: string, value: string): Word {
  return knownWord(text.replaceAll(placeholder, shWord(value)));
}

/** In a line for a shell what is put in is quoted, so that it is never more than an argument. */
const UNKNOWN_ITEM = `"${HOLE_VARIABLE}"`;

function putAll(text: string, marks: readonly string[], instead: string): Word {
  return knownWord(marks.reduce((done, mark) => done.replaceAll(mark, instead), text));
}

function withItem(command: readonly Word[], placeholder: string | undefined, item: Word): readonly Word[] {
  const marks = placeholder === undefined ? PLACEHOLDERS : [placeholder];
  const value = wordValue(item);
  const put = (word: Word): Word => {
    const exact =
      value === undefined || word.kind !== 'known' ? word : putKnown(word.value, placeholder ?? '{}', value);
    if (exact.kind === 'known' && !isPlain(putAll(exact.value, marks, '')))
      return putAll(exact.value, marks, UNKNOWN_ITEM);
    const part: Item = { prefix: '', suffix: '', reason: 'stdin' };
    const whole = item.kind === 'unknown' ? item : part;
    return marks.reduce((done, mark) => substitute(done, mark, mark === '{}' || placeholder ? whole : part), exact);
  };
  const replaced = command.map(put);
  const used = replaced.some((word, at) => wordValue(word) !== wordValue(command[at]));
  return used ? replaced : [...command, value === undefined ? item : knownWord(shWord(value))];
}

function effectsOf(reading: Reading): Effects {
  const host = optionValue(reading, '--sshlogin', '--sshloginfile');
  return host === undefined || wordValue(host) === ':' ? {} : { elsewhere: `ssh ${host.text}` };
}

/** A line of standard input each, where the arguments do not stand in the line. */
function itemsRead(reading: Reading, stdin: KnownInput | undefined): readonly Word[] {
  const isOther = has(reading, '--arg-file', '--colsep', '--delimiter', '-n', '-N', '-L', '-X', '-m', '--xargs');
  if (stdin !== undefined && !isOther && 'text' in stdin) {
    const lines = stdin.text.replace(/[\n\0]$/, '').split(has(reading, '-0', '--null') ? '\0' : '\n');
    if (lines.length <= MAX_KNOWN_ARGUMENTS) return lines.map((line) => knownWord(line));
  }
  const found = stdin !== undefined && 'paths' in stdin && !isOther ? stdin.paths : {};
  return [unknownWord({ reason: 'stdin', fields: 'one', ...found })];
}

function peelParallel(argv: readonly Word[], stdin: KnownInput | undefined): readonly Peeled[] {
  const reading = readOptions(PARALLEL, argv);
  const { command, items: given } = readCall(reading.operands);
  const effects = effectsOf(reading);
  const isRead = !reading.operands.some((word) => SOURCES.test(wordValue(word) ?? ''));
  const items = given ?? itemsRead(reading, isRead ? stdin : undefined);
  const placeholder = wordValue(optionValue(reading, '--replace'));
  if (has(reading, '--pipe', '--pipepart')) return [...joinedCode(command, effects), ...reading.doubts];
  // without a command every argument is a command itself
  if (command.length === 0) return [...items.map((item) => shellCode(item, effects)), ...reading.doubts];
  const lines = items.map((item) => withItem(command, placeholder, item));
  // what it puts in is quoted, so that plain words stay the words they are
  const start = (words: readonly Word[]) =>
    words.every((word) => isPlain(word) || items.includes(word)) ? startOf(words, effects) : joinedCode(words, effects);
  return [...lines.flatMap(start), ...reading.doubts];
}

/** `parallel rm ::: a b` -> the lines `rm a` and `rm b`; what comes from standard input is unknown. */
export const PARALLEL_FAMILY: WrapperFamily = {
  names: ['parallel', 'sem', 'env_parallel'],
  peel: ({ argv, stdin }) => peelParallel(argv, stdin),
};
