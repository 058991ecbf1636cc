import type { SyntaxNode } from '@lezer/common';
import { table } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
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
  'util.promisify': ([value]) => value ?? UNKNOWN,
});

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
  const [object, ...rest] = childrenOf(node);
  if (object === undefined) return UNKNOWN;
  const own = reader.scope.get(slice(reader, node));
  if (own !== undefined) return own;
  const base = evaluate(reader, object, depth + 1);
  if (base.kind === 'list')
    return itemAt(
      base.items,
      rest
        .map((child) => slice(reader, child))
        .join('')
        .slice(1, -1),
    );
  if (base.kind !== 'name') return UNKNOWN;
  const property = rest.find((child) => child.name === 'PropertyName');
  const computed = rest.find((child) => !/^(PropertyName|[.[\]]|\?\.)$/.test(child.name));
  const key =
    property !== undefined ? slice(reader, property) : textOf(computed && evaluate(reader, computed, depth + 1));
  if (key === undefined) return nameValue(`${base.name}.?`);
  if (base.name === 'process.env') return key === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
  if (base.name === 'process.argv') return valueOfWord(reader.args[Number(key) - 1]);
  // interop default exports stand for their module
  return nameValue(key === 'default' ? base.name : canonicalName(`${base.name}.${key}`));
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

/** Positional arguments, and the properties of object literals among them. */
export function readArguments(reader: Reader, list: SyntaxNode | null, depth: number): Arguments {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  for (const child of list === null ? [] : members(list)) {
    if (child.name === 'Spread') continue;
    if (child.name !== 'ObjectExpression') args.push(evaluate(reader, child, depth + 1));
    else for (const [key, value] of properties(reader, child, depth)) named.set(key, value);
  }
  return { args, named };
}

function properties(reader: Reader, node: SyntaxNode, depth: number): readonly (readonly [string, Value])[] {
  return node.getChildren('Property').flatMap((property) => {
    const [key, ...rest] = childrenOf(property);
    const value = rest.find((child) => child.name !== ':');
    if (key === undefined) return [];
    const name = key.name === 'String' ? (textOf(evaluate(reader, key, depth + 1)) ?? '') : slice(reader, key);
    return [[name, value === undefined ? UNKNOWN : evaluate(reader, value, depth + 1)] as const];
  });
}

export function calleeName(reader: Reader, node: SyntaxNode, depth: number): string | undefined {
  const value = evaluate(reader, node, depth + 1);
  return value.kind === 'name' ? value.name : undefined;
}

function callValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const callee = node.firstChild;
  const name = callee === null ? undefined : calleeName(reader, callee, depth);
  const result = name === undefined ? undefined : RESULTS.get(name);
  if (result === undefined) return callee === null ? UNKNOWN : methodValue(reader, callee, node, depth);
  return overChoices(readArguments(reader, node.getChild('ArgList'), depth).args, result);
}

/** `'a b'.split(' ')`, `list.concat(more)`, `list.map((x) => `/${x}`)` */
function methodValue(reader: Reader, callee: SyntaxNode, node: SyntaxNode, depth: number): Value {
  const [object, method] = [callee.firstChild, callee.getChild('PropertyName')];
  if (object === null || method === null) return UNKNOWN;
  const receiver = evaluate(reader, object, depth + 1);
  if (receiver.kind !== 'list' && receiver.kind !== 'text') return UNKNOWN;
  const list = node.getChild('ArgList');
  const arrow = list?.getChild('ArrowFunction');
  const name = slice(reader, method);
  if (name === 'map' && arrow != null && receiver.kind === 'list') return mapped(reader, receiver.items, arrow, depth);
  return literalMethod(receiver, name, readArguments(reader, list, depth).args) ?? UNKNOWN;
}

const MAX_MAPPED = 32;

function mapped(reader: Reader, items: readonly Value[], arrow: SyntaxNode, depth: number): Value {
  const [parameter, ...more] = arrow.getChild('ParamList')?.getChildren('VariableDefinition') ?? [];
  const body = arrow.lastChild;
  if (parameter === undefined || more.length > 0 || body === null || items.length > MAX_MAPPED) return UNKNOWN;
  const name = slice(reader, parameter);
  const before = reader.scope.get(name);
  const made = items.map((item) => {
    reader.scope.set(name, item);
    // values are kept by place, and are others for each item
    reader.values.clear();
    return evaluate(reader, body, depth + 1);
  });
  if (before === undefined) reader.scope.delete(name);
  else reader.scope.set(name, before);
  reader.values.clear();
  return listValue(made);
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
    case 'CallExpression':
      return once(reader, node, () => callValue(reader, node, depth));
    default:
      return UNKNOWN;
  }
}
