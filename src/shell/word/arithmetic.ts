import { HOLE, HOLE_VARIABLE } from '../../model/hole.ts';
import { mayHoldForeignCode } from '../origin/origin.ts';
import type { Ast } from '../parse/parse.ts';
import { hasErrors, parseScript } from '../parse/parse.ts';
import { elementAt } from '../state/arrays.ts';
import type { Variable } from '../state/scope.ts';
import { A_NUMBER, known, templateOf, type UnknownValue, type Value } from '../state/value.ts';
import type { Expansion } from './expansion.ts';
import { isInteger, lookup } from './variables.ts';

/** A result, or undefined where it is not known. Values past 2^53 count as not known. */
type Result = number | undefined;

const MAX_NESTING = 64;
/** What parsing the text of a value costs, in steps of evaluating. */
const PARSED = 100;

/** `$((..))`: the number. Assignments and substitutions in it run. */
export function expandArithmetic(expression: Ast.ArithmeticExpression | undefined, expansion: Expansion): Value {
  if (expression === undefined) return known('0');
  const result = new Evaluation(expansion).value(expression, 0);
  return result === undefined ? A_NUMBER : known(String(result));
}

/** Text that bash evaluates as arithmetic: `let`, `declare -i`, the operands of `-eq`. */
export function expandArithmeticText(text: string, expansion: Expansion): Value {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed)) return known(String(Number.parseInt(trimmed, 10)));
  if (/^[A-Za-z_]\w*$/.test(trimmed)) return fromResult(new Evaluation(expansion).variable(trimmed, 0));
  const part = firstArithmetic(text, expansion);
  if (part === undefined) return A_NUMBER;
  return fromResult(new Evaluation(expansion).value(part, 0));
}

/** Evaluates a value as arithmetic. */
export function expandArithmeticOperand(value: Value, what: string, expansion: Expansion): Value {
  return value.known
    ? expandArithmeticText(value.text, expansion)
    : fromResult(new Evaluation(expansion).text(value, what, 0));
}

/** Assigns a value to a name, as `read`, `for`, `printf -v` and `${x:=y}` do: an integer variable evaluates it. */
export function assignEvaluated(
  name: string,
  value: Value,
  expansion: Expansion,
  more: Omit<Variable, 'value'> = {},
): Value {
  const { scope, dialect } = expansion.frame;
  const evaluates = isInteger(name, scope.variable(name), dialect);
  const assigned = evaluates ? expandArithmeticOperand(value, name, expansion) : value;
  scope.assign(name, assigned, more);
  return assigned;
}

/** A subscript or slice bound. */
export function arithmeticText(word: Ast.Word, expansion: Expansion): number | undefined {
  if (/^\d+$/.test(word.text)) return Number(word.text);
  const result = expandArithmeticOperand(expansion.value(word), word.text, expansion);
  return result.known ? Number(result.text) : undefined;
}

/** Reports text from outside that bash evaluates as arithmetic: a subscript in it may contain `$(..)`. */
export function doubtData(value: Value, what: string, expansion: Expansion): void {
  if (value.known || !mayHoldForeignCode(value, expansion.walker)) return;
  expansion.walker.record.doubt('evaluated-data', `\`${what}\` is evaluated as arithmetic and not known`);
}

/** Runs the code in a value that is known in part: `a[$(rm $B)]`, where B is not known. */
export function runAroundHoles(value: UnknownValue, { walker, frame }: Pick<Expansion, 'walker' | 'frame'>): void {
  const template = templateOf(value);
  const scope = frame.scope.child(); // an assignment starts nothing of its own
  const run = (text: string) =>
    walker.runCode(`_=$((${text}\n))`, frame.with({ scope, spans: false, stdout: undefined }));
  if (/\$\(|`/.test(template)) run(template.replaceAll(HOLE, HOLE_VARIABLE));
  // the name that is left where it is empty: `P[$(x)Q]`
  else if (/[A-Za-z_]/.test(template)) walker.record.withoutRecordingDoubts(() => run(template.replaceAll(HOLE, '')));
}

function fromResult(result: Result): Value {
  return result === undefined ? A_NUMBER : known(String(result));
}

function firstArithmetic(text: string, { walker }: Expansion): Ast.ArithmeticExpression | undefined {
  if (text.length > 4096) return undefined;
  const script = parseScript(`: $((${text}\n))`);
  const [statement] = script.commands;
  // brackets that do not match end what is parsed, not what the shell runs
  if (/\$\(|`/.test(text) && hasErrors(script))
    walker.record.doubt('evaluated-data', `\`${text}\` is evaluated as arithmetic and not understood`);
  const word = statement?.command.type === 'Command' ? statement.command.suffix[0] : undefined;
  const part = word?.type === 'Word' ? word.parts?.[0] : undefined;
  return part?.type === 'ArithmeticExpansion' ? part.expression : undefined;
}

class Evaluation {
  private readonly expansion: Expansion;

  constructor(expansion: Expansion) {
    this.expansion = expansion;
  }

  value(node: Ast.ArithmeticExpression, nesting: number): Result {
    if (!this.expansion.walker.record.evaluates(1)) return undefined;
    if (nesting > MAX_NESTING) {
      this.expansion.walker.record.doubt('too-deep', 'arithmetic that is nested too deeply');
      return undefined;
    }
    switch (node.type) {
      case 'ArithmeticWord':
        return this.word(node, nesting);
      case 'ArithmeticGroup':
        return this.value(node.expression, nesting + 1);
      case 'ArithmeticCommandExpansion': {
        const printed = this.expansion.walker.substitute(node.script, this.expansion.frame);
        return this.text(printed, node.text, nesting);
      }
      case 'ArithmeticTernary':
        return this.ternary(node, nesting);
      case 'ArithmeticUnary':
        return this.unary(node, nesting);
      case 'ArithmeticBinary':
        return this.binary(node, nesting);
    }
  }

  /** The value of a name, which is evaluated as an expression again. */
  variable(name: string, nesting: number): Result {
    const { value } = lookup(name, this.expansion);
    return value === undefined ? undefined : this.text(value, name, nesting);
  }

  private word(node: Ast.ArithmeticWord, nesting: number): Result {
    if (node.parts === undefined) return this.literal(node.value, nesting);
    // double quotes count for nothing here: Source: bash(1), Arithmetic Evaluation
    const parts = node.parts.flatMap<Ast.WordPart>((part) => (part.type === 'DoubleQuoted' ? part.parts : [part]));
    return this.text(this.expansion.parts(parts), node.value, nesting);
  }

  private literal(text: string, nesting: number): Result {
    if (/^\d+$/.test(text) && !/^0\d/.test(text)) return safe(Number(text));
    if (/^0[0-7]*$/.test(text)) return safe(Number.parseInt(text, 8));
    if (/^0[xX][\da-fA-F]+$/.test(text)) return safe(Number(text));
    const based = /^(\d{1,2})#([\da-zA-Z]+)$/.exec(text);
    if (based !== null) {
      const result = Number.parseInt(based[2] as string, Math.min(36, Math.max(2, Number(based[1]))));
      return Number.isNaN(result) ? undefined : safe(result);
    }
    if (/^[A-Za-z_]\w*$/.test(text)) return this.variable(text, nesting + 1);
    const named = /^\$(?:(\w+)|\{(\w+)\})$/.exec(text);
    if (named !== null) return this.variable((named[1] ?? named[2]) as string, nesting + 1);
    const element = /^([A-Za-z_]\w*)\[([\s\S]*)\]$/.exec(text);
    if (element !== null) return this.element(element[1] as string, element[2] as string, nesting + 8);
    // `a b` is an error, which bash sees behind the value of b
    for (const name of /\s/.test(text) ? text.split(/\s+/) : [])
      if (/^[A-Za-z_]\w*$/.test(name)) this.variable(name, nesting + 1);
    return undefined;
  }

  /** The value of an element, which is evaluated again like that of a name; so is its subscript. */
  private element(name: string, subscript: string, nesting: number): Result {
    const { variable } = lookup(name, this.expansion);
    if (nesting > MAX_NESTING) return undefined;
    const isText = variable?.associative === true;
    const at = isText ? subscript : this.text(known(subscript), subscript, nesting);
    if (variable === undefined || at === undefined) return undefined;
    const isShifted = !isText && this.expansion.frame.dialect === 'zsh';
    return this.text(elementAt(variable, String(isShifted ? Number(at) - 1 : at)), name, nesting);
  }

  /** The text of a value, evaluated once more. */
  text(value: Value, what: string, nesting: number): Result {
    if (!value.known) {
      doubtData(value, what, this.expansion);
      for (const text of value.alternatives ?? []) this.perhaps(text, what, nesting);
      runAroundHoles(value, this.expansion);
      return undefined;
    }
    const text = value.text.trim();
    if (text === '') return 0;
    if (nesting > MAX_NESTING || /^\w+$/.test(text))
      return nesting > MAX_NESTING ? undefined : this.literal(text, nesting + 1);
    const expression = this.expansion.walker.record.evaluates(PARSED)
      ? firstArithmetic(text, this.expansion)
      : undefined;
    return expression === undefined ? undefined : this.value(expression, nesting + 8);
  }

  /** A text that the value may be, from a branch that set it. */
  private perhaps(text: string, what: string, nesting: number): void {
    const { frame } = this.expansion;
    const scope = frame.scope.child();
    new Evaluation({ ...this.expansion, frame: frame.with({ scope }) }).text(known(text), what, nesting + 1);
    if (!scope.changesNothing(frame.scope)) frame.scope.merge([scope, frame.scope.child()]);
  }

  private ternary(node: Ast.ArithmeticTernary, nesting: number): Result {
    const test = this.value(node.test, nesting + 1);
    const isTrue = test === undefined ? undefined : test !== 0;
    const yes = this.branch(node.consequent, isTrue, nesting);
    const no = this.branch(node.alternate, isTrue === undefined ? undefined : !isTrue, nesting);
    return isTrue === undefined ? undefined : isTrue ? yes : no;
  }

  /** What is evaluated only if it is `taken`; undefined = perhaps. Substitutions in it run in any case. */
  private branch(node: Ast.ArithmeticExpression, taken: boolean | undefined, nesting: number): Result {
    if (taken === true) return this.value(node, nesting + 1);
    const { frame } = this.expansion;
    const scope = frame.scope.child();
    const result = new Evaluation({ ...this.expansion, frame: frame.with({ scope }) }).value(node, nesting + 1);
    if (taken === undefined) frame.scope.merge([scope, frame.scope.child()]);
    return result;
  }

  /** `a && b`, `a || b`: b counts only where a does not decide. */
  private logical({ operator, left, right }: Ast.ArithmeticBinary, nesting: number): Result {
    const first = this.value(left, nesting + 1);
    const goesOn = first === undefined ? undefined : (first !== 0) === (operator === '&&');
    const second = this.branch(right, goesOn, nesting);
    if (goesOn === false) return operator === '&&' ? 0 : 1;
    return compute(operator, first, second);
  }

  private unary(node: Ast.ArithmeticUnary, nesting: number): Result {
    const operand = this.value(node.operand, nesting + 1);
    if (node.operator === '++' || node.operator === '--') {
      const next = operand === undefined ? undefined : operand + (node.operator === '++' ? 1 : -1);
      this.assign(node.operand, next);
      return node.prefix ? next : operand;
    }
    if (operand === undefined) return undefined;
    if (node.operator === '-') return -operand;
    if (node.operator === '!') return operand === 0 ? 1 : 0;
    return node.operator === '~' ? safe(-operand - 1) : operand;
  }

  private binary(node: Ast.ArithmeticBinary, nesting: number): Result {
    const { operator } = node;
    if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator)) {
      const right = this.value(node.right, nesting + 1);
      // a subscript of the target is evaluated in any case
      const left = operator === '=' && isName(node.left) ? 0 : this.value(node.left, nesting + 1);
      const result = operator === '=' ? right : compute(operator.slice(0, -1), left, right);
      this.assign(node.left, result);
      return result;
    }
    if (operator === '&&' || operator === '||') return this.logical(node, nesting);
    return compute(operator, this.value(node.left, nesting + 1), this.value(node.right, nesting + 1));
  }

  private assign(target: Ast.ArithmeticExpression, result: Result): void {
    if (isName(target)) this.expansion.frame.scope.assign(target.value, fromResult(result));
  }
}

function isName(node: Ast.ArithmeticExpression): node is Ast.ArithmeticWord {
  return node.type === 'ArithmeticWord' && /^[A-Za-z_]\w*$/.test(node.value);
}

function safe(value: number): Result {
  return Number.isSafeInteger(value) ? value : undefined;
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '**': (a, b) => (b < 0 || b > 64 ? Number.NaN : a ** b),
  '<<': (a, b) => (b < 0 || b > 52 ? Number.NaN : a * 2 ** b),
  '>>': (a, b) => (b < 0 || b > 63 ? Number.NaN : Math.floor(a / 2 ** b)),
  '&': (a, b) => Number(BigInt(a) & BigInt(b)),
  '|': (a, b) => Number(BigInt(a) | BigInt(b)),
  '^': (a, b) => Number(BigInt(a) ^ BigInt(b)),
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '||': (a, b) => Number(a !== 0 || b !== 0),
  ',': (_a, b) => b,
};

function compute(operator: string, a: Result, b: Result): Result {
  if (operator === ',') return b;
  const operation = OPERATIONS[operator];
  if (a === undefined || b === undefined || operation === undefined) return undefined;
  return safe(operation(a, b));
}
