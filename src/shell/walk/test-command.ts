import { mayHoldForeignCode } from '../files/origin.ts';
import type { Ast } from '../parse/parse.ts';
import type { Frame, Machine } from '../state/machine.ts';
import type { Value } from '../state/value.ts';
import { evaluateText, expandPattern, expandValue } from '../word/expand.ts';

const ARITHMETIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** `[[ .. ]]`: its substitutions run; operands of `-eq` and of `-v` are evaluated. */
export function runTest(expression: Ast.TestExpression, machine: Machine, frame: Frame): void {
  const open: Ast.TestExpression[] = [expression];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.type) {
      case 'TestLogical':
        open.push(...[...node.operands].reverse());
        break;
      case 'TestNot':
        open.push(node.operand);
        break;
      case 'TestGroup':
        open.push(node.expression);
        break;
      case 'TestUnary':
        runUnary(node, machine, frame);
        break;
      case 'TestBinary':
        runBinary(node, machine, frame);
    }
  }
}

function runUnary(node: Ast.TestUnaryExpression, machine: Machine, frame: Frame): void {
  const value = expandValue(node.operand, machine, frame);
  if (node.operator === '-v' || node.operator === '-R') evaluateName(value, machine, frame);
}

function runBinary(node: Ast.TestBinaryExpression, machine: Machine, frame: Frame): void {
  if (!ARITHMETIC.has(node.operator)) {
    expandValue(node.left, machine, frame);
    expandPattern(node.right, machine, frame);
    return;
  }
  for (const operand of [node.left, node.right]) evaluateText(operand, machine, frame);
}

/** A name whose subscript is evaluated: `-v a[$(x)]`, `read "$x"`, `printf -v "$x"`, `unset "$x"`. */
export function evaluateName(value: Value, machine: Machine, frame: Frame): void {
  if (value.known) {
    const subscript = /^[A-Za-z_]\w*\[([\s\S]*)\]/.exec(value.text)?.[1];
    if (subscript !== undefined && /[$`]/.test(subscript)) {
      machine.runCode(`: $((${subscript}))`, frame.with({ spans: false, stdout: undefined }));
    }
    return;
  }
  if (!mayHoldForeignCode(value, machine)) return;
  machine.record.doubt('evaluated-data', 'the name of a variable is not known, and bash evaluates its subscript');
}
