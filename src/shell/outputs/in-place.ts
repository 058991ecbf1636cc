import { type Word, wordValue } from '../../model/word.ts';
import { perlEdit } from './perl-edit.ts';
import { sedEdit } from './sed-edit.ts';

type Edit = (lines: readonly string[]) => readonly string[];

/** A start of sed or `perl -p` whose change of each file is computed. */
export interface StreamEdit {
  readonly files: readonly Word[];
  readonly edit: Edit;
  /** it changes the files; else it prints */
  readonly isInPlace: boolean;
}

interface Options {
  readonly letters: string;
  /** pieces of code, each a line */
  readonly code: readonly string[];
  readonly isInPlace: boolean;
  readonly operands: readonly Word[];
}

const LONG: Readonly<Record<string, string>> = {
  '--quiet': 'n',
  '--silent': 'n',
  '--regexp-extended': 'E',
  '--separate': 's',
  '--unbuffered': 'u',
};

/** Letters that take no value, by program. Source: sed(1) 4.9, perlrun(1) 5.36 */
const LETTERS = { sed: 'nErsu', perl: 'pw' } as const;

export function streamEdit(program: 'sed' | 'perl', words: readonly Word[]): StreamEdit | undefined {
  const options = optionsOf(words, LETTERS[program]);
  if (options === undefined) return undefined;
  const { letters, code, isInPlace, operands } = options;
  const [first] = operands;
  const isCode = code.length > 0;
  const script = isCode ? code.join(program === 'sed' ? '\n' : ';') : program === 'sed' ? wordValue(first) : undefined;
  if (script === undefined || (program === 'perl' && !letters.includes('p'))) return undefined;
  const edit = program === 'perl' ? perlEdit(script) : sedEdit(script, letters.includes('n'), /[Er]/.test(letters));
  return edit && { files: isCode ? operands : operands.slice(1), edit, isInPlace };
}

function optionsOf(words: readonly Word[], flags: string): Options | undefined {
  const code: (string | undefined)[] = [];
  let [letters, isInPlace, at] = ['', false, 0];
  for (; at < words.length; at++) {
    const value = wordValue(words[at]) ?? '';
    if (value === '--') at++;
    if (value === '--' || !/^-./.test(value)) break;
    const expression = /^--expression=([\s\S]*)$/.exec(value)?.[1];
    if (expression !== undefined) code.push(expression);
    else if (/^--in-place(?:=|$)/.test(value)) isInPlace = true;
    else if (Object.hasOwn(LONG, value)) letters += LONG[value];
    else {
      const [, plain = '', valued, rest] = new RegExp(`^-([${flags}]*)(?:([ie])([\\s\\S]*))?$`).exec(value) ?? [];
      if (plain === '' && valued === undefined) return undefined;
      letters += plain;
      isInPlace ||= valued === 'i'; // the rest is the ending of the copy that is kept
      if (valued === 'e') code.push(rest === '' || rest === undefined ? wordValue(words[++at]) : rest);
    }
  }
  const known = code.filter((piece) => piece !== undefined);
  return known.length < code.length ? undefined : { letters, code: known, isInPlace, operands: words.slice(at) };
}
