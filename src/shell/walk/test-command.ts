import { mayHoldForeignCode } from '../origin/origin.ts';
import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import { known, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { runAroundHoles } from '../word/arithmetic.ts';
import { evaluateText, evaluateValue, expandPattern, expandValue } from '../word/expand.ts';

export const ARITHMETIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** `[[ .. ]]`: its substitutions run; operands of `-eq` and of `-v` are evaluated. */
export function runTest(expression: Ast.TestExpression, walker: Walker, frame: Frame): void {
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
        runUnary(node, walker, frame);
        break;
      case 'TestBinary':
        runBinary(node, walker, frame);
    }
  }
}

function runUnary(node: Ast.TestUnaryExpression, walker: Walker, frame: Frame): void {
  const value = expandValue(node.operand, walker, frame);
  if (node.operator === '-v' || node.operator === '-R') evaluateName(value, walker, frame);
  // zsh takes any arithmetic for the number of a terminal
  if (node.operator === '-t' && frame.dialect === 'zsh' && value.known) evaluateValue(value, value.text, walker, frame);
}

function runBinary(node: Ast.TestBinaryExpression, walker: Walker, frame: Frame): void {
  if (!ARITHMETIC.has(node.operator)) {
    expandValue(node.left, walker, frame);
    expandPattern(node.right, walker, frame);
    return;
  }
  for (const operand of [node.left, node.right]) evaluateText(operand, walker, frame);
}

/** A name whose subscript is evaluated: `-v a[$(x)]`, `read "$x"`, `printf -v "$x"`, `unset "$x"`. */
export function evaluateName(value: Value, walker: Walker, frame: Frame): void {
  if (value.known) {
    const [, name = '', subscript = '@'] = /^([A-Za-z_]\w*)\[([\s\S]*)\]/.exec(value.text) ?? [];
    if (/[$`]/.test(subscript)) walker.runCode(`: $((${subscript}))`, frame.with({ spans: false, stdout: undefined }));
    else if (!/^[@*]$/.test(subscript) && frame.scope.variable(name)?.associative !== true)
      evaluateValue(known(subscript), value.text, walker, frame);
    return;
  }
  runAroundHoles(value, { walker, frame });
  if (!mayHoldForeignCode(value, walker)) return;
  walker.record.doubt('evaluated-data', 'the name of a variable is not known, and bash evaluates its subscript');
}
