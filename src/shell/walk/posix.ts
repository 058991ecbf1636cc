import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';

/** Where a word that may be a program's name begins behind an operator. */
const STARTS = /(?:&&|\|\|)\s*(?:!\s+)?(?:[\w.~/\\]|['"][\w.~/\\])/;

/** A POSIX shell knows no `[[`: of `[[ a && b ]]` it starts both. What only tests variables is not followed. */
export function runPosixTest(node: Ast.TestCommand, walker: Walker, frame: Frame): void {
  const text = frame.text.slice(node.pos, node.end);
  if (STARTS.test(text) && !text.includes('(')) runCopy(`'[['${text.slice(2)}`, walker, frame);
}

/** Nor `((`: two subshells, where the text is no arithmetic. */
export function runPosixArithmetic({ expression, body }: Ast.ArithmeticCommand, walker: Walker, frame: Frame): void {
  if (expression?.type === 'ArithmeticWord' && /[\s;|&]/.test(body.trim())) runCopy(body, walker, frame);
}

function runCopy(code: string, walker: Walker, frame: Frame): void {
  walker.runCode(code, frame.with({ scope: frame.scope.child(), spans: false }));
}
