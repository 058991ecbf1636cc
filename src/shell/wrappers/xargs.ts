import type { Word } from '../../model/word.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { startOf } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import { flags, has, longs, optionValue, type Reading, readOptions } from './reading.ts';
import { type Item, substitute, unknownWord } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

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

const INPUT: Item = { prefix: '', suffix: '', reason: 'stdin' };

/** The text that is replaced inside the given words; undefined = the items are added behind them. */
function placeholderOf(reading: Reading): string | undefined {
  const given = optionValue(reading, '-I') ?? optionValue(reading, '--replace');
  if (given !== undefined) return wordValue(given) ?? '';
  return has(reading, '--replace') ? '{}' : undefined;
}

/** BSD -J: the first word that is exactly the placeholder becomes all items. */
function replaceWhole(words: readonly Word[], placeholder: Word, items: Word): readonly Word[] {
  const at = words.findIndex((word) => wordValue(word) === wordValue(placeholder));
  return at < 0 ? [...words, items] : [...words.slice(0, at), items, ...words.slice(at + 1)];
}

function peelXargs(argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(XARGS, argv);
  const command = reading.operands.length > 0 ? reading.operands : [knownWord('echo')];
  const single = wordValue(optionValue(reading, '--max-args')) === '1';
  const items = unknownWord({ reason: 'stdin', fields: single ? 'one' : 'any' });
  const placeholder = placeholderOf(reading);
  const whole = optionValue(reading, '-J');
  let words: readonly Word[];
  if (placeholder) words = command.map((word) => substitute(word, placeholder, INPUT));
  else if (whole !== undefined) words = replaceWhole(command, whole, items);
  else words = [...command, items];
  return [...startOf(words, { ownStdin: true }), ...reading.doubts];
}

/** `xargs -I{} mv {} {}.bak`: what comes from standard input is unknown, the words around it are not. */
export const XARGS_FAMILY: WrapperFamily = {
  names: ['xargs', 'gxargs'],
  peel: ({ argv }) => lookPastDynamic(argv, peelXargs),
};
