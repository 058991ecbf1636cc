import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/php';
import { runsShell, table } from './effects.ts';
import { decodeEscapes, decodeSingle } from './escapes.ts';
import type { Given } from './finding.ts';
import { anyLine } from './given-lines.ts';
import { flattened, itemAtKey, itemsOf, joinedItems, keyedValue, keysOf, oneOf } from './keyed.ts';
import type { Processes } from './processes.ts';
import type { CalledFunctions } from './script-functions.ts';
import { childrenOf, MAX_EXPRESSION_DEPTH, type Reader, slice } from './tree.ts';
import {
  concatValues,
  globbed,
  listValue,
  nameValue,
  overChoices,
  partsOf,
  partsOfText,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOfWord,
} from './value.ts';
import { filledIn } from './value-methods.ts';

/** The state of reading PHP. */
export interface PhpReader extends Reader {
  readonly given: Given;
  readonly functions: CalledFunctions;
  readonly processes: Processes;
  /** what is assigned to an attribute of any object, as the code was read the last time */
  readonly attributes: Map<string, Value>;
  readonly newAttributes: Map<string, Value>;
  /** where `chdir` went */
  directory: Value | undefined;
}

const PUNCTUATION = new Set(['(', ')', ',', '[', ']', '=>', 'array']);

/** Double-quoted text, here-document or backticks: variables inside are evaluated. */
function interpolated(reader: PhpReader, node: SyntaxNode, from: number, to: number): Value {
  const parts: Value[] = [];
  let at = from;
  for (const hole of childrenOf(node)) {
    if (hole.from < at || hole.name === 'EscapeSequence') continue;
    parts.push(textValue(decodeEscapes(reader.source.slice(at, hole.from))));
    const inner = hole.name === 'Interpolation' ? hole.firstChild?.nextSibling : hole;
    parts.push(inner == null ? UNKNOWN : evaluate(reader, inner, 1));
    at = hole.to;
  }
  return concatValues([...parts, textValue(decodeEscapes(reader.source.slice(at, Math.max(at, to))))]);
}

/** The grammar does not parse the text in backticks. */
export function backticks(reader: PhpReader, text: string): Value {
  const pieces = text.split(/(\{\$[^}]{0,200}\}|\$\w+(?:->\w+|\[[^\]]{0,200}\])?)/);
  return concatValues(
    pieces.map((piece, at) => (at % 2 === 0 ? textValue(decodeEscapes(piece)) : inBackticks(reader, piece))),
  );
}

/** Expressions in backticks that are parsed by themselves. */
function inBackticks(reader: PhpReader, piece: string): Value {
  const expression = piece.replace(/^\{|\}$/g, '');
  if (/^\$\w+$/.test(expression)) return reader.scope.get(expression) ?? UNKNOWN;
  const source = `<?php ${expression.replace(/\[(\w+)\]$/, "['$1']")};`;
  const statement = parser.parse(source).topNode.getChild('ExpressionStatement');
  return statement?.firstChild == null ? UNKNOWN : evaluate({ ...reader, source }, statement.firstChild, 1);
}

function stringValue(reader: PhpReader, node: SyntaxNode): Value {
  const text = slice(reader, node);
  if (text.startsWith("'")) return { kind: 'text', parts: partsOfText(decodeSingle(text.slice(1, -1))) };
  return interpolated(reader, node, node.from + 1, node.to - 1);
}

function heredocValue(reader: PhpReader, node: SyntaxNode): Value {
  const head = /^<<<[ \t]*(['"]?)(\w+)\1\r?\n/.exec(slice(reader, node));
  const text = slice(reader, node);
  const end = text.lastIndexOf('\n');
  if (head === null || end < head[0].length) return textValue('');
  if (head[1] === "'") return { kind: 'text', parts: partsOfText(text.slice(head[0].length, end)) };
  return interpolated(reader, node, node.from + head[0].length, node.from + end);
}

export function argumentsOf(reader: PhpReader, list: SyntaxNode | null, depth: number): readonly Value[] {
  const children = list === null ? [] : childrenOf(list).filter((child) => !PUNCTUATION.has(child.name));
  return children.map((child) => {
    const inner = child.name === 'NamedArgument' ? (child.lastChild ?? child) : child;
    return evaluate(reader, inner, depth + 1);
  });
}

/** `getenv('HOME')`, `$_SERVER['HOME']`. */
function environment({ given }: PhpReader, name: string | undefined): Value {
  if (name === 'HOME') return { kind: 'text', parts: [{ home: true }] };
  const text = name === undefined ? undefined : given.variable(name);
  return text === undefined ? UNKNOWN : textValue(text);
}

function subscript(reader: PhpReader, node: SyntaxNode, depth: number): Value {
  const [object, key] = childrenOf(node).filter((child) => !PUNCTUATION.has(child.name));
  if (object === undefined || key === undefined) return UNKNOWN;
  const isWord = key.name === 'Name'; // in a text a key has no quotes
  const index = isWord ? textValue(slice(reader, key)) : evaluate(reader, key, depth + 1);
  const name = slice(reader, object);
  if (name === '$_SERVER' || name === '$_ENV') return environment(reader, textOf(index));
  if (name === '$argv') return valueOfWord(reader.args[Number(textOf(index)) - 1]);
  return itemAtKey(evaluate(reader, object, depth + 1), index);
}

/** `$this->base`, `T::$base`: what is assigned to it anywhere. */
function attribute(reader: PhpReader, node: SyntaxNode): Value {
  return reader.attributes.get(slice(reader, node.lastChild ?? node)) ?? UNKNOWN;
}

/** `["a" => 1, "b"]` */
function arrayValue(reader: PhpReader, node: SyntaxNode, depth: number): Value {
  const entries: (readonly [Value | undefined, Value])[] = [];
  for (const child of childrenOf(node)) {
    if (PUNCTUATION.has(child.name)) continue;
    if (child.name === 'Spread') return UNKNOWN;
    if (entries.length >= MAX_ENTRIES) return UNKNOWN;
    const { firstChild: key, lastChild: item } = child;
    if (child.name !== 'Pair' || key === null || item === null)
      entries.push([undefined, evaluate(reader, child, depth + 1)]);
    else entries.push([evaluate(reader, key, depth + 1), evaluate(reader, item, depth + 1)]);
  }
  return keyedValue(entries);
}

const MAX_ENTRIES = 500;

/** What functions give whose arguments tell. */
const RESULTS: ReadonlyMap<string, (args: readonly Value[], reader: PhpReader) => Value> = table<
  (args: readonly Value[], reader: PhpReader) => Value
>({
  getenv: ([name], reader) => environment(reader, textOf(name)),
  glob: ([pattern]) => globbed(pattern),
  scandir: () => ({ kind: 'text', parts: [{ reason: 'glob' }] }),
  implode: ([separator, list]) => joins(separator, list),
  join: ([separator, list]) => joins(separator, list),
  explode: ([separator, text]) => splits(separator, text),
  sprintf: ([format = UNKNOWN, ...args]) => filledIn(format, args) ?? UNKNOWN,
  array_merge: (lists) => (lists.every(({ kind }) => kind === 'list') ? listValue(flattened(lists)) : UNKNOWN),
  array_values: ([list = UNKNOWN]) => itemsOf(list),
  array_keys: ([list = UNKNOWN]) => keysOf(list),
  ...Object.fromEntries(
    ['escapeshellarg', 'escapeshellcmd', 'trim', 'rtrim', 'strval', 'realpath', 'array_reverse', 'array_unique'].map(
      (name) => [name, ([value = UNKNOWN]: readonly Value[]) => value],
    ),
  ),
  ...Object.fromEntries(
    ['fgets', 'readline', 'stream_get_contents'].map((name) => [
      name,
      (_: readonly Value[], { given }: PhpReader) => anyLine(given),
    ]),
  ),
});

function joins(separator: Value | undefined, list: Value | undefined): Value {
  if (list === undefined) return joinedItems(separator ?? UNKNOWN, '');
  return joinedItems(list, textOf(separator) ?? ' ');
}

function splits(separator: Value | undefined, text: Value | undefined): Value {
  const [by, whole] = [textOf(separator), textOf(text)];
  return by === undefined || by === '' || whole === undefined ? UNKNOWN : listValue(whole.split(by).map(textValue));
}

/** Functions that start a program to write to it. */
export const PIPES: ReadonlySet<string> = new Set(['popen']);

function callValue(reader: PhpReader, node: SyntaxNode, depth: number): Value {
  const name = node.firstChild === null ? '' : slice(reader, node.firstChild).replace(/^\\/, '').toLowerCase();
  const args = () => argumentsOf(reader, node.getChild('ArgList'), depth);
  if (PIPES.has(name)) return reader.processes.started(node.from, runsShell({ name, args: args(), named: new Map() }));
  const result = RESULTS.get(name);
  if (result !== undefined) {
    const values = args();
    if (!values.some(({ kind }) => kind === 'choice')) return result(values, reader);
    return overChoices(values, (each) => result(each, reader));
  }
  return entryPath(reader, node, depth) ?? { kind: 'unknown', reason: 'command-output' };
}

export function evaluate(reader: PhpReader, node: SyntaxNode, depth = 0): Value {
  if (depth > MAX_EXPRESSION_DEPTH) return UNKNOWN;
  switch (node.name) {
    case 'String':
      return stringValue(reader, node);
    case 'HeredocString':
    case 'NowdocString':
      return heredocValue(reader, node);
    case 'Integer':
      return textValue(slice(reader, node).replace(/^0o?(?=\d)/i, ''));
    case 'VariableName':
      return reader.scope.get(slice(reader, node)) ?? UNKNOWN;
    case 'ParenthesizedExpression': {
      const inner = node.firstChild?.nextSibling;
      return inner == null ? UNKNOWN : evaluate(reader, inner, depth + 1);
    }
    case 'ArrayExpression':
      return arrayValue(reader, node, depth);
    case 'SubscriptExpression':
      return subscript(reader, node, depth);
    case 'MemberExpression':
    case 'ScopedExpression':
      return attribute(reader, node);
    case 'ConditionalExpression': {
      const [, , yes, , no] = childrenOf(node);
      return yes === undefined || no === undefined
        ? UNKNOWN
        : oneOf([evaluate(reader, yes, depth + 1), evaluate(reader, no, depth + 1)]);
    }
    case 'AssignmentExpression':
      return node.lastChild === null ? UNKNOWN : evaluate(reader, node.lastChild, depth + 1);
    case 'BinaryExpression': {
      const [left, operator, right] = childrenOf(node);
      if (left === undefined || right === undefined || operator?.name !== 'ConcatOp') return UNKNOWN;
      return concatValues([evaluate(reader, left, depth + 1), evaluate(reader, right, depth + 1)]);
    }
    case 'CallExpression':
      return callValue(reader, node, depth);
    case 'NewExpression':
      return entries(reader, node, depth);
    case 'Name':
      return nameValue(slice(reader, node));
    default:
      return UNKNOWN;
  }
}

/** `new DirectoryIterator(folder)` gives each entry of the folder. Source: https://www.php.net/spl.iterators */
function entries(reader: PhpReader, node: SyntaxNode, depth: number): Value {
  const made = node.getChild('Name');
  const [first = UNKNOWN] = argumentsOf(reader, node.getChild('ArgList'), depth);
  const name = made === null ? '' : slice(reader, made).toLowerCase();
  if (name === 'recursiveiteratoriterator') return first;
  if (name === 'globiterator') return globbed(first);
  if (!/^(?:directory|filesystem|recursivedirectory)iterator$/.test(name)) return UNKNOWN;
  return { kind: 'text', parts: [...partsOf(first), '/', { reason: 'glob' }, ''] };
}

/** `$entry->getPathname()` */
function entryPath(reader: PhpReader, node: SyntaxNode, depth: number): Value | undefined {
  const [object, , method] = node.firstChild?.name === 'MemberExpression' ? childrenOf(node.firstChild) : [];
  if (object === undefined || method === undefined) return undefined;
  return /^get(?:pathname|realpath)$/i.test(slice(reader, method)) ? evaluate(reader, object, depth + 1) : undefined;
}
