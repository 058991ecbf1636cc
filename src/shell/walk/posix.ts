import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';

/** `&&` or `||` with a word behind it that may be the name of a program. */
const STARTS = /(?:&&|\|\|)\s*(?:!\s+)?(?:[\w.~/\\]|['"][\w.~/\\])/;

/** A POSIX shell has no `[[`: `[[ a && b ]]` starts `[[` and `b`. Tests of variables alone are skipped. */
export function runPosixTest(node: Ast.TestCommand, walker: Walker, frame: Frame): void {
  const text = frame.text.slice(node.pos, node.end);
  if (STARTS.test(text) && !text.includes('(')) runCopy(`'[['${text.slice(2)}`, walker, frame);
}

/** It has no `((` either: the text runs in two subshells, `((a|reboot))` and `((a))` too. Sums without blanks are skipped. */
export function runPosixArithmetic({ expression, body }: Ast.ArithmeticCommand, walker: Walker, frame: Frame): void {
  const isCode =
    expression?.type === 'ArithmeticWord' || /[;|&]\s*[A-Za-z]|^[A-Za-z][\w.-]*\s|^["'$`\\]/.test(body.trim());
  if (isCode) runCopy(body, walker, frame);
}

function runCopy(code: string, walker: Walker, frame: Frame): void {
  walker.runCode(code, frame.with({ scope: frame.scope.child(), spans: false }));
}
