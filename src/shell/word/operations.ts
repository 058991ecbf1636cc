import { decodeAnsiC } from '../../encodings/ansi-c.ts';
import { shQuote } from '../../util/sh-quote.ts';
import {
  globMatches,
  literalOfGlob,
  matchedEnds,
  matchedStarts,
  parseShellGlob,
  type ShellGlob,
} from '../../util/shell-glob.ts';
import type { Ast } from '../parse/parse.ts';
import { bounded, known, unknown, type Value } from '../state/value.ts';
import { arithmeticText } from './arithmetic.ts';
import type { Expansion } from './expansion.ts';

/** Longer text is not worth matching a pattern against. */
const MAX_MATCHED = 256;
/** Nor worth doing so from every position. */
const MAX_REPLACED = 64;

/** `${x#p}`, `${x/a/b}`, `${x:1:2}`, `${x^^}`, `${x@Q}` of one value. */
export function transform(value: Value, operation: Ast.ParameterOperation, expansion: Expansion): Value {
  const result = transformed(value, operation, expansion);
  return result.known ? bounded(result.text.length, () => result.text) : result;
}

function transformed(value: Value, operation: Ast.ParameterOperation, expansion: Expansion): Value {
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
  const glob = value.text.length > MAX_MATCHED ? undefined : globFor(pattern, value.text.length, expansion);
  if (glob === undefined) return unknown('variable');
  const chars = [...value.text];
  const atStart = operation.operator.startsWith('#');
  const lengths = atStart ? matchedStarts(glob, chars) : matchedEnds(glob, chars);
  const cut = (operation.operator.length === 2 ? lengths.at(-1) : lengths[0]) ?? 0;
  return known((atStart ? chars.slice(cut) : chars.slice(0, chars.length - cut)).join(''));
}

/** The pattern, where it is known and matching so many characters against it stays within the limits. */
function globFor(pattern: string | undefined, chars: number, { walker }: Expansion): ShellGlob | undefined {
  if (pattern === undefined || !walker.record.matches(pattern.length * (chars + 1))) return undefined;
  return parseShellGlob(pattern);
}

function replace(value: Value, operation: Ast.ParameterReplaceOperation, expansion: Expansion): Value {
  const pattern = expansion.pattern(operation.pattern);
  const replacement = expansion.value(operation.replacement);
  if (!value.known) return unknown(value.reason, { from: value.from });
  const find = pattern === undefined ? undefined : literalOfGlob(pattern);
  if (find === undefined || !replacement.known) {
    const from = replacement.known ? [] : replacement.from;
    const { length } = value.text;
    const glob = length > MAX_REPLACED || !replacement.known ? undefined : globFor(pattern, length ** 2, expansion);
    return glob !== undefined && replacement.known
      ? replacePattern(value.text, glob, replacement.text, operation.operator)
      : unknown('variable', { from });
  }
  const { text } = value;
  const put = replacement.text;
  // at either end, nothing is found even where there is nothing to find
  if (find === '')
    return operation.operator === '/#' ? known(put + text) : operation.operator === '/%' ? known(text + put) : value;
  if (operation.operator === '/#') return known(text.startsWith(find) ? put + text.slice(find.length) : text);
  if (operation.operator === '/%') return known(text.endsWith(find) ? text.slice(0, -find.length) + put : text);
  if (operation.operator === '//') {
    const pieces = text.split(find);
    return bounded(text.length + pieces.length * put.length, () => pieces.join(put));
  }
  const at = text.indexOf(find);
  return known(at < 0 ? text : text.slice(0, at) + put + text.slice(at + find.length));
}

function replacePattern(text: string, glob: ShellGlob, put: string, operator: string): Value {
  const chars = [...text];
  if (operator === '/%') {
    const length = matchedEnds(glob, chars).at(-1) ?? 0;
    return known(length === 0 ? text : chars.slice(0, chars.length - length).join('') + put);
  }
  let result = '';
  let at = 0;
  while (at < chars.length) {
    const length = matchedStarts(glob, chars.slice(at)).at(-1) ?? 0;
    result += length > 0 ? put : chars[at];
    at += Math.max(1, length);
    if (operator === '/#' || (length > 0 && operator !== '//')) break;
  }
  return known(result + chars.slice(at).join(''));
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
  const glob = globFor(pattern, value.text.length, expansion);
  if (glob === undefined) return unknown('variable');
  const upper = operation.operator.startsWith('^');
  const change = (char: string) => (globMatches(glob, char) ? (upper ? char.toUpperCase() : char.toLowerCase()) : char);
  const chars = [...value.text];
  if (operation.operator.length === 2) return known(chars.map(change).join(''));
  return known(chars.map((char, index) => (index === 0 ? change(char) : char)).join(''));
}

function quoteOrCase(value: Value, operator: string): Value {
  if (!value.known) return unknown(value.reason, { from: value.from, numeric: value.numeric });
  if (operator === 'U') return known(value.text.toUpperCase());
  if (operator === 'L') return known(value.text.toLowerCase());
  if (operator === 'u') return known(value.text.slice(0, 1).toUpperCase() + value.text.slice(1));
  if (operator === 'E') return known(decodeAnsiC(value.text));
  if (operator === 'Q') return known(shQuote(value.text));
  return unknown('expansion');
}
