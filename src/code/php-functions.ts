import type { SyntaxNode, Tree } from '@lezer/common';
import { argumentsOf, evaluate, type PhpReader } from './php-values.ts';
import type { Parameter } from './script-functions.ts';
import { childrenOf, nodesOf, slice } from './tree.ts';
import { loopItem, textOf, UNKNOWN, type Value } from './value.ts';

/** Functions that call another: where its name stands, and where what it is called with. */
export const CALLBACKS: Readonly<Record<string, readonly [callback: number, items?: number]>> = {
  array_map: [0, 1],
  array_walk: [1, 0],
  array_walk_recursive: [1, 0],
  array_filter: [1, 0],
  array_reduce: [1],
  usort: [1],
  uasort: [1],
  uksort: [1],
  iterator_apply: [1, 2],
  preg_replace_callback: [1],
  ob_start: [0],
  set_error_handler: [0],
  spl_autoload_register: [0],
};

/** Nodes that define a function. */
export const PHP_FUNCTIONS = ['FunctionDefinition', 'MethodDeclaration', 'FunctionExpression', 'ArrowFunction'];
/** Nodes that may name one. */
export const PHP_MENTIONS = ['String', 'VariableName'];

const DEFINES = new Set(PHP_FUNCTIONS);

/** The functions that the code defines, by the names that calls have. */
export interface Defined {
  readonly names: ReadonlySet<string>;
}

export function functionsIn(reader: PhpReader, tree: Tree): Defined {
  const names = new Set<string>();
  for (const node of nodesOf(tree, DEFINES)) names.add(nameOf(reader, node));
  return { names };
}

/** `f`, `.method`, `new T`, `$f` of one in a variable, else its place. */
function nameOf(reader: PhpReader, node: SyntaxNode): string {
  const own = node.getChild('Name');
  const name = own === null ? '' : slice(reader, own).toLowerCase();
  if (node.name === 'FunctionDefinition') return name;
  if (node.name === 'MethodDeclaration')
    return name === '__construct' ? `new ${classAround(reader, node)}` : `.${name}`;
  const { parent } = node;
  const isAssigned = parent?.name === 'AssignmentExpression' && parent.firstChild?.name === 'VariableName';
  return isAssigned && parent.firstChild !== null ? slice(reader, parent.firstChild) : `fn@${node.from}`;
}

function classAround(reader: PhpReader, node: SyntaxNode): string {
  const name = node.parent?.parent?.getChild('Name');
  return name == null ? '' : slice(reader, name).toLowerCase();
}

/** A function around the place that is read, with what names held before it. */
export interface OpenFunction {
  readonly end: number;
  readonly before: ReadonlyMap<string, Value>;
}

export function enterFunction(reader: PhpReader, node: SyntaxNode, open: OpenFunction[]): void {
  if (!DEFINES.has(node.name)) return;
  open.push({ end: node.to, before: new Map(reader.scope) });
  const list = node.getChild('ParamList');
  const parameters = list === null ? [] : childrenOf(list).flatMap((child) => parameterOf(reader, child));
  for (const [name, value] of reader.functions.bound({ name: nameOf(reader, node), parameters })) {
    reader.scope.set(name, value);
    const isProperty = list !== null && childrenOf(list).some((one) => isPropertyNamed(reader, one, name));
    if (isProperty) reader.newAttributes.set(name.slice(1), value);
  }
}

function isPropertyNamed(reader: PhpReader, node: SyntaxNode, name: string): boolean {
  const variable = node.name === 'PropertyParameter' ? node.getChild('VariableName') : null;
  return variable !== null && slice(reader, variable) === name;
}

function parameterOf(reader: PhpReader, node: SyntaxNode): readonly Parameter[] {
  const variable = node.getChild('VariableName');
  if (variable === null) return [];
  const name = slice(reader, variable);
  if (node.name === 'VariadicParameter') return [{ name, kind: 'rest' }];
  const given = node.getChild('AssignOp')?.nextSibling;
  return [{ name, ...(given != null && { otherwise: evaluate(reader, given, 1) }) }];
}

/** Behind a function names are what they were before it. */
export function leaveFunctions({ scope }: PhpReader, at: number, open: OpenFunction[]): void {
  for (let last = open.at(-1); last !== undefined && at >= last.end; last = open.at(-1)) {
    open.pop();
    scope.clear();
    for (const [name, value] of last.before) scope.set(name, value);
  }
}

/** Notes what a function of the code is called with. */
export function noteCall(reader: PhpReader, node: SyntaxNode, { names }: Defined): void {
  if (names.size === 0) return;
  const name = calledName(reader, node);
  const list = node.getChild('ArgList');
  if (names.has(name)) reader.functions.add(name, { args: argumentsOf(reader, list, 0), named: new Map() });
  const [callback, items] = Object.hasOwn(CALLBACKS, name) ? (CALLBACKS[name] ?? []) : [];
  if (callback === undefined || list === null) return;
  const nodes = childrenOf(list).filter((child) => !/^[(),]$/.test(child.name));
  const target = nodes[callback];
  const called = target === undefined ? undefined : callbackName(reader, target);
  if (called === undefined || !names.has(called)) return;
  const given = items === undefined || nodes[items] === undefined ? UNKNOWN : evaluate(reader, nodes[items], 1);
  reader.functions.add(called, { args: [given.kind === 'list' ? loopItem(given) : UNKNOWN], named: new Map() });
}

function callbackName(reader: PhpReader, node: SyntaxNode): string | undefined {
  if (DEFINES.has(node.name)) return `fn@${node.from}`;
  return node.name === 'VariableName' ? slice(reader, node) : textOf(evaluate(reader, node, 1))?.toLowerCase();
}

/** As `nameOf` names what is called. */
function calledName(reader: PhpReader, node: SyntaxNode): string {
  const callee = node.name === 'NewExpression' ? node.getChild('Name') : node.firstChild;
  if (callee === null) return '';
  const text = slice(reader, callee);
  if (node.name === 'NewExpression') return `new ${text.toLowerCase()}`;
  if (callee.name === 'MemberExpression' || callee.name === 'ScopedExpression')
    return callee.lastChild === null ? '' : `.${slice(reader, callee.lastChild).toLowerCase()}`;
  return callee.name === 'VariableName' ? text : text.replace(/^\\/, '').toLowerCase();
}

/** What names a function without calling it: it may be called with anything. */
export function noteMention(reader: PhpReader, node: SyntaxNode, { names }: Defined): void {
  if (names.size === 0 || !PHP_MENTIONS.includes(node.name)) return;
  const text = slice(reader, node);
  const isText = node.name === 'String';
  const name = isText ? text.slice(1, -1).toLowerCase() : text;
  for (const one of isText ? [name, `.${name}`] : [name])
    if (names.has(one) && !isCalled(reader, node)) reader.functions.mention(one);
}

/** `f(..)`, `$f = fn ..`, `array_map('f', ..)` */
function isCalled(reader: PhpReader, { parent, from }: SyntaxNode): boolean {
  if (parent?.name === 'CallExpression' || parent?.name === 'AssignmentExpression')
    return parent.firstChild?.from === from;
  const call = parent?.name === 'ArgList' ? parent.parent : null;
  const name = call?.firstChild == null ? '' : slice(reader, call.firstChild).toLowerCase();
  return Object.hasOwn(CALLBACKS, name);
}
