import { wordValue } from '../../model/word.ts';
import type { Dialect } from '../state/frame.ts';
import type { Variable } from '../state/scope.ts';
import { A_NUMBER, EMPTY, known, unknown, type Value } from '../state/value.ts';
import type { Expansion } from './expansion.ts';
import { wordToValue } from './word-value.ts';

const NUMBERS = new Set(
  '# ? $ ! RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS UID EUID PPID BASHPID OPTIND SHLVL COLUMNS LINES BASH_SUBSHELL'.split(
    ' ',
  ),
);

/** Variables that evaluate what they are given as arithmetic, without being declared so. Executed, bash 5.2, mksh R59. */
const INTEGERS = new Set('RANDOM SRANDOM SECONDS LINENO OPTIND HISTCMD EPOCHSECONDS BASHPID'.split(' '));

/** The same of zsh. Executed, zsh 5.9. */
const ZSH_INTEGERS = new Set(
  'HISTSIZE SAVEHIST LISTMAX MAILCHECK COLUMNS LINES FUNCNEST KEYTIMEOUT SHLVL TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT UID GID EUID EGID ERRNO'.split(
    ' ',
  ),
);

/** Whether an assignment to the variable is arithmetic. */
export function isInteger(name: string, variable: Variable | undefined, dialect: Dialect): boolean {
  return variable?.integer === true || INTEGERS.has(name) || (dialect === 'zsh' && ZSH_INTEGERS.has(name));
}

/** A parameter's value; undefined where the line does not set it and the environment does not have it. */
export function lookup(name: string, expansion: Expansion): { readonly value?: Value; readonly variable?: Variable } {
  const { scope } = expansion.frame;
  if (/^\d+$/.test(name)) {
    const value = positionalValue(Number(name), expansion);
    return value === undefined ? {} : { value };
  }
  const variable = scope.variable(name);
  if (variable !== undefined) return { value: variable.value, variable };
  if (name === 'PWD') return { value: scope.cwd === undefined ? unknown('variable') : known(scope.cwd) };
  if (name === 'OLDPWD') return scope.previousCwd === undefined ? {} : { value: known(scope.previousCwd) };
  if (name === 'IFS') return { value: known(' \t\n') };
  if (name === '#')
    return { value: scope.positional === undefined ? A_NUMBER : known(String(scope.positional.length)) };
  if (NUMBERS.has(name)) return { value: A_NUMBER };
  return {};
}

function positionalValue(index: number, { frame, walker }: Expansion): Value | undefined {
  const { positional, perhapsGiven, arg0 } = frame.scope;
  if (index === 0) return arg0 === undefined ? undefined : wordToValue(arg0, walker);
  if (positional === undefined && perhapsGiven.length > 0)
    return unknown('variable', { alternatives: perhapsGiven.map((words) => wordValue(words[index - 1]) ?? '') });
  if (positional === undefined) return undefined;
  const before = positional.slice(0, index);
  if (before.some((word) => word.kind === 'glob' || (word.kind === 'unknown' && word.fields === 'any')))
    return unknown('variable');
  const word = positional[index - 1];
  return word === undefined ? EMPTY : wordToValue(word, walker);
}
