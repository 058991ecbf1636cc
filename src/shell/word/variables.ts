import type { Variable } from '../state/scope.ts';
import { A_NUMBER, known, unknown, type Value } from '../state/value.ts';
import type { Expansion } from './expansion.ts';

const NUMBERS = new Set(
  '# ? $ ! RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS UID EUID PPID BASHPID OPTIND SHLVL COLUMNS LINES BASH_SUBSHELL'.split(
    ' ',
  ),
);

/** A parameter's value; undefined where the line does not set it and the environment does not have it. */
export function lookup(name: string, expansion: Expansion): { readonly value?: Value; readonly variable?: Variable } {
  const { scope } = expansion.frame;
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
