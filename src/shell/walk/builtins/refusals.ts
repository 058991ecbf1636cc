import { type Word, wordValue } from '../../../model/word.ts';
import type { Dialect, Frame } from '../../state/frame.ts';
import type { ProgramStart } from '../../state/walker.ts';
import { isMissing } from './index.ts';

/** What the words of a builtin have to be so that no shell of the dialect refuses it. */
interface Accepted {
  /** letters of its options */
  readonly letters: string;
  /** those that take a value */
  readonly valued?: string;
  /** each operand */
  readonly operand?: RegExp;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const NAME = /^[A-Za-z_]\w*$/;
const ELEMENT = /^[A-Za-z_]\w*(?:\[[\s\S]*\])?$/;
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[\s\S]*\])?(?:\+?=[\s\S]*)?$/;
const NUMBER = /^\d+$/;

/** Source: bash(1) 5.2, SHELL BUILTIN COMMANDS */
const BASH: ReadonlyMap<string, Accepted> = new Map<string, Accepted>([
  ...['declare', 'typeset', 'local'].map(
    (name) => [name, { letters: 'aAcfFgiIlnrtuxp', operand: ASSIGNMENT }] as const,
  ),
  ['export', { letters: 'fnp', operand: ASSIGNMENT }],
  ['readonly', { letters: 'aAfp', operand: ASSIGNMENT }],
  ['unset', { letters: 'fvn', operand: ELEMENT }],
  ['read', { letters: 'ers', valued: 'adinNptu', operand: ELEMENT }],
  ['mapfile', { letters: 't', valued: 'dnOsucC', operand: NAME, atMost: 1 }],
  ['readarray', { letters: 't', valued: 'dnOsucC', operand: NAME, atMost: 1 }],
  ['printf', { letters: '', valued: 'v', atLeast: 1 }],
  ['alias', { letters: 'p' }],
  ['unalias', { letters: 'a' }],
  ['shift', { letters: '', operand: NUMBER, atMost: 1 }],
  ['exit', { letters: '', operand: NUMBER, atMost: 1 }],
  ['return', { letters: '', operand: NUMBER, atMost: 1 }],
  ['break', { letters: '', operand: NUMBER, atMost: 1 }],
  ['continue', { letters: '', operand: NUMBER, atMost: 1 }],
  ['eval', { letters: '' }],
  ['source', { letters: '', atLeast: 1 }],
  ['.', { letters: '', atLeast: 1 }],
]);

/** Source: dash(1) 0.5; of its special builtins a refused one ends the shell. */
const POSIX: ReadonlyMap<string, Accepted> = new Map<string, Accepted>([
  ['read', { letters: 'r', valued: 'p', operand: NAME, atLeast: 1 }],
  ['alias', { letters: '' }],
  ['unalias', { letters: 'a' }],
  ['local', { letters: '', operand: ASSIGNMENT }],
]);

/** Source: zshbuiltins(1) 5.9 */
const ZSH: ReadonlyMap<string, Accepted> = new Map<string, Accepted>([
  ...['declare', 'typeset', 'local', 'export', 'readonly', 'integer', 'float'].map(
    (name) => [name, { letters: 'aAEfFghHiIlkLmprRtTuUxXzZ', operand: ASSIGNMENT }] as const,
  ),
  ['unset', { letters: 'fmvn', operand: ELEMENT }],
  ['read', { letters: 'AcleEnqrsz', valued: 'dkptu', operand: ELEMENT }],
  ['shift', { letters: 'p', operand: NUMBER }],
  ['exit', { letters: '', operand: NUMBER, atMost: 1 }],
  ['return', { letters: '', operand: NUMBER, atMost: 1 }],
  ['break', { letters: '', operand: NUMBER, atMost: 1 }],
  ['continue', { letters: '', operand: NUMBER, atMost: 1 }],
  ['alias', { letters: 'gLmrs' }],
  ['source', { letters: '', atLeast: 1 }],
  ['.', { letters: '', atLeast: 1 }],
]);

const TABLES: Readonly<Record<Dialect, ReadonlyMap<string, Accepted>>> = { bash: BASH, posix: POSIX, zsh: ZSH };

/** Letters of `set`, beside `o` and, in zsh, `A`. */
const SET_LETTERS: Readonly<Record<Dialect, string>> = {
  bash: 'abefhkmnptuvxBCEHPT',
  posix: 'aefnuvxbCmI',
  zsh: 'A0123456789abcdefghijklmnopqrstuvwxyzBCDEFGHIKLMNOPQRSTUVWXYZ',
};

/** Long options of `set -o` that every shell of the dialect has, of those that people set. */
const SET_NAMES: Readonly<Record<Dialect, RegExp>> = {
  bash: /^(?:allexport|braceexpand|emacs|err(?:exit|trace)|functrace|hash(?:all)?|hist(?:expand|ory)|ignoreeof|interactive-comments|keyword|monitor|no(?:clobber|exec|glob|log|tify|unset)|onecmd|physical|pipefail|posix|privileged|verbose|vi|xtrace)$/,
  posix: /^(?:allexport|errexit|ignoreeof|monitor|no(?:clobber|exec|glob|tify|unset)|verbose|vi|xtrace)$/,
  zsh: /^(?:allexport|errexit|extendedglob|no(?:clobber|exec|glob|match|unset)|nullglob|pipefail|shwordsplit|verbose|xtrace)$/,
};

/** POSIX ends a shell in which one of these is refused; what follows does not run. Source: POSIX.1-2017, 2.8.1 */
const SPECIAL = new Set(
  ': . break continue eval exec exit export readonly return set shift times trap unset'.split(' '),
);

/** Builtins whose assignments stay in a POSIX shell, which ends where one of them is refused. */
export function isSpecial(name: string | undefined, { dialect }: Frame): boolean {
  return dialect === 'posix' && SPECIAL.has(name ?? '');
}

/**
 * Whether the shell may lack or refuse the builtin, and so change nothing: an option or an operand that it does not have, or that
 * is not known, too many or too few of them, or the wrong place.
 */
export function mayRefuse(name: string, { argv, frame }: ProgramStart): boolean {
  if (isMissing(name, frame.dialect)) return true;
  if (isSpecial(name, frame)) return false;
  if (name === 'local' && frame.dialect === 'bash' && frame.locals === undefined) return true;
  const words = argv.slice(1);
  if (name === 'set') return !acceptsSet(words, frame.dialect);
  const accepted = TABLES[frame.dialect].get(name);
  return accepted !== undefined && !accepts(words, accepted);
}

function accepts(words: readonly Word[], accepted: Accepted): boolean {
  const { letters, valued = '', operand, atLeast = 0, atMost = Number.POSITIVE_INFINITY } = accepted;
  let at = 0;
  for (; at < words.length; at++) {
    const text = startOf(words[at]);
    if (text === '--') {
      at++;
      break;
    }
    if (!/^[-+]./.test(text) || (text.startsWith('+') && operand !== ASSIGNMENT)) break;
    const end = [...text].findIndex((letter, index) => index > 0 && valued.includes(letter));
    const plain = end < 0 ? text.slice(1) : text.slice(1, end);
    if (words[at]?.kind !== 'known' || [...plain].some((letter) => !letters.includes(letter))) return false;
    if (end === text.length - 1 && ++at >= words.length) return false;
  }
  const operands = words.slice(at);
  if (operands.length < atLeast || operands.length > atMost) return false;
  return operand === undefined || operands.every((word) => operand.test(startOf(word)));
}

/** Its text, or as much of its start as is known. */
function startOf(word: Word | undefined): string {
  if (word === undefined) return '';
  return word.kind === 'known' ? word.value : word.kind === 'glob' ? word.pattern : word.prefix;
}

function acceptsSet(words: readonly Word[], dialect: Dialect): boolean {
  for (let at = 0; at < words.length; at++) {
    const text = wordValue(words[at]);
    if (text === undefined || text === '--' || text === '-' || !/^[-+]/.test(text)) return true;
    const letters = text.slice(1);
    const isLong = letters.endsWith('o');
    const plain = isLong ? letters.slice(0, -1) : letters;
    if ([...plain].some((letter) => !SET_LETTERS[dialect].includes(letter))) return false;
    if (isLong && ++at < words.length && !SET_NAMES[dialect].test(wordValue(words[at]) ?? '')) return false;
  }
  return true;
}
