import { wordValue } from '../../model/word.ts';
import type { ProgramStart } from '../state/walker.ts';

/** Programs that mostly print a number and nothing else. */
const PRINTS_NUMBER = new Set(['wc', 'nproc', 'expr', 'pgrep', 'pidof', 'seq', 'tput', 'sysctl', 'cksum', 'bc']);

/** Filters that print parts of their input. */
const SELECTS = new Set(['cut', 'head', 'tail', 'sort', 'uniq', 'grep', 'egrep', 'tee', 'cat']);

const DIGITS = /^\^?(?:\[0-9\]|\[\[:digit:\]\]|\\d)(?:[+*]|\\\+|\{\d+(?:,\d*)?\})*\$?$/;
const COUNTS = /(^|\|)\s*length\s*$/;

/** Programs that print numbers if one argument matches. */
const NUMBER_WORDS: Readonly<Record<string, RegExp>> = {
  date: /^\+[%sNYmdHMSjuw]+$/,
  id: /^-[ug]$/,
  stat: /^(-c|--format=|--printf=)?%[sYXZWugaibfhdm]$/,
  git: /^--count$/,
  jq: COUNTS,
  gh: COUNTS,
  lsof: /^-\w*t/,
  awk: /^[^{}]*END\s*\{\s*print\s+NR\s*;?\s*\}$/,
  sed: /^s([/|,#])\[\^0-9\](?:\*|\+|\\\+)?\1\1g$/,
};

/** Whether the output consists of digits, signs and blanks. */
export function printsNumber({ argv, frame }: ProgramStart, program: string): boolean {
  if (PRINTS_NUMBER.has(program)) return true;
  const values = argv.slice(1).map((word) => wordValue(word) ?? '');
  if (Object.hasOwn(NUMBER_WORDS, program)) return values.some((value) => NUMBER_WORDS[program]?.test(value));
  switch (program) {
    case 'grep':
    case 'egrep':
      if (values.some((value) => /^-\w*c/.test(value) || value === '--count')) return true;
      // of several files it prints the names too
      if (values.some((value) => /^-[rRnH]/.test(value))) break;
      if (values.some((value) => /^-\w*o/.test(value)) && values.some((value) => DIGITS.test(value))) return true;
      break;
    case 'tr':
      return /^-(?:dc|cd) (?:0-9|\[:digit:\])(?:\\n)?$/.test(values.join(' '));
    case 'curl':
      return (
        values.includes('%{http_code}') &&
        values.some((value) => value === '-o' || value === '--output' || /^-\w*o$/.test(value))
      );
  }
  const { stdin } = frame;
  const isFilter = SELECTS.has(program) && values.every((value) => /^[-+\d]/.test(value));
  return isFilter && stdin.kind === 'data' && !stdin.data.known && stdin.data.numeric;
}
