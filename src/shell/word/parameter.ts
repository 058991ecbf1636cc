import type { Word } from '../../model/word.ts';
import type { Ast } from '../parse.ts';
import { A_NUMBER, EMPTY, joinValues, known, unknown, type Value } from '../value.ts';
import { arithmeticText, doubtData, expandArithmeticText } from './arithmetic.ts';
import type { Expansion } from './expansion.ts';
import { toValue } from './fields.ts';
import { transform } from './operations.ts';
import { BORDER, borderBetween, type Piece, splitValue, wholeValue } from './pieces.ts';
import { lookup } from './variables.ts';

/** `$x`, `$1`, `$@`. */
export function expandSimple(part: Ast.SimpleExpansionPart, quoted: boolean, expansion: Expansion): readonly Piece[] {
  const name = part.text.replace(/^\$(?:\\\n)*/, '');
  if (name === '@' || name === '*') return listPieces(positionalList(expansion), name, quoted, expansion);
  return valuePieces(parameterValue(name, expansion), quoted, expansion);
}

/** `${..}` in all its forms. */
export function expandParameter(
  part: Ast.ParameterExpansionPart,
  quoted: boolean,
  expansion: Expansion,
): readonly Piece[] {
  const { parameter: name, operation } = part;
  const list = listOf(part, expansion);
  if (part.prefix === '#') return valuePieces(length(part, list, expansion), quoted, expansion);
  if (part.prefix === '!') return valuePieces(indirect(part, expansion), quoted, expansion);
  if (list !== undefined && (operation === undefined || list.values === undefined)) {
    if (operation !== undefined) touchOperands(operation, expansion);
    return listPieces(list.values, list.joined ? '*' : '@', quoted, expansion);
  }
  if (list?.values !== undefined && operation !== undefined) {
    const values =
      operation.type === 'Slice'
        ? sliceList(list.values, operation, expansion)
        : list.values.map((value) => operate(value, operation, expansion));
    return listPieces(values, list.joined ? '*' : '@', quoted, expansion);
  }
  const value = part.index === undefined ? parameterValue(name, expansion) : elementValue(part, expansion);
  if (operation === undefined) return valuePieces(value, quoted, expansion);
  if (operation.type === 'Default') return withDefault(part, value, operation, quoted, expansion);
  return valuePieces(operate(value ?? unknown('variable'), operation, expansion), quoted, expansion);
}

/** Undefined where the name is not set, as far as the line and the environment tell. */
function parameterValue(name: string, expansion: Expansion): Value | undefined {
  if (/^\d+$/.test(name)) return positionalValue(Number(name), expansion);
  const { value, variable } = lookup(name, expansion);
  if (value?.known && (variable?.exported !== true || expansion.frame.scope.variables.get(name) !== undefined)) {
    if (value.text !== '') expansion.origins.push(`$${name} is "${value.text}"`);
  }
  return value;
}

function positionalValue(index: number, expansion: Expansion): Value | undefined {
  const { positional } = expansion.frame.scope;
  if (positional === undefined || index === 0) return undefined;
  const before = positional.slice(0, index);
  if (before.some((word) => word.kind === 'glob' || (word.kind === 'unknown' && word.fields === 'any')))
    return unknown('variable');
  const word = positional[index - 1];
  return word === undefined ? EMPTY : wordToValue(word, expansion);
}

function wordToValue(word: Word, expansion: Expansion): Value {
  if (word.kind === 'known') return known(word.value);
  if (word.kind === 'glob') return unknown('glob');
  const from = expansion.machine.record.printedBy.get(word) ?? [];
  return unknown(word.reason, {
    prefix: word.prefix,
    suffix: word.suffix,
    numeric: word.reason === 'arithmetic',
    from,
  });
}

function positionalList(expansion: Expansion): readonly Piece[][] | undefined {
  const { positional } = expansion.frame.scope;
  return positional?.map((word) => {
    const value = wordToValue(word, expansion);
    const many = word.kind === 'glob' || (word.kind === 'unknown' && word.fields === 'any');
    return [value.known ? wholeValue(value) : { kind: 'hole', value, many }];
  });
}

interface List {
  /** undefined = not known */
  readonly values: readonly Value[] | undefined;
  /** `[*]`: one word in quotes */
  readonly joined: boolean;
}

/** What `${x[@]}`, `${@}` list; undefined where the expansion is of one value. */
function listOf(part: Ast.ParameterExpansionPart, expansion: Expansion): List | undefined {
  const { parameter: name, index } = part;
  if (name === '@' || name === '*') {
    const { positional } = expansion.frame.scope;
    const single = positional?.every(
      (word) => word.kind === 'known' || (word.kind === 'unknown' && word.fields === 'one'),
    );
    return {
      values: single ? positional?.map((word) => wordToValue(word, expansion)) : undefined,
      joined: name === '*',
    };
  }
  if (index === undefined || (index.text !== '@' && index.text !== '*')) return undefined;
  const { variable, value } = lookup(name, expansion);
  const joined = index.text === '*';
  if (variable?.elements !== undefined) return { values: variable.elements, joined };
  if (variable?.list === true || value === undefined) return { values: undefined, joined };
  return { values: [value], joined };
}

function elementValue(part: Ast.ParameterExpansionPart, expansion: Expansion): Value | undefined {
  const index = part.index as Ast.Word;
  const { variable } = lookup(part.parameter, expansion);
  if (variable?.associative === true) {
    expansion.value(index);
    return unknown('variable');
  }
  const at = arithmeticText(index, expansion);
  if (variable === undefined) return undefined;
  if (variable.elements === undefined) return at === 0 && variable.list !== true ? variable.value : unknown('variable');
  if (at === undefined) return unknown('variable');
  return variable.elements[at < 0 ? variable.elements.length + at : at] ?? EMPTY;
}

function length(part: Ast.ParameterExpansionPart, list: List | undefined, expansion: Expansion): Value {
  if (list !== undefined) return list.values === undefined ? A_NUMBER : known(String(list.values.length));
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
  const assumed = value === undefined && expansion.frame.assumeUnset === true;
  const set = assumed ? false : isSet(value, operator.startsWith(':'), part.parameter, expansion);
  const plus = operator.endsWith('+');
  const useOperand = set === 'unknown' ? 'unknown' : plus ? set : !set;
  if (useOperand === false) return plus ? [] : valuePieces(value, quoted, expansion);
  const operand = expansion.pieces(operation.operand, quoted);
  if (operator.endsWith('?')) return valuePieces(value ?? unknown('variable'), quoted, expansion);
  if (operator.endsWith('=')) {
    expansion.frame.scope.assign(part.parameter, useOperand === true ? toValue(operand) : joined(value, operand));
  }
  if (useOperand === true) return operand;
  return valuePieces(plus ? joinValues(EMPTY, toValue(operand)) : joined(value, operand), quoted, expansion);
}

function joined(value: Value | undefined, operand: readonly Piece[]): Value {
  return joinValues(value ?? unknown('variable'), toValue(operand));
}

/** Whether the parameter is set (with `:`, and not empty). What the caller's shell may hold is not known. */
function isSet(value: Value | undefined, nonEmpty: boolean, name: string, expansion: Expansion): boolean | 'unknown' {
  if (value === undefined) return 'unknown';
  if (expansion.frame.scope.hasUnset(name)) return false;
  if (!nonEmpty) return /^\d+$/.test(name) && value.known && value.text === '' ? 'unknown' : true;
  if (value.known) return value.text !== '';
  return value.prefix !== '' || value.suffix !== '' || value.numeric ? true : 'unknown';
}

function operate(value: Value, operation: Ast.ParameterOperation, expansion: Expansion): Value {
  if (operation.type === 'Transform' && /^P/.test(operation.operand.text)) return promptString(value, expansion);
  return transform(value, operation, expansion);
}

/** `${x@P}` expands the value once more, as prompts are. */
function promptString(value: Value, expansion: Expansion): Value {
  if (value.known) {
    if (!/[$`]/.test(value.text)) return value;
    expansion.machine.runCode(`: "${value.text.replace(/"/g, '\\"')}"`, {
      ...expansion.frame,
      spans: false,
      stdout: undefined,
    });
    return unknown('expansion');
  }
  expansion.machine.record.doubt('evaluated-data', '`@P` evaluates text that is not known');
  return unknown('expansion');
}

/** Operands run their substitutions even where the value is not known. */
function touchOperands(operation: Ast.ParameterOperation, expansion: Expansion): void {
  operate(unknown('variable'), operation, expansion);
}

function sliceList(
  values: readonly Value[],
  operation: Ast.ParameterSliceOperation,
  expansion: Expansion,
): readonly Value[] | undefined {
  const offset = arithmeticText(operation.offset, expansion);
  const count = operation.length === undefined ? values.length : arithmeticText(operation.length, expansion);
  if (offset === undefined || count === undefined || count < 0) return undefined;
  const from = offset < 0 ? values.length + offset : offset;
  return values.slice(from, from + count);
}

function valuePieces(value: Value | undefined, quoted: boolean, expansion: Expansion): readonly Piece[] {
  const certain = value ?? unknown('variable');
  return quoted ? [wholeValue(certain)] : splitValue(certain, expansion.ifs);
}

function listPieces(
  values: readonly Value[] | readonly Piece[][] | undefined,
  kind: '@' | '*',
  quoted: boolean,
  expansion: Expansion,
): readonly Piece[] {
  if (values === undefined) return [{ kind: 'hole', value: unknown('variable'), many: !(quoted && kind === '*') }];
  const groups = values.map((value): readonly Piece[] => {
    if (Array.isArray(value)) return quoted ? value : value.flatMap((piece) => unquote(piece, expansion));
    return valuePieces(value as Value, quoted, expansion);
  });
  if (quoted && kind === '*') {
    const glue = expansion.ifs === undefined ? unknown('variable') : known(expansion.ifs.slice(0, 1) || '');
    return groups.flatMap((group, index) => (index === 0 ? group : [wholeValue(glue), ...group]));
  }
  return groups.length === 0 ? [] : borderBetween(groups);
}

function unquote(piece: Piece, expansion: Expansion): readonly Piece[] {
  if (piece.kind === 'text') return splitValue(known(piece.text), expansion.ifs);
  return piece.kind === 'border' ? [BORDER] : [piece];
}
