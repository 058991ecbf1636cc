import { literalOfGlob, shellGlobMatches } from '../../util/shell-glob.ts';
import type { Ast } from '../parse.ts';
import { known, unknown, type Value } from '../value.ts';
import { arithmeticText } from './arithmetic.ts';
import type { Expansion } from './expansion.ts';

/** Longer text is not worth matching a pattern against at every position. */
const MAX_MATCHED = 256;

/** `${x#p}`, `${x/a/b}`, `${x:1:2}`, `${x^^}`, `${x@Q}` of one value. */
export function transform(value: Value, operation: Ast.ParameterOperation, expansion: Expansion): Value {
  switch (operation.type) {
    case 'Remove':
      return remove(value, operation, expansion);
    case 'Replace':
      return replace(value, operation, expansion);
    case 'Slice':
      return slice(value, operation, expansion);
    case 'CaseModification':
      return changeCase(value, operation, expansion);
    case 'Transform':
      return quoteOrCase(value, operation.operand.text);
    default:
      return unknown('expansion');
  }
}

function remove(value: Value, operation: Ast.ParameterRemoveOperation, expansion: Expansion): Value {
  const pattern = expansion.pattern(operation.operand);
  if (!value.known) return unknown(value.reason, { from: value.from });
  if (pattern === undefined || value.text.length > MAX_MATCHED) return unknown('variable');
  const { text } = value;
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  if (operation.operator.length === 2) lengths.reverse();
  const atStart = operation.operator.startsWith('#');
  const cut = lengths.find((length) =>
    shellGlobMatches(pattern, atStart ? text.slice(0, length) : text.slice(text.length - length)),
  );
  if (cut === undefined) return value;
  return known(atStart ? text.slice(cut) : text.slice(0, text.length - cut));
}

function replace(value: Value, operation: Ast.ParameterReplaceOperation, expansion: Expansion): Value {
  const pattern = expansion.pattern(operation.pattern);
  const replacement = expansion.value(operation.replacement);
  if (!value.known) return unknown(value.reason, { from: value.from });
  const find = pattern === undefined ? undefined : literalOfGlob(pattern);
  if (find === undefined || !replacement.known) {
    const from = replacement.known ? [] : replacement.from;
    return pattern !== undefined && replacement.known
      ? replacePattern(value.text, pattern, replacement.text, operation.operator)
      : unknown('variable', { from });
  }
  const { text } = value;
  const put = replacement.text;
  // at either end, nothing is found even where there is nothing to find
  if (find === '')
    return operation.operator === '/#' ? known(put + text) : operation.operator === '/%' ? known(text + put) : value;
  if (operation.operator === '/#') return known(text.startsWith(find) ? put + text.slice(find.length) : text);
  if (operation.operator === '/%') return known(text.endsWith(find) ? text.slice(0, -find.length) + put : text);
  if (operation.operator === '//') return known(text.split(find).join(put));
  const at = text.indexOf(find);
  return known(at < 0 ? text : text.slice(0, at) + put + text.slice(at + find.length));
}

function replacePattern(text: string, pattern: string, put: string, operator: string): Value {
  if (text.length > 64) return unknown('variable');
  let result = '';
  let at = 0;
  while (at < text.length) {
    const length = operator === '/#' && at > 0 ? 0 : longestMatch(text, at, pattern, operator === '/%');
    if (length > 0) {
      result += put;
      at += length;
      if (operator !== '//') break;
    } else result += text[at++];
  }
  return known(result + text.slice(at));
}

function longestMatch(text: string, at: number, pattern: string, toEnd: boolean): number {
  for (let end = text.length; end > at; end--) {
    if (shellGlobMatches(pattern, text.slice(at, end))) return end - at;
    if (toEnd) return 0;
  }
  return 0;
}

function slice(value: Value, operation: Ast.ParameterSliceOperation, expansion: Expansion): Value {
  const offset = arithmeticText(operation.offset, expansion);
  const length = operation.length === undefined ? undefined : arithmeticText(operation.length, expansion);
  if (!value.known) return unknown(value.reason, { from: value.from, numeric: value.numeric });
  if (offset === undefined || (operation.length !== undefined && length === undefined)) return unknown('variable');
  const chars = [...value.text];
  const from = offset < 0 ? chars.length + offset : offset;
  if (from < 0) return known('');
  const to = length === undefined ? chars.length : length < 0 ? chars.length + length : from + length;
  return known(chars.slice(from, to).join(''));
}

function changeCase(value: Value, operation: Ast.ParameterCaseOperation, expansion: Expansion): Value {
  const pattern = operation.operand === undefined ? '?' : expansion.pattern(operation.operand);
  if (!value.known) return unknown(value.reason, { from: value.from, numeric: value.numeric });
  if (pattern === undefined) return unknown('variable');
  const upper = operation.operator.startsWith('^');
  const change = (char: string) =>
    shellGlobMatches(pattern, char) ? (upper ? char.toUpperCase() : char.toLowerCase()) : char;
  const chars = [...value.text];
  if (operation.operator.length === 2) return known(chars.map(change).join(''));
  return known(chars.map((char, index) => (index === 0 ? change(char) : char)).join(''));
}

function quoteOrCase(value: Value, operator: string): Value {
  if (!value.known) return unknown(value.reason, { from: value.from, numeric: value.numeric });
  if (operator === 'U') return known(value.text.toUpperCase());
  if (operator === 'L') return known(value.text.toLowerCase());
  if (operator === 'u') return known(value.text.slice(0, 1).toUpperCase() + value.text.slice(1));
  if (operator === 'Q') return known(`'${value.text.replace(/'/g, "'\\''")}'`);
  return unknown('expansion');
}
