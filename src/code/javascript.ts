import type { SyntaxNode } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import type { Word } from '../model/word.ts';
import { type Call, shellFinding, table } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeFinding } from './finding.ts';
import { EFFECTS } from './javascript-effects.ts';
import { childrenOf, MAX_EXPRESSION_DEPTH, members, nodesOf, type Reader, slice, treeReader } from './tree.ts';
import {
  concatValues,
  joinPaths,
  nameValue,
  newPath,
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

const read = treeReader(javascript.configure({ dialect: 'ts' }));

type Builtin = (args: readonly Value[]) => Value;

const RESULTS: ReadonlyMap<string, Builtin> = table<Builtin>({
  require: ([name]) => moduleValue(textOf(name)),
  'process.mainModule.require': ([name]) => moduleValue(textOf(name)),
  'module.require': ([name]) => moduleValue(textOf(name)),
  'process.getBuiltinModule': ([name]) => moduleValue(textOf(name)),
  'path.join': (args) => concatValues(args, '/'),
  'path.resolve': (args) => ({ kind: 'text', parts: joinPaths(args) }),
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
function moduleValue(name: string | undefined): Value {
  if (name === undefined) return UNKNOWN;
  return nameValue(
    name
      .replace(/^node:/, '')
      .replace(/^(fs-extra|graceful-fs)/, 'fs')
      .replaceAll('/', '.'),
  );
}

/** The pieces of a template literal, holes evaluated. */
function templateParts(reader: Reader, node: SyntaxNode, depth: number): readonly Part[] {
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
  const base = evaluate(reader, object, depth + 1);
  if (base.kind !== 'name') return UNKNOWN;
  const property = rest.find((child) => child.name === 'PropertyName');
  const computed = rest.find((child) => !/^(PropertyName|[.[\]]|\?\.)$/.test(child.name));
  const key =
    property !== undefined ? slice(reader, property) : textOf(computed && evaluate(reader, computed, depth + 1));
  if (key === undefined) return nameValue(`${base.name}.?`);
  if (base.name === 'process.env') return key === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
  if (base.name === 'process.argv') return valueOfWord(reader.args[Number(key) - 1]);
  // interop default exports stand for their module
  return nameValue(key === 'default' ? base.name : `${base.name}.${key}`);
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

interface Arguments {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** Positional arguments, and the properties of object literals among them. */
function readArguments(reader: Reader, list: SyntaxNode | null, depth: number): Arguments {
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

function calleeName(reader: Reader, node: SyntaxNode, depth: number): string | undefined {
  const value = evaluate(reader, node, depth + 1);
  return value.kind === 'name' ? value.name : undefined;
}

function callValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const callee = node.firstChild;
  const name = callee === null ? undefined : calleeName(reader, callee, depth);
  const result = name === undefined ? undefined : RESULTS.get(name);
  return result === undefined ? UNKNOWN : result(readArguments(reader, node.getChild('ArgList'), depth).args);
}

function binaryValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [left, operator, right] = childrenOf(node);
  if (left === undefined || operator === undefined || right === undefined || slice(reader, operator) !== '+')
    return UNKNOWN;
  return concatValues([evaluate(reader, left, depth + 1), evaluate(reader, right, depth + 1)]);
}

/** Evaluates an expression, without running any call but those of RESULTS. */
function evaluate(reader: Reader, node: SyntaxNode, depth = 0): Value {
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
      return { kind: 'list', items: listItems(reader, members(node), depth) };
    case 'ParenthesizedExpression':
    case 'AwaitExpression': {
      const inner = members(node).find((child) => child.name !== 'await');
      return inner === undefined ? UNKNOWN : evaluate(reader, inner, depth + 1);
    }
    case 'DynamicImport': {
      const module = node.getChild('String');
      return moduleValue(module === null ? undefined : textOf(evaluate(reader, module, depth + 1)));
    }
    case 'VariableName':
      return reader.scope.get(slice(reader, node)) ?? nameValue(slice(reader, node));
    case 'MemberExpression':
      return memberValue(reader, node, depth);
    case 'BinaryExpression':
      return binaryValue(reader, node, depth);
    case 'CallExpression':
      return callValue(reader, node, depth);
    default:
      return UNKNOWN;
  }
}

/** `import a, {b as c} from 'm'`, `import * as d from 'm'`. */
function readImport(reader: Reader, node: SyntaxNode): void {
  const from = node.getChild('String');
  const module = moduleValue(from === null ? undefined : textOf(evaluate(reader, from)));
  if (module.kind !== 'name') return;
  for (const name of node.getChildren('VariableDefinition')) reader.scope.set(slice(reader, name), module);
  const group = node.getChild('ImportGroup');
  for (const entry of group === null ? [] : slice(reader, group).replace(/[{}]/g, '').split(',')) {
    const [name, , alias] = entry.trim().split(/\s+/);
    if (name) reader.scope.set(alias ?? name, nameValue(`${module.name}.${name}`));
  }
}

/** `const {rmSync: x} = require('fs')`. */
function bindPattern(reader: Reader, pattern: SyntaxNode, value: Value): void {
  for (const property of pattern.getChildren('PatternProperty')) {
    const [key, ...rest] = childrenOf(property);
    const target = rest.find((child) => child.name === 'VariableDefinition') ?? key;
    if (key === undefined || target === undefined) continue;
    reader.scope.set(
      slice(reader, target),
      value.kind === 'name' ? nameValue(`${value.name}.${slice(reader, key)}`) : UNKNOWN,
    );
  }
}

/** Declarations and assignments: `target = value` pairs among the children. */
function readAssignments(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  for (let at = 0; at + 2 < children.length; at++) {
    const [target, equals, source] = [children[at], children[at + 1], children[at + 2]] as SyntaxNode[];
    if (target === undefined || source === undefined || equals?.name !== 'Equals') continue;
    const value = evaluate(reader, source);
    if (target.name === 'ObjectPattern') bindPattern(reader, target, value);
    else if (/^Variable(Definition|Name)$/.test(target.name)) reader.scope.set(slice(reader, target), value);
  }
}

/** `x.rmSync(..)`, `x.execSync(..)`: only fs and child_process have such methods, whatever x is. */
function ownMethod(reader: Reader, callee: SyntaxNode | null): string | undefined {
  const method = callee === null ? undefined : /\.(\w{2,40}Sync)$/.exec(slice(reader, callee))?.[1];
  return ['fs', 'child_process'].map((module) => `${module}.${method}`).find((name) => EFFECTS.has(name));
}

function readCall(reader: Reader, node: SyntaxNode): readonly CodeFinding[] {
  const callee =
    node.name === 'NewExpression'
      ? (node.getChild('VariableName') ?? node.getChild('MemberExpression'))
      : node.firstChild;
  const named = callee === null ? undefined : calleeName(reader, callee, 0);
  const name = named !== undefined && EFFECTS.has(named) ? named : ownMethod(reader, callee);
  const effect = name === undefined ? undefined : EFFECTS.get(name);
  if (name === undefined || effect === undefined) return [];
  const call: Call = { name, ...readArguments(reader, node.getChild('ArgList'), 0) };
  return effect(call);
}

/** zx's and Bun's `$` and execa's: a template that is run. */
function readTagged(reader: Reader, node: SyntaxNode): readonly CodeFinding[] {
  const tag = node.firstChild === null ? undefined : slice(reader, node.firstChild);
  const template = node.getChild('TemplateString');
  if (template === null || tag === undefined || !/^(\$|zx\.\$|Bun\.\$|execa|\$\.sync|sh)$/.test(tag)) return [];
  return [shellFinding({ kind: 'text', parts: templateParts(reader, template, 0) })];
}

const KINDS = new Set([
  'ImportDeclaration',
  'VariableDeclaration',
  'AssignmentExpression',
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

/** JavaScript and TypeScript code, as Node, Deno and Bun run it. */
export function analyzeJavascript(source: string, args: readonly Word[]): readonly CodeFinding[] {
  const reader: Reader = { source, scope: new Map(), args };
  const found: CodeFinding[] = [];
  for (const node of nodesOf(read(source), KINDS)) {
    if (node.name === 'ImportDeclaration') readImport(reader, node);
    else if (node.name === 'VariableDeclaration' || node.name === 'AssignmentExpression') readAssignments(reader, node);
    else if (node.name === 'CallExpression' || node.name === 'NewExpression') found.push(...readCall(reader, node));
    else if (node.name === 'TaggedTemplateExpression') found.push(...readTagged(reader, node));
  }
  return found;
}
