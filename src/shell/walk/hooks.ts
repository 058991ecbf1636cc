import { knownWord } from '../../model/word.ts';
import { keysOf } from '../state/arrays.ts';
import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';
import { withUncertainOutput } from './list.ts';

/** Functions that zsh calls by itself. Source: zshmisc(1) 5.9, hook functions. */
const HOOKS = 'chpwd precmd preexec periodic zshexit zshaddhistory'.split(' ');

/** Whether zsh calls a function of this name, for its name or because one of the arrays lists it. */
export function isHook(name: string, { scope }: Frame): boolean {
  if (HOOKS.includes(name) || /^TRAP[A-Z0-9]+$/.test(name)) return true;
  return HOOKS.some((hook) => namesIn(`${hook}_functions`, scope).includes(name));
}

function namesIn(list: string, scope: Frame['scope']): readonly string[] {
  const variable = scope.variables.get(list);
  if (variable === undefined || keysOf(variable) === undefined) return [];
  return (variable.elements ?? []).map((value) => (value.known ? value.text : ''));
}

/** It may be called at any time from here on. */
export function callHook(name: string, walker: Walker, frame: Frame): void {
  const scope = frame.scope.child();
  withUncertainOutput(frame.with({ scope, spans: false }), (inner) =>
    walker.start({ argv: [knownWord(name)], assignments: [], redirects: [], frame: inner, lookup: 'shell' }),
  );
}

/** After an assignment to an array of hooks: those that are functions already. */
export function callHooks(list: string, walker: Walker, frame: Frame): void {
  if (frame.dialect !== 'zsh' || !list.endsWith('_functions') || !HOOKS.includes(list.replace(/_functions$/, '')))
    return;
  for (const name of namesIn(list, frame.scope))
    if (frame.scope.functions.get(name) !== undefined) callHook(name, walker, frame);
}
