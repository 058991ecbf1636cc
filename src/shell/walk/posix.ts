import type { Ast } from '../parse/parse.ts';
import type { Frame, Machine } from '../state/machine.ts';

/** Where a word that may be a program's name begins behind an operator. */
const STARTS = /(?:&&|\|\|)\s*(?:!\s+)?(?:[\w.~/\\]|['"][\w.~/\\])/;

/** A POSIX shell knows no `[[`: of `[[ a && b ]]` it starts both. What only tests variables is not followed. */
export function runPosixTest(node: Ast.TestCommand, machine: Machine, frame: Frame): void {
  const text = frame.text.slice(node.pos, node.end);
  if (STARTS.test(text) && !text.includes('(')) runCopy(`'[['${text.slice(2)}`, machine, frame);
}

/** Nor `((`: two subshells, where the text is no arithmetic. */
export function runPosixArithmetic({ expression, body }: Ast.ArithmeticCommand, machine: Machine, frame: Frame): void {
  if (expression?.type === 'ArithmeticWord' && /[\s;|&]/.test(body.trim())) runCopy(body, machine, frame);
}

function runCopy(code: string, machine: Machine, frame: Frame): void {
  machine.runCode(code, frame.with({ scope: frame.scope.child(), spans: false }));
}
