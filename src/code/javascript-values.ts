import type { SyntaxNode } from '@lezer/common';
import { table } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import { declare, forEach } from './parameters.ts';
import {
  entryOf,
  fromJson,
  itemIn,
  keysOf,
  ofPairs,
  pairsOf,
  recordMethod,
  recordOf,
  spread,
  valuesOf,
} from './records.ts';
import { type Arguments, childrenOf, MAX_EXPRESSION_DEPTH, members, once, type Reader, slice } from './tree.ts';
import {
  concatValues,
  contentOf,
  joinPaths,
  listValue,
  nameValue,
  newPath,
  overChoices,
  type Part,
  partsOf,
  partsOfText,
  signed,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOfWord,
} from './value.ts';
import { itemAt, literalMethod } from './value-methods.ts';

type Builtin = (args: readonly Value[]) => Value;

const RESULTS: ReadonlyMap<string, Builtin> = table<Builtin>({
  require: ([name]) => moduleValue(textOf(name)),
  'module.require': ([name]) => moduleValue(textOf(name)),
  'process.getBuiltinModule': ([name]) => moduleValue(textOf(name)),
  'module._load': ([name]) => moduleValue(textOf(name)),
  'module.constructor._load': ([name]) => moduleValue(textOf(name)),
  'path.join': (args) => concatValues(args, '/'),
  'path.resolve': (args) => ({ kind: 'text', parts: joinPaths(args) }),
  'fs.readFileSync': ([path]) => contentOf(path),
  'fs.readdirSync': () => ({ kind: 'text', parts: [{ reason: 'glob' }] }),
  'fs.promises.readdir': () => ({ kind: 'text', parts: [{ reason: 'glob' }] }),
  'Promise.resolve': ([value]) => value ?? UNKNOWN,
  'os.homedir': () => ({ kind: 'text', parts: [{ home: true }] }),
  'process.cwd': () => textValue('.'),
  'os.tmpdir': () => textValue('/tmp'),
  ...Object.fromEntries(
    ['fs.mkdtempSync', 'fs.mkdtemp', 'fs.promises.mkdtemp'].map((name) => [
      name,
      ([prefix]) => newPath(partsOf(prefix)),
    ]),
  ),
  String: ([value]) => value ?? UNKNOWN,
  'Object.keys': ([object]) => (object?.kind === 'record' ? keysOf(object) : UNKNOWN),
  'Object.values': ([object]) => (object?.kind === 'record' ? valuesOf(object) : UNKNOWN),
  'Object.entries': ([object]) => (object?.kind === 'record' ? pairsOf(object) : UNKNOWN),
  'Object.fromEntries': ([pairs]) => ofPairs(pairs),
  'Object.assign': (objects) => recordOf(objects.flatMap(spread)),
  'Object.freeze': ([object]) => object ?? UNKNOWN,
  'Array.from': ([items]) => (items === undefined ? UNKNOWN : iterated(items)),
  Map: ([pairs]) => (pairs === undefined ? recordOf([]) : ofPairs(pairs)),
  Set: ([items]) => items ?? listValue([]),
  'JSON.parse': ([text]) => fromJson(textOf(text)),
  'vm.createContext': ([names]) => names ?? UNKNOWN,
  'util.promisify': ([value]) => value ?? UNKNOWN,
});

/** What `for (.. of value)` goes through: of a Map its pairs. */
export function iterated(value: Value): Value {
  return value.kind === 'record' ? pairsOf(value) : value;
}

/** `node:fs/promises` -> `fs.promises`. */
export function moduleValue(name: string | undefined): Value {
  if (name === undefined) return UNKNOWN;
  return nameValue(
    name
      .replace(/^node:/, '')
      .replace(/^(fs-extra|graceful-fs)/, 'fs')
      .replaceAll('/', '.'),
  );
}

/** `globalThis.process`, `process.mainModule.constructor._load`. */
function canonicalName(name: string): string {
  return name.replace(/^(?:globalThis|global|window|self)\.(?=\w)/, '').replace(/^process\.mainModule\./, 'module.');
}

/** The pieces of a template literal, holes evaluated. */
export function templateParts(reader: Reader, node: SyntaxNode, depth: number): readonly Part[] {
  const parts: Part[] = [];
  let at = node.from + 1;
  for (const hole of node.getChildren('Interpolation')) {
    parts.push(...partsOfText(decodeEscapes(reader.source.slice(at, hole.from))));
    const inner = childrenOf(hole)[1];
    parts.push(...(inner === undefined ? [] : partsOf(evaluate(reader, inner, depth + 1))));
    at = hole.to;
  }
  return [...parts, ...partsOfText(decodeEscapes(reader.source.slice(at, Math.max(at, node.to - 1))))];
}

function memberValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const object = node.firstChild;
  if (object === null) return UNKNOWN;
  const own = reader.scope.get(slice(reader, node));
  if (own !== undefined) return own;
  const base = evaluate(reader, object, depth + 1);
  if (base.kind === 'list' || base.kind === 'record' || base.kind === 'choice')
    return entryBelow(reader, base, keyOf(reader, node, depth));
  if (base.kind !== 'name') return UNKNOWN;
  const key = keyOf(reader, node, depth);
  if (key === undefined) return nameValue(`${base.name}.?`);
  if (base.name === 'process.env') return key === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
  if (base.name === 'process.argv') return valueOfWord(reader.args[Number(key) - 1]);
  // interop default exports stand for their module
  return nameValue(key === 'default' ? base.name : canonicalName(`${base.name}.${key}`));
}

/** The name of `x.name`, and the key of `x[key]`. */
export function keyOf(reader: Reader, node: SyntaxNode, depth = 0): string | undefined {
  const property = node.getChild('PropertyName');
  if (property !== null) return slice(reader, property);
  const computed = childrenOf(node)
    .slice(1)
    .find((child) => !/^(?:[[\].]|\?\.)$/.test(child.name));
  return computed === undefined ? undefined : textOf(evaluate(reader, computed, depth + 1));
}

/** What stands under a key, in one of several objects or lists. */
export function entryBelow(reader: Reader, value: Value, key: string | undefined): Value {
  return overChoices([value], ([one]) => {
    if (one?.kind === 'record') return entryOf(one, key, reader.changed);
    if (one?.kind === 'name' && key !== undefined) return nameValue(`${one.name}.${key}`);
    return one?.kind === 'list' ? itemAt(one.items, key) : UNKNOWN;
  });
}

/** A spread value is any number of items. */
function listItems(reader: Reader, nodes: readonly SyntaxNode[], depth: number): readonly Value[] {
  return nodes.flatMap((node, at) => {
    if (node.name === 'Spread') return [];
    const value = evaluate(reader, node, depth + 1);
    if (nodes[at - 1]?.name !== 'Spread') return [value];
    return value.kind === 'list' ? value.items : [UNKNOWN];
  });
}

/** Positional arguments, and the properties of objects among them. */
export function readArguments(reader: Reader, list: SyntaxNode | null, depth: number): Arguments {
  const nodes = list === null ? [] : members(list);
  const args = listItems(reader, nodes, depth);
  const named = new Map(args.flatMap((value) => (value.kind === 'record' ? [...value.entries] : [])));
  return { args, named, isOpen: nodes.some((node) => node.name === 'Spread') };
}

/** `{a: 1, 'b': 2, [c]: 3, ...d, e, f() {}}` */
function objectValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  return recordOf(
    node.getChildren('Property').flatMap((property): readonly (readonly [string | undefined, Value])[] => {
      const [key, ...rest] = childrenOf(property);
      if (key === undefined) return [];
      const computed = key.name === '[' ? rest[0] : undefined;
      const value = rest[rest.findIndex((child) => child.name === ':') + 1];
      if (key.name === 'Spread') return spread(rest[0] === undefined ? UNKNOWN : evaluate(reader, rest[0], depth + 1));
      const name = computed ?? (key.name === 'String' ? key : undefined);
      const text = name === undefined ? slice(reader, key) : textOf(evaluate(reader, name, depth + 1));
      if (rest.length === 0) return [[text, reader.scope.get(slice(reader, key)) ?? nameValue(slice(reader, key))]];
      return [[text, value === undefined || value === rest[0] ? UNKNOWN : evaluate(reader, value, depth + 1)]];
    }),
  );
}

/** What a call calls: of `new x.y(..)` the name behind `new`. */
export function calleeOf(node: SyntaxNode): SyntaxNode | null {
  if (node.name !== 'NewExpression') return node.firstChild;
  return ['VariableName', 'MemberExpression', 'ParenthesizedExpression'].reduce<SyntaxNode | null>(
    (found, name) => found ?? node.getChild(name),
    null,
  );
}

export function calleeName(reader: Reader, node: SyntaxNode, depth: number): string | undefined {
  const value = evaluate(reader, node, depth + 1);
  return value.kind === 'name' ? value.name : undefined;
}

function callValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const callee = calleeOf(node);
  const name = callee === null ? undefined : calleeName(reader, callee, depth);
  const result = name === undefined ? undefined : RESULTS.get(name);
  if (result !== undefined) return overChoices(readArguments(reader, node.getChild('ArgList'), depth).args, result);
  const own = name === undefined ? undefined : reader.results.get(name);
  return own ?? (callee === null ? UNKNOWN : methodValue(reader, callee, node, depth));
}

/** `'a b'.split(' ')`, `list.concat(more)`, `list.map((x) => `/${x}`)` */
function methodValue(reader: Reader, callee: SyntaxNode, node: SyntaxNode, depth: number): Value {
  const [object, method] = [callee.firstChild, callee.getChild('PropertyName')];
  if (object === null || method === null) return UNKNOWN;
  const receiver = evaluate(reader, object, depth + 1);
  const list = node.getChild('ArgList');
  const name = slice(reader, method);
  const callback = list?.getChild('ArrowFunction') ?? list?.getChild('FunctionExpression') ?? null;
  if (receiver.kind === 'record') {
    const { args } = readArguments(reader, list, depth);
    return recordMethod(reader, receiver, name, args) ?? UNKNOWN;
  }
  if (receiver.kind !== 'list' && receiver.kind !== 'text') return UNKNOWN;
  if (/^(?:map|flatMap)$/.test(name) && callback !== null) return mapped(reader, receiver, callback, depth);
  return literalMethod(receiver, name, readArguments(reader, list, depth).args) ?? UNKNOWN;
}

function mapped(reader: Reader, items: Value, callback: SyntaxNode, depth: number): Value {
  const [parameter] = members(callback.getChild('ParamList') ?? callback);
  const body = resultOf(callback);
  if (parameter === undefined || body === undefined) return UNKNOWN;
  return forEach(reader, items, body, (item) => {
    bindPattern(reader, parameter, item);
    return evaluate(reader, body, depth + 1);
  });
}

/** What a function gives back that is an expression, or one statement. */
export function resultOf(definition: SyntaxNode): SyntaxNode | undefined {
  const body = definition.lastChild;
  if (body?.name !== 'Block') return body ?? undefined;
  const [only, ...more] = members(body);
  if (more.length > 0 || only?.name !== 'ReturnStatement') return undefined;
  return childrenOf(only)[1];
}

const BINDING = /^(?:VariableDefinition|VariableName|ObjectPattern|ArrayPattern)$/;

export function isBinding({ name }: SyntaxNode): boolean {
  return BINDING.test(name);
}

/** Binds a name, or those of `{a: b, c = 1}` and `[a, ...b]`, to a value and what it holds. */
export function bindPattern(reader: Reader, target: SyntaxNode, value: Value): void {
  if (target.name === 'ObjectPattern') bindProperties(reader, target, value);
  else if (target.name === 'ArrayPattern') bindItems(reader, target, value);
  else if (target.name === 'VariableDefinition') declare(reader, slice(reader, target), value);
  else if (target.name === 'VariableName') reader.scope.set(slice(reader, target), value);
}

/** `const {rmSync: x} = require('fs')`, `{promises: {rm}}`, `{force = true}` */
function bindProperties(reader: Reader, pattern: SyntaxNode, value: Value): void {
  for (const property of pattern.getChildren('PatternProperty')) {
    const children = childrenOf(property);
    const equals = children.findIndex((child) => child.name === 'Equals');
    const [key, ...rest] = equals < 0 ? children : children.slice(0, equals);
    const otherwise = equals < 0 ? undefined : children[equals + 1];
    if (key === undefined) continue;
    const target = rest.find(isBinding) ?? key;
    if (key.name === 'Spread') bindPattern(reader, target, value);
    else {
      const given =
        value.kind === 'name'
          ? nameValue(`${value.name}.${slice(reader, key)}`)
          : entryBelow(reader, value, slice(reader, key));
      const isMissing =
        otherwise !== undefined &&
        value.kind === 'record' &&
        value.isOpen !== true &&
        !value.entries.has(slice(reader, key));
      const name = target.name === 'PropertyName' ? undefined : target;
      if (name !== undefined) bindPattern(reader, name, isMissing ? evaluate(reader, otherwise) : given);
    }
  }
}

/** `const [a, ...b] = list` */
function bindItems(reader: Reader, pattern: SyntaxNode, value: Value): void {
  const targets = members(pattern);
  let at = 0;
  for (const [index, target] of targets.entries()) {
    if (target.name === 'Spread') continue;
    const isRest = targets[index - 1]?.name === 'Spread';
    const rest = value.kind === 'list' ? listValue(value.items.slice(at)) : UNKNOWN;
    bindPattern(reader, target, isRest ? rest : itemIn(value, at));
    at++;
  }
}

function binaryValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [left, operator, right] = childrenOf(node);
  if (left === undefined || operator === undefined || right === undefined || slice(reader, operator) !== '+')
    return UNKNOWN;
  return concatValues([evaluate(reader, left, depth + 1), evaluate(reader, right, depth + 1)]);
}

/** Evaluates an expression, without running any call but those of RESULTS. */
export function evaluate(reader: Reader, node: SyntaxNode, depth = 0): Value {
  if (depth > MAX_EXPRESSION_DEPTH) return UNKNOWN;
  switch (node.name) {
    case 'String':
      return { kind: 'text', parts: partsOfText(decodeEscapes(slice(reader, node).slice(1, -1))) };
    case 'TemplateString':
      return { kind: 'text', parts: templateParts(reader, node, depth) };
    case 'Number':
      return textValue(slice(reader, node).replace(/^0o/i, ''));
    case 'UnaryExpression':
      return signed(slice(reader, node));
    case 'BooleanLiteral':
      return { kind: 'flag', on: slice(reader, node) === 'true' };
    case 'ObjectExpression':
      return objectValue(reader, node, depth);
    case 'ArrayExpression':
      return listValue(listItems(reader, members(node), depth));
    case 'ParenthesizedExpression':
    case 'AwaitExpression': {
      const inner = members(node).find((child) => child.name !== 'await');
      return inner === undefined ? UNKNOWN : evaluate(reader, inner, depth + 1);
    }
    case 'DynamicImport': {
      const module = node.getChild('String');
      return moduleValue(module === null ? undefined : textOf(evaluate(reader, module, depth + 1)));
    }
    case 'SequenceExpression': {
      const last = node.lastChild;
      return last === null ? UNKNOWN : evaluate(reader, last, depth + 1);
    }
    case 'VariableName':
      return reader.scope.get(slice(reader, node)) ?? nameValue(slice(reader, node));
    case 'MemberExpression':
      return once(reader, node, () => memberValue(reader, node, depth));
    case 'BinaryExpression':
      return binaryValue(reader, node, depth);
    case 'NewExpression':
    case 'CallExpression':
      return once(reader, node, () => callValue(reader, node, depth));
    default:
      return UNKNOWN;
  }
}
