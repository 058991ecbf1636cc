import type { Frame } from '../state/frame.ts';
import type { Scope } from '../state/scope.ts';
import type { Walker } from '../state/walker.ts';
import { isOfShell } from '../word/set-by-itself.ts';

/**
 * Does each run of the shell come by here, once, in the state that is walked? Only in a shell whose environment is known, outside of
 * branches, loops and functions, and where no trap and no unknown command can have changed a variable.
 */
export function isCertainPlace({ scope, region, inLoop, calls }: Frame, { record }: Walker): boolean {
  if (!scope.isWhole || region !== undefined || inLoop || calls.length > 0) return false;
  return record.invocations.every(({ program }) => program !== undefined && program !== 'trap');
}

/** `$x`, `${x}`, `${x-a}`, `${x:+a}` */
const EXPANSION = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[-+][\w.]*)?\})/g;
/** Everything else that makes a word depend on more than its text. */
const DEPENDS = /[$`~]|[<>]\(/;

/** Does the text, as it is written, mean the same in each run of the shell? */
export function isCertainText(text: string, scope: Scope): boolean {
  if (DEPENDS.test(text.replace(EXPANSION, ''))) return false;
  return [...text.matchAll(EXPANSION)].every(([, bare, braced]) => isCertainName(bare ?? braced ?? '', scope));
}

function isCertainName(name: string, scope: Scope): boolean {
  if (isOfShell(name)) return false;
  const own = scope.variables.get(name);
  return own === undefined ? scope.isWhole : own.certain === true;
}
