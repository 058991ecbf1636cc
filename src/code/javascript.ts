import type { SyntaxNode, Tree } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import { knownWord, type Word } from '../model/word.ts';
import { dataCode } from '../wrappers/data-url.ts';
import { inDirectory } from './directory.ts';
import { effectsOf, listItems, shellFinding } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { EFFECTS } from './javascript-effects.ts';
import { evaluate, moduleValue, readArguments, templateParts } from './javascript-values.ts';
import { type LoadedShape, loadedNodes } from './loaded.ts';
import {
  addCall,
  bindParameters,
  type Calls,
  enterFunction,
  leaveFunctions,
  type ParameterReader,
} from './parameters.ts';
import { type Following, handedEffects, looseCalls } from './references.ts';
import {
  type Arguments,
  childrenOf,
  isNeverCalled,
  members,
  newReader,
  nodesOf,
  placed,
  type Reader,
  slice,
  treeReader,
} from './tree.ts';
import { joinPaths, listValue, loopItem, nameValue, textOf, UNKNOWN, type Value } from './value.ts';
import { setAttribute } from './value-methods.ts';

const read = treeReader(javascript.configure({ dialect: 'ts' }));

interface State extends ParameterReader, Following {
  readonly calls: Calls;
  /** whether anything with an effect is called */
  acts: boolean;
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

/** `const {rmSync: x} = require('fs')`, `{promises: {rm}}`. */
function bindPattern(reader: Reader, pattern: SyntaxNode, value: Value): void {
  for (const property of pattern.getChildren('PatternProperty')) {
    const [key, ...rest] = childrenOf(property);
    const target = rest.find((child) => BINDING.test(child.name)) ?? key;
    if (key === undefined || target === undefined) continue;
    bind(reader, target, value.kind === 'name' ? nameValue(`${value.name}.${slice(reader, key)}`) : UNKNOWN);
  }
}

/** `const [a, ...b] = list` */
function bindItems(reader: Reader, pattern: SyntaxNode, value: Value): void {
  const targets = members(pattern);
  let at = 0;
  for (const [index, target] of targets.entries()) {
    if (target.name === 'Spread') continue;
    const isRest = targets[index - 1]?.name === 'Spread';
    const items = value.kind === 'list' ? value.items : undefined;
    const item = isRest ? (items === undefined ? UNKNOWN : listValue(items.slice(at))) : (items?.[at] ?? UNKNOWN);
    if (BINDING.test(target.name)) bind(reader, target, item);
    at++;
  }
}

const BINDING = /^(?:VariableDefinition|VariableName|ObjectPattern|ArrayPattern)$/;

function bind(reader: Reader, target: SyntaxNode, value: Value): void {
  if (target.name === 'ObjectPattern') bindPattern(reader, target, value);
  else if (target.name === 'ArrayPattern') bindItems(reader, target, value);
  else reader.scope.set(slice(reader, target), value);
}

/** `for (const f of list)` */
function readLoop(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  const at = children.findIndex((child) => child.name === 'of');
  const [target, items] = [children[at - 1], children[at + 1]];
  if (target !== undefined && items !== undefined && BINDING.test(target.name))
    bind(reader, target, loopItem(evaluate(reader, items)));
}

/** Declarations and assignments: `target = value` pairs among the children. */
function readAssignments(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  for (let at = 0; at + 2 < children.length; at++) {
    const [target, equals, source] = [children[at], children[at + 1], children[at + 2]] as SyntaxNode[];
    if (target === undefined || source === undefined || equals?.name !== 'Equals') continue;
    const value = evaluate(reader, source);
    if (BINDING.test(target.name)) bind(reader, target, value);
    else if (target.name === 'MemberExpression' && isDangerous(value)) reader.scope.set(slice(reader, target), value);
    else if (/^this\.#?\w+$/.test(slice(reader, target))) setAttribute(reader.scope, slice(reader, target), value);
    else if (target.name.endsWith('PropertyDefinition'))
      setAttribute(reader.scope, `this.${slice(reader, target)}`, value);
  }
}

/** `x.rmSync(..)`, `x.execSync(..)`: only fs and child_process have such methods, whatever x is. */
function ownMethod(reader: Reader, callee: SyntaxNode | null): string | undefined {
  const method = callee === null ? undefined : /\.(\w{2,40}Sync)$/.exec(slice(reader, callee))?.[1];
  return ['fs', 'child_process'].map((module) => `${module}.${method}`).find((name) => EFFECTS.has(name));
}

function calleeOf(node: SyntaxNode): SyntaxNode | null {
  if (node.name !== 'NewExpression') return node.firstChild;
  return ['VariableName', 'MemberExpression', 'ParenthesizedExpression'].reduce<SyntaxNode | null>(
    (found, name) => found ?? node.getChild(name),
    null,
  );
}

function readCall(state: State, node: SyntaxNode): readonly CodeFinding[] {
  const callee = calleeOf(node);
  if (callee === null) return [];
  const list = node.getChild('ArgList');
  const given = readArguments(state, list, 0);
  const name = lastName(state, callee);
  const receiver = callee.name === 'MemberExpression' ? callee.firstChild : null;
  const object = receiver === null ? UNKNOWN : evaluate(state, receiver);
  if (PASSES_ON.test(name)) bindCallback(state, list, object);
  const items = PASSES_ON.test(name) && object.kind !== 'name' ? { receiver: object } : {};
  return [
    ...(slice(state, callee) === 'Reflect.apply' ? [] : handedEffects({ name, ...given, ...items }, EFFECTS)),
    ...calledEffects(state, callee, given),
    ...constructedCode(name, given),
  ];
}

/** Methods that call a function with what their object holds. */
const PASSES_ON = /^(?:forEach|map|filter|flatMap|some|every|find|then|finally)$/;

/** `x.forEach((f) => ..)`, `import('fs').then(({rm}) => ..)`: the first parameter is what the object holds. */
function bindCallback(state: State, list: SyntaxNode | null, object: Value): void {
  const callback = list?.getChild('ArrowFunction') ?? list?.getChild('FunctionExpression');
  const parameter = callback?.getChild('ParamList')?.getChildren('VariableDefinition')[0];
  const pattern = callback?.getChild('ParamList')?.getChild('ObjectPattern');
  const target = pattern ?? parameter;
  if (target != null) bind(state, target, object.kind === 'name' ? object : loopItem(object));
}

/** `f.constructor('code')` is `Function('code')`, whatever f is. */
function constructedCode(name: string, { args }: Arguments): readonly CodeFinding[] {
  const code = name === 'constructor' ? textOf(args.at(-1)) : undefined;
  return code === undefined ? [] : [{ kind: 'code', language: 'javascript', code: knownWord(code) }];
}

function lastName(state: State, callee: SyntaxNode): string {
  return /\w+(?=\)?$)/.exec(slice(state, callee).slice(-40))?.[0] ?? '';
}

function calledEffects(state: State, callee: SyntaxNode, given: Arguments): readonly CodeFinding[] {
  const target = evaluate(state, callee);
  const full = target.kind === 'name' ? target.name : undefined;
  if (full === 'process.chdir') changeDirectory(state, given.args[0]);
  const [, base = '', how] = /^(.*)\.(call|apply|bind)$/.exec(full ?? '') ?? [];
  const [applied] = given.args;
  if (full === 'Reflect.apply' && applied?.kind === 'name')
    return called(applied.name, withoutThis('apply', { ...given, args: given.args.slice(1) }));
  state.acts ||= EFFECTS.has(base);
  if (how !== undefined && EFFECTS.has(base)) return called(base, withoutThis(how, given));
  const name = full !== undefined && EFFECTS.has(full) ? full : ownMethod(state, callee);
  if (name !== undefined && EFFECTS.has(name)) {
    state.acts = true;
    return called(name, given);
  }
  if (full === undefined && !/^\w+$/.test(slice(state, callee))) state.unclear.push(given);
  addCall(
    state.calls,
    callee.name === 'MemberExpression' ? `.${lastName(state, callee)}` : slice(state, callee),
    given,
  );
  return [];
}

/** The arguments of `f.call(this, a)` and `f.apply(this, [a])`. */
function withoutThis(how: string, { args, named }: Arguments): Arguments {
  const rest = args.slice(1);
  return { args: how === 'apply' ? rest.flatMap(listItems) : rest, named };
}

function called(name: string, given: Arguments): readonly CodeFinding[] {
  const effect = EFFECTS.get(name);
  if (effect === undefined) return [];
  return effectsOf(effect, { name, ...given }).map((finding) => inDirectory(finding, given.named.get('cwd')));
}

function changeDirectory(state: State, path: Value | undefined): void {
  const parts = joinPaths([...(state.directory === undefined ? [] : [state.directory]), path ?? UNKNOWN]);
  state.directory = { kind: 'text', parts };
}

function isDangerous(value: Value | undefined): value is Value & { kind: 'name' } {
  return value?.kind === 'name' && EFFECTS.has(value.name);
}

/** Functions with an effect that stand where a value is made of several, or is returned. */
function collectLoose(state: State, node: SyntaxNode): void {
  for (const child of childrenOf(node)) {
    if (child.name === 'Property') collectLoose(state, child);
    if (child.name !== 'VariableName' && child.name !== 'MemberExpression') continue;
    const value = evaluate(state, child);
    if (isDangerous(value)) state.loose.add(value.name);
  }
}

/** `import('data:text/javascript,code')` */
function readDataImport(state: State, node: SyntaxNode): readonly CodeFinding[] {
  const module = node.getChild('String');
  const code = module === null ? undefined : dataCode(textOf(evaluate(state, module)) ?? '');
  return code === undefined ? [] : [{ kind: 'code', language: 'javascript', code: knownWord(code) }];
}

/** zx's and Bun's `$` and execa's: a template that is run. */
function readTagged(reader: Reader, node: SyntaxNode): readonly CodeFinding[] {
  const tag = node.firstChild === null ? undefined : slice(reader, node.firstChild);
  const template = node.getChild('TemplateString');
  if (template === null || tag === undefined || !/^(\$|zx\.\$|Bun\.\$|execa|\$\.sync|sh)$/.test(tag)) return [];
  return [shellFinding({ kind: 'text', parts: templateParts(reader, template, 0) })];
}

/** What the statements bind, and what is kept of expressions. */
const BINDS: ReadonlyMap<string, (state: State, node: SyntaxNode) => void> = new Map(
  Object.entries({
    ImportDeclaration: readImport,
    VariableDeclaration: readAssignments,
    AssignmentExpression: readAssignments,
    PropertyDeclaration: readAssignments,
    ForOfSpec: readLoop,
    ...Object.fromEntries(
      ['ArrayExpression', 'ObjectExpression', 'ConditionalExpression', 'ArrowFunction', 'ReturnStatement'].map(
        (kind) => [kind, collectLoose],
      ),
    ),
  }),
);

const FINDS: ReadonlyMap<string, (state: State, node: SyntaxNode) => readonly CodeFinding[]> = new Map(
  Object.entries({
    CallExpression: readCall,
    NewExpression: readCall,
    TaggedTemplateExpression: readTagged,
    DynamicImport: readDataImport,
    ImportDeclaration: readDataImport,
  }),
);

const KINDS = new Set([...BINDS.keys(), ...FINDS.keys(), 'ParamList']);

/** JavaScript and TypeScript code, as Node, Deno and Bun run it. */
export function analyzeJavascript(source: string, args: readonly Word[], inFile = false): readonly CodeFinding[] {
  return readJavascript(source, args, (state) => (node) => {
    return !inFile || !isNeverCalled(state, node, 'FunctionDeclaration');
  });
}

const LOADED: LoadedShape = {
  functions: new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration']),
  roots: /^$/,
  main: /require\.main\s*={2,3}|import\.meta/,
};

/** A module that another file loads: of one on disk only what runs then counts, with the functions that the other calls. */
export function analyzeJavascriptModule(
  source: string,
  calls: readonly Word[],
  inFile = false,
): readonly CodeFinding[] {
  return readJavascript(source, [], (state, tree) => (inFile ? loadedNodes(state, tree, LOADED, calls) : () => true));
}

type RunsIn = (state: State, tree: Tree) => (node: SyntaxNode) => boolean;

function readJavascript(source: string, args: readonly Word[], runsIn: RunsIn): readonly CodeFinding[] {
  const tree = read(source);
  const once = readTree(tree, source, args, runsIn);
  if (!DEFINES.test(source) || once.state.calls.size === 0 || !once.state.acts) return once.found;
  // what a function is given is known when its calls are, which may stand behind it
  return readTree(tree, source, args, runsIn, once.state.calls).found;
}

const DEFINES = /\bfunction\b|=>|\bclass\b/;

/** `function f(a)`, `const f = (a) => ..`, a method, and the constructor of a class. */
function readParameters(state: State, list: SyntaxNode, calls: Calls): void {
  const name = functionName(state, list.parent);
  const parameters = members(list).filter((child) => child.name !== 'Arrow');
  if (name === undefined || parameters.some((child) => child.name !== 'VariableDefinition')) return;
  const names = parameters.map((child) => slice(state, child));
  enterFunction(state, list.parent?.to ?? list.to, names);
  bindParameters(state, calls, name, names);
}

function functionName(state: State, definition: SyntaxNode | null): string | undefined {
  if (definition === null) return undefined;
  const method = definition.getChild('PropertyDefinition');
  if (method !== null && slice(state, method) !== 'constructor') return `.${slice(state, method)}`;
  const owner = method === null ? definition : (definition.parent?.parent ?? null);
  const named = owner?.getChild('VariableDefinition') ?? null;
  const bound =
    named ?? (owner?.parent?.name === 'VariableDeclaration' ? owner.parent.getChild('VariableDefinition') : null);
  return bound === null ? undefined : slice(state, bound);
}

function readTree(
  tree: Tree,
  source: string,
  args: readonly Word[],
  runsIn: RunsIn,
  calls?: Calls,
): { readonly state: State; readonly found: readonly CodeFinding[] } {
  const state: State = {
    ...newReader(source, args),
    ...{ directory: undefined, loose: new Set(), unclear: [], calls: new Map(), acts: false, inside: [] },
  };
  const found: CodeFinding[] = [];
  const runs = runsIn(state, tree);
  for (const node of nodesOf(tree, KINDS)) {
    const { directory } = state;
    state.values.clear();
    leaveFunctions(state, node.from);
    if (!runs(node)) continue;
    if (node.name === 'ParamList' && calls !== undefined) readParameters(state, node, calls);
    BINDS.get(node.name)?.(state, node);
    const findings = FINDS.get(node.name)?.(state, node) ?? [];
    found.push(...placed(state, node, findings).map((finding) => inDirectory(finding, directory)));
  }
  const loose = looseCalls(state, EFFECTS);
  return { state, found: [...found, ...loose.map((finding) => inDirectory(finding, state.directory))] };
}
