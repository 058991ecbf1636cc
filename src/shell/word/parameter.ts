import type { Ast } from '../parse/parse.ts';
import { elementAt, keysOf } from '../state/arrays.ts';
import type { Frame } from '../state/frame.ts';
import { A_NUMBER, EMPTY, joinValues, known, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { arithmeticText, assignEvaluated, doubtData, expandArithmeticText } from './arithmetic.ts';
import { assignElement } from './element.ts';
import type { Expansion } from './expansion.ts';
import { toValue } from './fields.ts';
import { type List, listFrom, listOf, listPieces, sliceOf, valuesOf } from './list.ts';
import { transform } from './operations.ts';
import { ownElement } from './own-tables.ts';
import { type Piece, splitValue, wholeValue } from './pieces.ts';
import { lookup } from './variables.ts';

/** `$x`, `$1`, `$@`. */
export function expandSimple(part: Ast.SimpleExpansionPart, quoted: boolean, expansion: Expansion): readonly Piece[] {
  const name = part.text.replace(/^\$(?:\\\n)*/, '');
  const list = listOf(name, undefined, expansion) ?? arrayInZsh(name, expansion);
  if (list !== undefined) return listPieces(list, quoted, expansion);
  return valuePieces(parameterValue(name, expansion) ?? temporaryFolder(name, expansion), quoted, expansion);
}

/**
 * Variables that hold the folder for temporary files, where they are set; where not, `$TMPDIR/x` is nothing that
 * anybody has.
 */
const TEMPORARY = /^(?:TMPDIR|TMP|TEMP|RUNNER_TEMP)$/;

function temporaryFolder(name: string, { frame }: Expansion): Value | undefined {
  if (!TEMPORARY.test(name) || frame.assumeUnset || frame.scope.hasUnset(name)) return undefined;
  return unknown('variable', { within: '/tmp' });
}

/** zsh: a bare name stands for the whole array. */
function arrayInZsh(name: string, expansion: Expansion): List | undefined {
  if (expansion.frame.dialect !== 'zsh') return undefined;
  const { variable } = lookup(name, expansion);
  const isArray = variable?.elements !== undefined || variable?.words !== undefined || variable?.list === true;
  return isArray ? listOf(name, '*', expansion) : undefined;
}

/**
 * `${=x}`, `${~x}`, `${(f)x}`: expansions of zsh that are not modelled. Source: zshexpn(1), parameter expansion flags.
 */
const ZSH_FLAGS = /^\$\{[=~^(]/;

/** `${..}` in all its forms. */
export function expandParameter(
  part: Ast.ParameterExpansionPart,
  quoted: boolean,
  expansion: Expansion,
): readonly Piece[] {
  const { parameter: name, operation } = part;
  if (expansion.frame.dialect === 'zsh' && (part.index?.text.includes(',') || ZSH_FLAGS.test(part.text))) {
    // for the commands in it
    if (operation !== undefined && 'operand' in operation && operation.operand !== undefined)
      expansion.pieces(operation.operand, quoted);
    return [{ kind: 'hole', value: unknown('expansion'), many: !quoted }];
  }
  const bare = part.index === undefined ? arrayInZsh(name, expansion) : undefined;
  const list = listOf(name, part.index?.text, expansion) ?? bare;
  if (part.prefix === '#') return valuePieces(length(part, list, expansion), quoted, expansion);
  if (part.prefix === '!' && (part.index?.text === '@' || part.index?.text === '*'))
    return listPieces(subscripts(name, part.index.text === '*', expansion), quoted, expansion);
  if (part.prefix === '!') return valuePieces(indirect(part, expansion), quoted, expansion);
  if (list !== undefined && operation?.type === 'Default') return listOrDefault(list, operation, quoted, expansion);
  if (list !== undefined)
    return listPieces(operation === undefined ? list : changed(list, operation, expansion), quoted, expansion);
  const value = part.index === undefined ? parameterValue(name, expansion) : elementValue(part, expansion);
  if (operation === undefined) return valuePieces(value ?? temporaryFolder(name, expansion), quoted, expansion);
  if (operation.type === 'Default') return withDefault(part, value, operation, quoted, expansion);
  const isEmpty = value === undefined && expansion.frame.assumeUnset;
  // `${x@Q}` of what is not set is no quotes
  if (isEmpty && operation.type === 'Transform') return valuePieces(EMPTY, quoted, expansion);
  const before = value ?? (isEmpty ? EMPTY : unknown('variable'));
  return valuePieces(operate(before, operation, expansion), quoted, expansion);
}

/** `${a[@]+"${a[@]}"}`, `${@:-x}` */
function listOrDefault(
  list: List,
  { operator, operand }: Ast.ParameterDefaultOperation,
  quoted: boolean,
  expansion: Expansion,
): readonly Piece[] {
  const plus = operator.endsWith('+');
  if (list.items === undefined) {
    expansion.pieces(operand, quoted);
    return listPieces({ items: undefined, joined: false }, quoted, expansion);
  }
  const isEmpty = list.items.length === 0;
  if (isEmpty !== plus) return expansion.pieces(operand, quoted);
  return plus ? [] : listPieces(list, quoted, expansion);
}

/** `"${a[@]/#/-}"`, `"${@:2}"`: each item, or some of them. */
function changed(list: List, operation: Ast.ParameterOperation, expansion: Expansion): List {
  if (operation.type === 'Slice') return sliced(list, operation, expansion);
  const values = valuesOf(list);
  if (values === undefined) {
    touchOperands(operation, expansion);
    return { items: undefined, joined: list.joined };
  }
  return listFrom(
    values.map((value) => operate(value, operation, expansion)),
    list.joined,
  );
}

function sliced(list: List, { offset, length }: Ast.ParameterSliceOperation, expansion: Expansion): List {
  const from = arithmeticText(offset, expansion);
  const count = length === undefined ? 'all' : arithmeticText(length, expansion);
  return from === undefined || count === undefined
    ? { items: undefined, joined: list.joined }
    : sliceOf(list, from, count);
}

/** `${!a[@]}` */
function subscripts(name: string, joined: boolean, expansion: Expansion): List {
  const { variable } = lookup(name, expansion);
  const keys = variable === undefined ? undefined : keysOf(variable);
  const isOrdered = variable?.associative !== true || (keys?.length ?? 2) < 2;
  return listFrom(isOrdered ? keys?.map(known) : undefined, joined);
}

/** Undefined where neither the line nor the environment sets the name. */
function parameterValue(name: string, expansion: Expansion): Value | undefined {
  const { value, variable } = lookup(name, expansion);
  if (
    value?.known &&
    !/^\d+$/.test(name) &&
    (variable?.exported !== true || expansion.frame.scope.variables.get(name) !== undefined)
  ) {
    if (value.text !== '') expansion.origins.push(`$${name} is "${value.text}"`);
  }
  return value;
}

function elementValue(part: Ast.ParameterExpansionPart, expansion: Expansion): Value | undefined {
  const index = part.index as Ast.Word;
  const { variable } = lookup(part.parameter, expansion);
  if (variable?.associative === true) {
    const key = expansion.value(index);
    return key.known ? elementAt(variable, key.text) : unknown('variable');
  }
  const own = variable === undefined ? ownElement(part.parameter, expansion.value(index), expansion) : undefined;
  if (own !== undefined) return own;
  const at = arithmeticText(index, expansion);
  if (variable === undefined) return undefined;
  if (at === undefined) return unknown('variable');
  if (expansion.frame.dialect !== 'zsh') return elementAt(variable, String(at));
  // zsh counts from 1; a subscript of a text is a character
  if (variable.elements === undefined) return unknown('variable');
  return at === 0 ? EMPTY : elementAt(variable, String(at < 0 ? at : at - 1));
}

function length(part: Ast.ParameterExpansionPart, list: List | undefined, expansion: Expansion): Value {
  if (list !== undefined) {
    const values = valuesOf(list);
    return values === undefined ? A_NUMBER : known(String(values.length));
  }
  const value = part.index === undefined ? parameterValue(part.parameter, expansion) : elementValue(part, expansion);
  return value?.known ? known(String([...value.text].length)) : A_NUMBER;
}

/** `${!x}`: the variable named by x. `${!x@}` and `${!x[@]}` list names. */
function indirect(part: Ast.ParameterExpansionPart, expansion: Expansion): Value | undefined {
  if (part.index !== undefined || part.operation?.type === 'Names') return unknown('variable');
  const name = parameterValue(part.parameter, expansion);
  if (name?.known && /^(?:[A-Za-z_]\w*|\d+)$/.test(name.text)) {
    const value = parameterValue(name.text, expansion) ?? unknown('variable');
    return part.operation === undefined ? value : operate(value, part.operation, expansion);
  }
  if (name?.known) expandArithmeticText(name.text, expansion);
  else if (name !== undefined) doubtData(name, `!${part.parameter}`, expansion);
  return unknown('variable');
}

function withDefault(
  part: Ast.ParameterExpansionPart,
  value: Value | undefined,
  operation: Ast.ParameterDefaultOperation,
  quoted: boolean,
  expansion: Expansion,
): readonly Piece[] {
  const { operator } = operation;
  // arrays are not inherited: an element that the line does not set is not set
  const isNewElement = part.index !== undefined && value === undefined && operator.endsWith('=');
  const assumed = (value === undefined && expansion.frame.assumeUnset) || isNewElement;
  const set = assumed ? false : isSet(value, operator.startsWith(':'), part.parameter, expansion);
  const plus = operator.endsWith('+');
  const useOperand = set === 'unknown' ? 'unknown' : plus ? set : !set;
  if (useOperand === false) return plus ? [] : valuePieces(value, quoted, expansion);
  const operand = expansion.pieces(operation.operand, quoted);
  if (operator.endsWith('?')) return valuePieces(value ?? unknown('variable'), quoted, expansion);
  if (operator.endsWith('=')) {
    const given = useOperand === true ? toValue(operand) : joined(value, operand);
    if (part.index !== undefined) {
      assignElement(part.parameter, part.index.text, given, expansion);
      return valuePieces(given, quoted, expansion);
    }
    const assigned = assignEvaluated(part.parameter, given, expansion);
    if (assigned !== given) return valuePieces(assigned, quoted, expansion);
  }
  if (useOperand === true) return operand;
  return valuePieces(plus ? joined(EMPTY, operand) : joined(value, operand), quoted, expansion);
}

function joined(value: Value | undefined, operand: readonly Piece[]): Value {
  const instead = toValue(operand);
  const both = joinValues(value ?? unknown('variable'), instead);
  return both.known || !instead.known ? both : { ...both, otherwise: instead.text };
}

/** Conventional names: if the caller's environment lacks them, they are not set in its shell either. */
const WELL_KNOWN = /^(?:HOME|USER|LOGNAME|TMPDIR|TMP|TEMP|PWD|SHELL|EDITOR|VISUAL|PAGER|CI|XDG_\w+)$/;

/** Whether the parameter is set (with `:`, and not empty). What the caller's shell may hold is not known. */
function isSet(value: Value | undefined, nonEmpty: boolean, name: string, expansion: Expansion): boolean | 'unknown' {
  const { scope } = expansion.frame;
  if (value === undefined) return scope.ownEnvironment && WELL_KNOWN.test(name) ? false : 'unknown';
  if (scope.hasUnset(name)) return false;
  if (!nonEmpty) return /^\d+$/.test(name) && !(value.known && value.text !== '') ? 'unknown' : true;
  if (value.known) return value.text !== '';
  return value.prefix !== '' || value.suffix !== '' || value.numeric ? true : 'unknown';
}

function operate(value: Value, operation: Ast.ParameterOperation, expansion: Expansion): Value {
  if (operation.type === 'Transform' && /^P/.test(operation.operand.text)) return promptString(value, expansion);
  return isModifier(operation, expansion) ? unknown('variable') : transform(value, operation, expansion);
}

/** zsh: `${x:t}`, `${x:h}` are parts of a path. Source: zshexpn(1), modifiers. */
function isModifier(operation: Ast.ParameterOperation, { frame }: Expansion): boolean {
  return operation.type === 'Slice' && frame.dialect === 'zsh' && /^[a-zA-Z]$/.test(operation.offset.text);
}

/** `${x@P}` expands the value once more, as prompts are. */
function promptString(value: Value, expansion: Expansion): Value {
  if (value.known) {
    if (!/[$`]/.test(value.text)) return value;
    runTemplate(value.text, expansion.walker, expansion.frame);
    return unknown('expansion');
  }
  expansion.walker.record.doubt('evaluated-data', '`@P` evaluates text that is not known');
  return unknown('expansion');
}

/** Runs the substitutions of a text that is expanded as a here-document is: quotes in it are text. */
export function runTemplate(text: string, walker: Walker, frame: Frame): void {
  if (/[$`]/.test(text))
    walker.runCode(`: <<_TEMPLATE_\n${text}\n_TEMPLATE_\n`, frame.with({ spans: false, stdout: undefined }));
}

/** Substitutions in operands run even if the value is unknown. */
function touchOperands(operation: Ast.ParameterOperation, expansion: Expansion): void {
  operate(unknown('variable'), operation, expansion);
}

function valuePieces(value: Value | undefined, quoted: boolean, expansion: Expansion): readonly Piece[] {
  const certain = value ?? (expansion.frame.assumeUnset ? EMPTY : unknown('variable'));
  return quoted ? [wholeValue(certain)] : splitValue(certain, expansion);
}
