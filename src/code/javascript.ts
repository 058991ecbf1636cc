import type { SyntaxNode } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { dataCode } from '../wrappers/data-url.ts';
import { inDirectory } from './directory.ts';
import { listItems, shellFinding } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { EFFECTS } from './javascript-effects.ts';
import {
  bindPattern,
  calleeOf,
  evaluate,
  isBinding,
  iterated,
  keyOf,
  moduleValue,
  readArguments,
  resultOf,
  templateParts,
} from './javascript-values.ts';
import { type LoadedShape, loadedNodes } from './loaded.ts';
import { addCall, bindParameters, callsOf, enterFunction, giveBack, type Parameter } from './parameters.ts';
import { act, changeDirectory, type Grammar, type RunsIn, readProgram, type State } from './reading.ts';
import { changeBy, keysOf, setAttribute, setEntry, spread, update } from './records.ts';
import { handedEffects } from './references.ts';
import { type Arguments, childrenOf, isNeverCalled, members, type Reader, slice, treeReader } from './tree.ts';
import { concatValues, loopItem, nameValue, textOf, UNKNOWN, type Value } from './value.ts';

const read = treeReader(javascript.configure({ dialect: 'ts' }));

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

/** `for (const f of list)`, `for (const key in object)` */
function readLoop(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  const at = children.findIndex((child) => child.name === 'of' || child.name === 'in');
  const [target, source] = [children[at - 1], children[at + 1]];
  if (target === undefined || source === undefined || !isBinding(target)) return;
  const items = evaluate(reader, source);
  if (node.name === 'ForOfSpec') bindPattern(reader, target, loopItem(iterated(items)));
  else bindPattern(reader, target, items.kind === 'record' ? loopItem(keysOf(items)) : UNKNOWN);
}

/** Declarations and assignments: `target = value` pairs among the children. */
function readAssignments(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  for (let at = 0; at + 2 < children.length; at++) {
    const [target, sign, source] = [children[at], children[at + 1], children[at + 2]] as SyntaxNode[];
    if (target === undefined || source === undefined) continue;
    if (sign?.name === 'Equals') assign(reader, target, assigned(reader, target, source));
    else if (sign?.name === 'UpdateOp') readUpdate(reader, target, slice(reader, sign), source);
  }
}

/** A function has the name that it is given, as `function f` has one. */
function assigned(reader: Reader, target: SyntaxNode, source: SyntaxNode): Value {
  const name = slice(reader, target);
  const isOwn = /^(?:ArrowFunction|FunctionExpression)$/.test(source.name) && target.name === 'VariableDefinition';
  return isOwn && !EFFECTS.has(name) ? nameValue(name) : evaluate(reader, source);
}

function assign(reader: Reader, target: SyntaxNode, value: Value): void {
  const name = slice(reader, target);
  if (isBinding(target)) bindPattern(reader, target, value);
  else if (/^this\.#?\w+$/.test(name) && !isDangerous(value)) setAttribute(reader.scope, name, value);
  else if (target.name === 'MemberExpression') setMember(reader, target, value);
  else if (target.name.endsWith('PropertyDefinition')) setAttribute(reader.scope, `this.${name}`, value);
}

function setMember(reader: Reader, target: SyntaxNode, value: Value): void {
  const object = target.firstChild === null ? UNKNOWN : evaluate(reader, target.firstChild);
  const key = keyOf(reader, target);
  if (setEntry(object, key, value)) return;
  if (isDangerous(value)) reader.scope.set(slice(reader, target), value);
  if (key !== undefined) reader.changed.add(key);
}

/** `x += more`; what other operators make is not known. */
function readUpdate(reader: Reader, target: SyntaxNode, sign: string, source: SyntaxNode): void {
  if (target.name !== 'VariableName') return;
  const before = evaluate(reader, target);
  const isSum = sign === '+=' && before.kind !== 'name';
  reader.scope.set(slice(reader, target), isSum ? concatValues([before, evaluate(reader, source)]) : UNKNOWN);
}

/** `x.rmSync(..)`, `x.execSync(..)`: only fs and child_process have such methods, whatever x is. */
function ownMethod(reader: Reader, callee: SyntaxNode | null): string | undefined {
  const method = callee === null ? undefined : /\.(\w{2,40}Sync)$/.exec(slice(reader, callee))?.[1];
  return ['fs', 'child_process'].map((module) => `${module}.${method}`).find((name) => EFFECTS.has(name));
}

function readCall(state: State, node: SyntaxNode): readonly CodeFinding[] {
  const callee = calleeOf(node);
  if (callee === null) return [];
  const given = readArguments(state, node.getChild('ArgList'), 0);
  const name = lastName(state, callee);
  const receiver = callee.name === 'MemberExpression' ? callee.firstChild : null;
  const object = receiver === null ? UNKNOWN : evaluate(state, receiver);
  changeObject(object, name, given);
  const items = PASSES_ON.test(name) && object.kind !== 'name' ? { receiver: object } : {};
  const handed = { name, ...withoutOptions(given), ...items };
  return [
    ...(slice(state, callee) === 'Reflect.apply' ? [] : handedEffects(handed, EFFECTS)),
    ...calledEffects(state, callee, given),
    ...constructedCode(name, given),
  ];
}

/** What effects are called with: objects are options by name. */
function withoutOptions({ args, named }: Arguments): Arguments {
  return { args: args.filter(({ kind }) => kind !== 'record'), named };
}

/** `list.push(x)`, `map.set(key, x)`, `Object.assign(object, more)` */
function changeObject(object: Value, method: string, given: Arguments): void {
  const [target, ...sources] = given.args;
  changeBy(object, method, given);
  if (object.kind === 'name' && object.name === 'Object' && method === 'assign' && target?.kind === 'record')
    update(target, sources.flatMap(spread));
}

/** Methods that call a function with what their object holds. */
const PASSES_ON = /^(?:forEach|map|filter|flatMap|some|every|find|then|finally)$/;

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
    return called(state, applied.name, withoutThis('apply', { ...given, args: given.args.slice(1) }));
  if (how !== undefined && EFFECTS.has(base)) return called(state, base, withoutThis(how, given));
  const name = full !== undefined && EFFECTS.has(full) ? full : ownMethod(state, callee);
  if (name !== undefined && EFFECTS.has(name)) return called(state, name, given);
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

function called(state: State, name: string, given: Arguments): readonly CodeFinding[] {
  const found = act(state, EFFECTS.get(name), { name, ...withoutOptions(given) });
  return found.map((finding) => inDirectory(finding, given.named.get('cwd')));
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

/** A function: what it declares are names of its own, and its parameters hold what it is called with. */
function readFunction(state: State, list: SyntaxNode): void {
  const definition = list.parent;
  if (definition === null) return;
  const name = functionName(state, definition);
  enterFunction(state, definition.to, name);
  bindParameters(state, callsOfFunction(state, definition, name), parametersOf(state, list));
  const result = definition.name === 'ArrowFunction' ? resultOf(definition) : undefined;
  if (result !== undefined && definition.lastChild?.name !== 'Block') giveBack(state, evaluate(state, result), false);
}

function parametersOf(state: State, list: SyntaxNode): readonly Parameter[] {
  const children = members(list);
  return children.flatMap((target, at): readonly Parameter[] => {
    if (!isBinding(target) || children[at - 1]?.name === 'Equals') return [];
    const after = children.slice(at + 1, at + 4).filter((child) => !/^(?:Optional|TypeAnnotation)$/.test(child.name));
    const otherwise = after[0]?.name === 'Equals' ? after[1] : undefined;
    return [
      {
        ...(target.name === 'VariableDefinition' && { name: slice(state, target) }),
        takes: children[at - 1]?.name === 'Spread' ? 'list' : 'one',
        ...(otherwise !== undefined && { otherwise: evaluate(state, otherwise) }),
        bind: (value) => bindPattern(state, target, value),
      },
    ];
  });
}

/** The calls of a function by its name, in its place, or by a method with what its object holds. */
function callsOfFunction(
  state: State,
  definition: SyntaxNode,
  name: string | undefined,
): readonly Arguments[] | undefined {
  const { parent } = definition;
  const call = parent?.parent;
  if (parent?.name === 'ParenthesizedExpression' && call?.name === 'CallExpression')
    return [readArguments(state, call.getChild('ArgList'), 0)];
  const callee = parent?.name === 'ArgList' && call?.name === 'CallExpression' ? call.firstChild : null;
  if (callee?.name !== 'MemberExpression' || callee.firstChild === null || !PASSES_ON.test(lastName(state, callee)))
    return name === undefined ? undefined : callsOf(state, state.given, name);
  const object = evaluate(state, callee.firstChild);
  // `import('fs').then(({rm}) => ..)`
  return [{ args: [object.kind === 'name' ? object : loopItem(iterated(object))], named: new Map() }];
}

/** `function f`, `const f = () => ..`, `{f: () => ..}`, `.f` of a class; its constructor has the name of the class. */
function functionName(state: State, definition: SyntaxNode): string | undefined {
  const { parent } = definition;
  const holder = parent?.name === 'Property' ? parent : definition;
  const method = holder.getChild('PropertyDefinition');
  if (method !== null && slice(state, method) !== 'constructor') return `.${slice(state, method)}`;
  const owner = method === null ? definition : (parent?.parent ?? null);
  const named = owner?.getChild('VariableDefinition') ?? null;
  const bound =
    named ?? (owner?.parent?.name === 'VariableDeclaration' ? owner.parent.getChild('VariableDefinition') : null);
  return bound === null ? undefined : slice(state, bound);
}

/** `return x`, `yield x` */
function readResult(state: State, node: SyntaxNode): void {
  collectLoose(state, node);
  const [first] = childrenOf(node).slice(1);
  if (first === undefined || first.name === ';') return;
  const isItem = node.name === 'YieldExpression';
  giveBack(state, first.name === 'Star' ? UNKNOWN : evaluate(state, first), isItem);
}

/** What the statements bind, and what is kept of expressions. */
const BINDS: ReadonlyMap<string, (state: State, node: SyntaxNode) => void> = new Map(
  Object.entries({
    ImportDeclaration: readImport,
    VariableDeclaration: readAssignments,
    AssignmentExpression: readAssignments,
    PropertyDeclaration: readAssignments,
    ForOfSpec: readLoop,
    ForInSpec: readLoop,
    ...Object.fromEntries(
      ['ArrayExpression', 'ObjectExpression', 'ConditionalExpression', 'ArrowFunction'].map((kind) => [
        kind,
        collectLoose,
      ]),
    ),
    ParamList: readFunction,
    ReturnStatement: readResult,
    YieldExpression: readResult,
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
  const called = new Set(calls.map((word) => wordValue(word) ?? ''));
  return readJavascript(source, [], (state, tree) => (inFile ? loadedNodes(state, tree, LOADED, called) : () => true));
}

const GRAMMAR: Grammar = {
  effects: EFFECTS,
  kinds: new Set([...BINDS.keys(), ...FINDS.keys()]),
  binds: BINDS,
  finds: FINDS,
  bindsAll: false,
  ends: () => false,
  defines: /\bfunction\b|=>|\bclass\b/,
};

function readJavascript(source: string, args: readonly Word[], runsIn: RunsIn): readonly CodeFinding[] {
  return readProgram(GRAMMAR, { tree: read(source), source, args, runsIn });
}
