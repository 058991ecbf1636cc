import type { Dialect } from '../../state/frame.ts';
import { ZSH_FAMILIES } from '../zsh.ts';
import type { Builtin } from './builtin.ts';
import { alias, autoload, codeOptions, evaluate, fc, hash, print, source, trap, unalias } from './code.ts';
import { declare, unset } from './declare.ts';
import { cd, popd, pushd } from './directory.ts';
import { evaluateCount, evaluateNumbers, evaluatePrinted, evaluateTimeOrTerminal } from './numbers.ts';
import { exit, leaveFunction, leaveLoop, set, setopt, shift, shopt } from './parameters.ts';
import { evaluateAll, getopts, mapfile, printf, read, test, wait } from './variables.ts';

const nothing: Builtin = () => {};

const both =
  (...steps: readonly Builtin[]): Builtin =>
  (call) => {
    for (const step of steps) step(call);
  };

/** Every builtin of bash and zsh; those without an effect on what runs later do nothing here. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...': true false echo pwd type ulimit umask jobs bg fg kill times dirs suspend disown caller help history enable compopt command builtin exec zmodload zstyle'
    .split(' ')
    .map((name) => [name, nothing] as const),
  // what they start is followed as a wrapper's; that they are here closes the gates for them
  ...[...ZSH_FAMILIES.keys()].filter((name) => /^\w/.test(name)).map((name) => [name, nothing] as const),
  ['.', source],
  ['[', both(evaluateTimeOrTerminal, test)],
  ['alias', alias],
  ['autoload', autoload],
  ['bind', codeOptions],
  ['break', both(evaluateNumbers, leaveLoop)],
  ['bye', evaluateNumbers],
  ['cd', cd],
  ['chdir', cd],
  ['compgen', codeOptions],
  ['complete', codeOptions],
  ['continue', both(evaluateNumbers, leaveLoop)],
  ['declare', declare],
  ['eval', evaluate],
  ['exit', both(evaluateNumbers, exit)],
  ['export', declare],
  ['fc', fc],
  ['float', declare],
  ['getopts', getopts],
  ['hash', hash],
  ['integer', declare],
  ['let', evaluateAll],
  ['local', declare],
  ['logout', evaluateNumbers],
  ['mapfile', both(mapfile, codeOptions)],
  ['nameref', declare],
  ['popd', popd],
  ['print', both(evaluatePrinted, print)],
  ['printf', both(evaluatePrinted, printf)],
  ['pushd', pushd],
  ['read', both(evaluateTimeOrTerminal, read)],
  ['readarray', both(mapfile, codeOptions)],
  ['readonly', declare],
  ['repeat', evaluateCount],
  ['return', both(evaluateNumbers, leaveFunction)],
  ['emulate', setopt],
  ['set', set],
  ['setopt', setopt],
  ['shift', both(evaluateNumbers, shift)],
  ['shopt', shopt],
  ['source', source],
  ['sysseek', evaluateNumbers],
  ['test', both(evaluateTimeOrTerminal, test)],
  ['trap', trap],
  ['typeset', declare],
  ['unalias', unalias],
  ['unset', unset],
  ['wait', wait],
]);

/** Builtins of other shells than the dialect's. Source: dash(1) 0.5, bash(1) 5.2, zshbuiltins(1) 5.9 */
const MISSING: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  posix: new Set(
    'autoload bind builtin bye compgen complete declare emulate fc float integer let mapfile nameref nocorrect noglob popd print pushd readarray repeat setopt shopt source sysseek typeset zargs'.split(
      ' ',
    ),
  ),
  bash: new Set(
    'autoload bye chdir emulate float integer nameref nocorrect noglob print repeat setopt sysseek zargs'.split(' '),
  ),
  zsh: new Set('bind compgen complete mapfile nameref readarray shopt'.split(' ')),
};

/** Whether shells of the dialect lack it. `sh`, ksh and others are walked as these, so it may be there all the same. */
export function isMissing(name: string, dialect: Dialect): boolean {
  return MISSING[dialect].has(name);
}
