import { decodeFormat } from '../encodings/ansi-c.ts';
import type { FoundPath } from '../model/found-path.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { startOf } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import { flags, has, longs, optionValue, type Reading, readOptions } from './reading.ts';
import { substitute, unknownWord } from './words.ts';
import type { KnownInput, Peeled, WrapperFamily } from './wrapper.ts';
import { cutInput } from './xargs-input.ts';

const XARGS = {
  options: [
    '-0 --null',
    '-o --open-tty',
    '-p --interactive',
    '-r --no-run-if-empty',
    '-t --verbose',
    '-x --exit',
    ...longs('show-limits help version'),
    '-a --arg-file =path',
    '-d --delimiter =text',
    ...flags('EI', '=text'),
    '-n --max-args =text',
    '-L =text',
    '-P --max-procs =text',
    '-s --max-chars =text',
    '--process-slot-var =text',
    '-e --eof [=text]',
    '-i --replace [=text]',
    '-l --max-lines [=text]',
    ...flags('JRS', '=text'), // BSD
  ],
  optionsFirst: true,
  source: 'xargs(1) findutils 4.9, executed; -J -R -S FreeBSD xargs(1)',
};

/** More items or command lines than this are told as unknown ones. */
const MAX_KNOWN_ITEMS = 64;

/** The text that is replaced inside the given words; undefined = the items are added behind them. */
function placeholderOf(reading: Reading): string | undefined {
  const given = optionValue(reading, '-I') ?? optionValue(reading, '--replace');
  if (given !== undefined) return wordValue(given) ?? '';
  return has(reading, '--replace') ? '{}' : undefined;
}

/** `ls | xargs cat`: all names of the working directory. */
const ALL_HERE: Word = { kind: 'glob', pattern: '*', text: '*' };

/** BSD -J: the first word that is exactly the placeholder becomes all items. */
function replaceWhole(words: readonly Word[], placeholder: Word, items: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => wordValue(word) === wordValue(placeholder));
  return at < 0 ? [...words, ...items] : [...words.slice(0, at), ...items, ...words.slice(at + 1)];
}

function delimiterOf(reading: Reading): string | undefined {
  if (has(reading, '--null')) return '\0';
  const given = optionValue(reading, '-d');
  return given === undefined ? undefined : decodeFormat(wordValue(given) ?? '\\');
}

/** The items of each start, where what is read is known. */
function knownItems(reading: Reading, stdin: KnownInput | undefined): readonly (readonly string[])[] | undefined {
  if (stdin === undefined || !('text' in stdin) || has(reading, '-E', '--eof', '-s', '-R')) return undefined;
  if (has(reading, '--arg-file') && stdin.ofFile !== true) return undefined;
  const delimiter = delimiterOf(reading);
  const [items, perLines] = [optionValue(reading, '--max-args'), optionValue(reading, '-L', '--max-lines')].map(
    (word) => (word === undefined ? undefined : Number(wordValue(word))),
  );
  const limits = [items, perLines].filter((limit) => limit !== undefined);
  if ((delimiter?.length ?? 1) !== 1 || limits.some((limit) => !(limit > 0))) return undefined;
  const groups = cutInput(stdin.text, {
    lines: placeholderOf(reading) !== undefined,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(items === undefined ? {} : { items }),
    ...(perLines === undefined ? {} : { perLines }),
  });
  return groups === undefined || groups.flat().length > MAX_KNOWN_ITEMS ? undefined : groups;
}

/** The words that xargs starts, with these items substituted. */
function withItems(reading: Reading, command: readonly Word[], items: readonly Word[]): readonly Word[] {
  const placeholder = placeholderOf(reading);
  const whole = optionValue(reading, '-J');
  if (placeholder) {
    const [item] = items;
    return item === undefined ? [] : command.map((word) => putItem(word, placeholder, item));
  }
  return whole === undefined ? [...command, ...items] : replaceWhole(command, whole, items);
}

function putItem(word: Word, placeholder: string, item: Word): Word {
  if (item.kind === 'unknown') {
    const isPart = item.reason === 'glob' && wordValue(word) !== placeholder;
    return substitute(word, placeholder, isPart ? item : { ...item, reason: 'stdin' });
  }
  const value = wordValue(item) ?? '';
  if (word.kind === 'known') return knownWord(word.value.replaceAll(placeholder, value));
  return substitute(word, placeholder, { prefix: value, suffix: value, reason: 'stdin' });
}

/** `-a FILE`: the items stand there, and not in the input. */
export function itemFile(argv: readonly Word[]): Word | undefined {
  return optionValue(readOptions(XARGS, argv), '--arg-file');
}

function peelXargs(argv: readonly Word[], stdin: KnownInput | undefined): readonly Peeled[] {
  const reading = readOptions(XARGS, argv);
  const command = reading.operands.length > 0 ? reading.operands : [knownWord('echo')];
  const groups = knownItems(reading, stdin);
  const effects = { ownStdin: true };
  if (groups !== undefined) {
    if (groups.flat().length === 0 && has(reading, '--no-run-if-empty')) return reading.doubts;
    const starts = groups.map((items) =>
      withItems(
        reading,
        command,
        items.map((item) => knownWord(item)),
      ),
    );
    return [...starts.flatMap((words) => startOf(words, effects)), ...reading.doubts];
  }
  const found: Partial<FoundPath> =
    stdin !== undefined && 'paths' in stdin && !has(reading, '--arg-file') ? stdin.paths : {};
  const single = wordValue(optionValue(reading, '--max-args')) === '1' || placeholderOf(reading) !== undefined;
  // inside a longer word a file that a search found is what a pattern would become
  const isFound = stdin !== undefined && 'paths' in stdin && placeholderOf(reading) !== undefined;
  if (found.all === true && placeholderOf(reading) === undefined)
    return [...startOf(withItems(reading, command, [ALL_HERE]), effects), ...reading.doubts];
  const starts = (found.each ?? [found]).flatMap((path) => {
    const item = unknownWord({ reason: isFound ? 'glob' : 'stdin', fields: single ? 'one' : 'any', ...path });
    return startOf(withItems(reading, command, [item]), effects);
  });
  return [...starts, ...reading.doubts];
}

/** `xargs -I{} mv {} {}.bak`: what comes from standard input is put in as far as it is known. */
export const XARGS_FAMILY: WrapperFamily = {
  names: ['xargs', 'gxargs'],
  peel: ({ argv, stdin }) => lookPastDynamic(argv, (words) => peelXargs(words, stdin)),
};
