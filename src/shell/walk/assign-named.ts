import { someArray } from '../state/arrays.ts';
import type { Frame } from '../state/frame.ts';
import { known, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { assignElement } from '../word/element.ts';
import { assignValue } from '../word/expand.ts';
import { evaluateName } from './test-command.ts';

/** `read x`, `printf -v x`, `read 'x[1]'`: gives the variable, or the element, that a text names a value. */
export function assignNamed(
  target: string,
  value: Value,
  { walker, frame }: { readonly walker: Walker; readonly frame: Frame },
): void {
  if (/^[A-Za-z_]\w*$/.test(target)) {
    assignValue(target, value, { walker, frame });
    return;
  }
  const { scope } = frame;
  const [, name, subscript = ''] = /^([A-Za-z_]\w*)\[([\s\S]*)\]$/.exec(target) ?? [];
  if (name !== undefined && assignElement(name, subscript, value, { walker, frame })) return;
  evaluateName(known(target), walker, frame);
  const array = someArray();
  if (name !== undefined && !/[$`]/.test(subscript)) scope.assign(name, array.value, array);
}
