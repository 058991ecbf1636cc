import type { SyntaxNode } from '@lezer/common';
import { decodeEscapes } from './escapes.ts';
import { declare, forEach } from './parameters.ts';
import { canonicalName, charactersOf, iterated, picked, RESULTS, variable } from './python-results.ts';
import { entryOf, itemIn, recordMethod, recordOf, spread } from './records.ts';
import {
  type Arguments,
  childrenOf,
  MAX_EXPRESSION_DEPTH,
  members,
  once,
  PUNCTUATION,
  type Reader,
  slice,
} from './tree.ts';
import {
  concatValues,
  contentOf,
  expandHome,
  globbed,
  joinPaths,
  listValue,
  nameValue,
  overChoices,
  type Part,
  partsOf,
  signed,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOfWord,
} from './value.ts';
import { filledIn, itemAt, literalMethod } from './value-methods.ts';

function stringValue(reader: Reader, node: SyntaxNode): Value {
  const [, prefix = '', quote = ''] = /^([a-zA-Z]*)('''|"""|'|")/.exec(slice(reader, node)) ?? [];
  const start = node.from + prefix.length + quote.length;
  const end = Math.max(start, node.to - quote.length);
  const decode = /r/i.test(prefix) ? (text: string) => text : decodeEscapes;
  const pieces: Value[] = [];
  let at = start;
  for (const hole of node.getChildren('FormatReplacement')) {
    pieces.push(textValue(decode(reader.source.slice(at, hole.from))));
    const [inner] = members(hole);
    if (inner !== undefined) pieces.push(evaluate(reader, inner));
    at = hole.to;
  }
  return concatValues([...pieces, textValue(decode(reader.source.slice(at, end)))]);
}

function memberValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [object, ...rest] = childrenOf(node);
  if (object === undefined) return UNKNOWN;
  const base = evaluate(reader, object, depth + 1);
  const property = rest.find((child) => child.name === 'PropertyName');
  if (base.kind === 'path' && property !== undefined) return entryValue(base, slice(reader, property));
  if (base.kind === 'record' || base.kind === 'choice') return entryBelow(reader, base, keyOf(reader, node, depth));
  if (property === undefined && (base.kind === 'list' || base.kind === 'text'))
    return picked(base, rest.map((child) => slice(reader, child)).join(''));
  if (base.kind !== 'name') return UNKNOWN;
  if (property !== undefined) return memberOf(reader, base.name, slice(reader, property));
  const key = rest.find((child) => !/^[[\]:.]$/.test(child.name));
  if (key === undefined) return UNKNOWN;
  if (base.name === 'sys.argv') return valueOfWord(reader.args[Number(slice(reader, key)) - 1]);
  return itemOf(reader, base.name, textOf(evaluate(reader, key, depth + 1)));
}

/** The key of `x[key]`, and the name of `x.name`. */
export function keyOf(reader: Reader, node: SyntaxNode, depth = 0): string | undefined {
  const property = node.getChild('PropertyName');
  if (property !== null) return slice(reader, property);
  const [, bracket, key, end] = childrenOf(node);
  return bracket?.name === '[' && end?.name === ']' && key !== undefined
    ? textOf(evaluate(reader, key, depth + 1))
    : undefined;
}

/** What stands under a key, in one of several mappings or lists. */
function entryBelow(reader: Reader, value: Value, key: string | undefined): Value {
  return overChoices([value], ([one]) => {
    if (one?.kind === 'record') return entryOf(one, key, reader.changed);
    return one?.kind === 'list' ? itemAt(one.items, key) : UNKNOWN;
  });
}

/** `entry.path` of `os.scandir`, `path.name`. */
function entryValue(path: Value & { kind: 'path' }, property: string): Value {
  if (property === 'path') return path;
  return property === 'name' ? { kind: 'text', parts: [{ reason: 'glob' }] } : UNKNOWN;
}

function memberOf(reader: Reader, object: string, property: string): Value {
  const name = canonicalName(`${object}.${property}`);
  return reader.scope.get(name) ?? nameValue(name);
}

/** Mappings from names to what the code itself can name. */
const NAMESPACES = /^(?:globals\(\)|locals\(\)|vars\(\)|sys\.modules|(?:builtins|__builtins__)(?:\.__dict__)?)$/;

/** `vars(os)['system']`, `sys.modules['os']`, `os.environ['HOME']`. */
function itemOf(reader: Reader, object: string, key: string | undefined): Value {
  if (object === 'os.environ') return variable(key);
  if (NAMESPACES.test(object)) return key === undefined ? UNKNOWN : (reader.scope.get(key) ?? nameValue(key));
  return object.endsWith('.__dict__') ? memberOf(reader, object.slice(0, -'.__dict__'.length), key ?? '?') : UNKNOWN;
}

/** The `x % y` of a text: what stands before its first directive. */
function formatted(value: Value): Value {
  const text = textOf(value);
  const cut = text?.search(/%|\{/) ?? -1;
  if (text === undefined || cut < 0) return value.kind === 'text' ? value : UNKNOWN;
  return {
    kind: 'text',
    parts: [text.slice(0, cut), { reason: 'variable' }, text.slice(cut).replace(/^.*(?:%[-+ #\d.]*[a-zA-Z]?|\})/s, '')],
  };
}

function binaryValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [left, operator, right] = childrenOf(node);
  if (left === undefined || operator === undefined || right === undefined) return UNKNOWN;
  const sign = slice(reader, operator);
  const first = evaluate(reader, left, depth + 1);
  const second = evaluate(reader, right, depth + 1);
  if (sign === '%') return filledIn(first, second.kind === 'list' ? second.items : [second]) ?? formatted(first);
  if (sign === '/' && (first.kind === 'path' || second.kind === 'path' || first.kind === 'choice')) {
    return overChoices([first, second], (both) => ({ kind: 'path', parts: joinPaths(both) }));
  }
  if (sign !== '+') return UNKNOWN;
  if (first.kind === 'list' && second.kind === 'list') return listValue([...first.items, ...second.items]);
  return concatValues([first, second]);
}

/** `Path('src').glob('*.o')`; a pattern that is not known finds anything, perhaps nothing. */
function foundBelow(folder: readonly Part[], pattern: Value | undefined): Value {
  const parts = partsOf(pattern);
  const isKnown = parts.every((part) => typeof part === 'string');
  const found = isKnown ? globbed({ kind: 'text', parts: [[...parts].join('')] }) : { kind: 'text' as const, parts };
  return { kind: 'path', parts: [...folder, '/', ...partsOf(found)].filter((part) => part !== '') };
}

/** Methods that return their object, slightly changed. */
function methodValue(
  reader: Reader,
  receiver: Value,
  method: string,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): Value {
  if (receiver.kind === 'path') {
    if (method === 'expanduser') return { kind: 'path', parts: expandHome(receiver.parts) };
    if (/^(resolve|absolute)$/.test(method)) return receiver;
    if (method === 'joinpath') return { kind: 'path', parts: joinPaths([receiver, ...args]) };
    if (/^read_(?:text|bytes)$/.test(method)) return contentOf(receiver);
    if (method === 'iterdir') return { kind: 'path', parts: [...receiver.parts, '/', { reason: 'glob' }] };
    return /^r?glob$/.test(method) ? foundBelow(receiver.parts, args[0]) : UNKNOWN;
  }
  // the text of a file that is open, or was read
  if (receiver.kind === 'unknown' && /^(?:read|strip|decode|encode)$/.test(method)) return receiver;
  if (receiver.kind === 'text' && method === 'format') return filledIn(receiver, args, named) ?? formatted(receiver);
  if (receiver.kind === 'text' && method === 'join' && args[0] !== undefined) {
    const items = iterated(args[0]);
    return items.kind === 'list' ? concatValues(items.items, textOf(receiver) ?? ' ') : UNKNOWN;
  }
  if (receiver.kind === 'record') return recordMethod(reader, receiver, method, args) ?? UNKNOWN;
  return literalMethod(receiver, method, args) ?? UNKNOWN;
}

export function readArguments(reader: Reader, list: SyntaxNode | null, depth: number): Arguments {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  let isOpen = false;
  const children = list === null ? [] : childrenOf(list);
  if (list !== null && children.some((child) => child.name === 'for'))
    return { args: [comprehended(reader, list, depth)], named, isEach: true };
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as SyntaxNode;
    if (PUNCTUATION.has(child.name)) continue;
    if (children[at + 1]?.name === 'AssignOp') {
      const value = children[at + 2];
      if (value !== undefined) named.set(slice(reader, child), evaluate(reader, value, depth + 1));
      at += 2;
    } else if (child.name === '*' || child.name === '**') {
      const value = children[++at];
      const given = iteratedBy(child.name, value === undefined ? UNKNOWN : evaluate(reader, value, depth + 1));
      if (given.kind === 'list') args.push(...given.items);
      else if (child.name === '*') args.push(UNKNOWN);
      isOpen ||= given.kind === 'record' ? given.isOpen === true : given.kind !== 'list';
      if (given.kind === 'record') for (const [key, one] of given.entries) named.set(key, one);
    } else args.push(evaluate(reader, child, depth + 1));
  }
  // all that `f(**options)` is called with may stand there
  if (isOpen && args.length === 0 && named.size === 0) args.push(UNKNOWN);
  return { args, named, isOpen };
}

function iteratedBy(sign: string, value: Value): Value {
  return sign === '*' ? iterated(value) : value;
}

function callValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const callee = node.firstChild;
  if (callee === null) return UNKNOWN;
  const target = evaluate(reader, callee, depth + 1);
  if (target.kind === 'name') {
    const object = /^(.*)\.(?:get|__getitem__|__getattribute__)$/.exec(target.name)?.[1];
    const result = RESULTS.get(target.name);
    if (result === undefined && object === undefined) return reader.results.get(target.name) ?? UNKNOWN;
    const { args, named } = readArguments(reader, node.getChild('ArgList'), depth);
    if (result !== undefined) return overChoices(args, (each) => result(each, named));
    const isAttribute = target.name.endsWith('.__getattribute__');
    return itemOf(reader, isAttribute ? `${object}.__dict__` : (object ?? ''), textOf(args[0]));
  }
  const receiver = callee.name === 'MemberExpression' ? callee.firstChild : null;
  const method = callee.getChild('PropertyName');
  if (receiver === null || method === null) return UNKNOWN;
  const { args, named } = readArguments(reader, node.getChild('ArgList'), depth);
  const name = slice(reader, method);
  const object = evaluate(reader, receiver, depth + 1);
  return overChoices([object, ...args], ([one = UNKNOWN, ...each]) => methodValue(reader, one, name, each, named));
}

/** A spread value is any number of items. */
function listItems(reader: Reader, nodes: readonly SyntaxNode[], depth: number): readonly Value[] {
  return nodes.flatMap((node, at) => {
    if (node.name === '*') return [];
    const value = evaluate(reader, node, depth + 1);
    if (nodes[at - 1]?.name !== '*') return [value];
    const items = iterated(value);
    return items.kind === 'list' ? items.items : [UNKNOWN];
  });
}

/** `{'a': 1, **more}` */
function dictionaryValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const children = childrenOf(node);
  return recordOf(
    children.flatMap((child, at): readonly (readonly [string | undefined, Value])[] => {
      const next = children[at + 1];
      if (next === undefined || (child.name !== ':' && child.name !== '**')) return [];
      const value = evaluate(reader, next, depth + 1);
      if (child.name === '**') return spread(value);
      const key = children[at - 1];
      return [[key === undefined ? undefined : textOf(evaluate(reader, key, depth + 1)), value]];
    }),
  );
}

/** `[f(x) for x in items]`: what it makes of each item; of loops in loops nothing is known. */
function comprehended(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [loop, ...more] = loopsOf(node);
  const body = members(node)[0];
  if (loop === undefined || more.length > 0 || body === undefined) return UNKNOWN;
  const all = evaluate(reader, loop.items, depth + 1);
  return forEach(reader, charactersOf(all) ?? iterated(all), body, (item) => {
    bindTargets(loop.targets, item, (target, value) => declare(reader, slice(reader, target), value));
    return evaluate(reader, body, depth + 1);
  });
}

/** Each `for targets in items` among the children; a comprehension may have several. */
export function loopsOf(node: SyntaxNode): readonly { targets: readonly SyntaxNode[]; items: SyntaxNode }[] {
  const children = childrenOf(node);
  return children.flatMap((child, at) => {
    const items = children[at + 1];
    if (child.name !== 'in' || items === undefined) return [];
    const from = children.findLastIndex((one, index) => index < at && one.name === 'for');
    return [{ targets: children.slice(from + 1, at), items }];
  });
}

/** Binds the names of `a`, of `a, (b, *c)`, and what else a list of targets holds. */
export function bindTargets(
  nodes: readonly SyntaxNode[],
  value: Value,
  bind: (target: SyntaxNode, value: Value) => void,
): void {
  const targets = nodes.filter((node) => !PUNCTUATION.has(node.name));
  const [only] = targets;
  if (only === undefined) return;
  if (targets.length === nodes.length && targets.length === 1) bindTarget(only, value, bind);
  else {
    for (const [at, target] of targets.entries()) {
      if (target.name === '*') continue;
      const isRest = targets[at - 1]?.name === '*';
      bindTarget(target, isRest ? UNKNOWN : itemIn(value, at), bind);
    }
  }
}

function bindTarget(target: SyntaxNode, value: Value, bind: (target: SyntaxNode, value: Value) => void): void {
  if (/^(?:Tuple|Array)Expression$/.test(target.name)) bindTargets(childrenOf(target), value, bind);
  else if (target.name === 'ParenthesizedExpression') bindTargets(members(target), value, bind);
  else bind(target, value);
}

/** Evaluates an expression, without running any call but those of RESULTS. */
export function evaluate(reader: Reader, node: SyntaxNode, depth = 0): Value {
  if (depth > MAX_EXPRESSION_DEPTH) return UNKNOWN;
  switch (node.name) {
    case 'String':
    case 'FormatString':
      return stringValue(reader, node);
    case 'ContinuedString':
      return concatValues(childrenOf(node).map((child) => evaluate(reader, child, depth + 1)));
    case 'Number':
      return textValue(slice(reader, node).replace(/^0o/i, ''));
    case 'UnaryExpression':
      return signed(slice(reader, node));
    case 'Boolean':
      return { kind: 'flag', on: slice(reader, node) === 'True' };
    case 'None':
      return { kind: 'flag', on: false };
    case 'DictionaryExpression':
      return dictionaryValue(reader, node, depth);
    case 'ComprehensionExpression':
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
      return comprehended(reader, node, depth);
    case 'ArrayExpression':
    case 'TupleExpression':
    case 'SetExpression':
      return listValue(listItems(reader, members(node), depth));
    case 'ParenthesizedExpression': {
      const inner = members(node)[0];
      return inner === undefined ? UNKNOWN : evaluate(reader, inner, depth + 1);
    }
    case 'VariableName': {
      const name = slice(reader, node);
      return reader.scope.get(name) ?? nameValue(canonicalName(name));
    }
    case 'NamedExpression': {
      const value = node.lastChild;
      return value === null ? UNKNOWN : evaluate(reader, value, depth + 1);
    }
    case 'MemberExpression':
      return once(reader, node, () => memberValue(reader, node, depth));
    case 'BinaryExpression':
      return binaryValue(reader, node, depth);
    case 'CallExpression':
      return once(reader, node, () => callValue(reader, node, depth));
    default:
      return UNKNOWN;
  }
}
