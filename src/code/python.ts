import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import type { Word } from '../model/word.ts';
import { inDirectory } from './directory.ts';
import { type Call, type Effect, effectsOf } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { type LoadedShape, loadedNodes } from './loaded.ts';
import {
  addCall,
  bindParameters,
  type Calls,
  enterFunction,
  leaveFunctions,
  type ParameterReader,
} from './parameters.ts';
import { EFFECTS, PATH_EFFECTS, PICKLES } from './python-effects.ts';
import { canonicalName, evaluate, NAMERS, RESULTS, readArguments } from './python-values.ts';
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
import { joinPaths, loopItem, nameValue, UNKNOWN, type Value } from './value.ts';
import { setAttribute } from './value-methods.ts';

const read = treeReader(parser);

interface State extends ParameterReader, Following {
  readonly calls: Calls;
}

/** `import a.b as c`, `from a import b as c, *`. */
function readImport(reader: Reader, node: SyntaxNode): void {
  const text = slice(reader, node).replace(/[()\\\n]/g, ' ');
  const from = /^from\s+([\w.]+)\s+import\s+(.*)$/s.exec(text);
  const list = (from?.[2] ?? text.replace(/^import\s+/, '')).split(',');
  for (const entry of list) {
    const [name = '', , alias] = entry.trim().split(/\s+/);
    const module = from?.[1];
    if (name === '*' && module !== undefined) importAll(reader, module);
    else if (module !== undefined) reader.scope.set(alias ?? name, nameValue(canonicalName(`${module}.${name}`)));
    else if (alias !== undefined) reader.scope.set(alias, nameValue(canonicalName(name)));
  }
}

function importAll(reader: Reader, imported: string): void {
  const module = canonicalName(imported);
  for (const name of [...EFFECTS.keys(), ...RESULTS.keys()]) {
    if (name.startsWith(`${module}.`)) reader.scope.set(name.slice(module.length + 1), nameValue(name));
  }
}

function readAssignment(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node).filter((child) => child.name !== 'TypeDef');
  const sign = children.findLastIndex((child) => child.name === 'AssignOp');
  const [source, ...more] = children.slice(sign + 1).filter((child) => child.name !== ',');
  if (source === undefined) return;
  const first = evaluate(reader, source);
  const value: Value =
    more.length === 0 ? first : { kind: 'list', items: [first, ...more.map((one) => evaluate(reader, one))] };
  const targets = children.slice(0, sign);
  const isTuple = targets.some((target) => target.name === ',' || target.name === 'TupleExpression');
  const names = namesIn(targets);
  for (const [at, target] of names.entries()) {
    const item = isTuple ? ((value.kind === 'list' ? value.items[at] : undefined) ?? UNKNOWN) : value;
    if (target.name === 'VariableName') reader.scope.set(slice(reader, target), item);
    readAttribute(reader, target, item);
  }
}

/** The names that a list of targets binds, those in brackets among them. */
function namesIn(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => {
    if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(node.name)) return namesIn(childrenOf(node));
    return node.name === 'VariableName' || node.name === 'MemberExpression' ? [node] : [];
  });
}

function isDangerous(value: Value): value is Value & { kind: 'name' } {
  return value.kind === 'name' && EFFECTS.has(value.name);
}

/** A loop's variables are one of the items; certain where there is one. A comprehension may have several loops. */
function readLoops(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  for (const [at, child] of children.entries()) {
    const items = children[at + 1];
    if (child.name !== 'in' || items === undefined) continue;
    const from = children.findLastIndex((one, index) => index < at && one.name === 'for');
    bindLoop(reader, namesIn(children.slice(from + 1, at)), items);
  }
}

const ANY_NAME: Value = { kind: 'text', parts: [{ reason: 'glob' }] };

function bindLoop(reader: Reader, targets: readonly SyntaxNode[], items: SyntaxNode): void {
  const walked = walkedFolder(reader, items);
  if (walked !== undefined && targets.length === 3) {
    // folder, names of folders, names of files: what is joined to the folder is below it
    for (const [at, target] of targets.entries()) reader.scope.set(slice(reader, target), at === 0 ? walked : ANY_NAME);
    return;
  }
  const [target] = targets;
  if (target === undefined || targets.length > 1) return;
  reader.scope.set(slice(reader, target), loopItem(evaluate(reader, items)));
}

/** The folder of `os.walk(folder)`. */
function walkedFolder(reader: Reader, node: SyntaxNode): Value | undefined {
  if (node.name !== 'CallExpression' || node.firstChild === null) return undefined;
  const target = evaluate(reader, node.firstChild);
  if (target.kind !== 'name' || !/^os\.f?walk$/.test(target.name)) return undefined;
  const { args, named } = readArguments(reader, node.getChild('ArgList'), 0);
  return args[0] ?? named.get('top');
}

/** `with open(x) as f, tempfile.TemporaryDirectory() as d:` */
function readWith(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  for (const [at, child] of children.entries()) {
    const [source, target] = [children[at - 1], children[at + 1]];
    if (child.name !== 'as' || source === undefined || target?.name !== 'VariableName') continue;
    const value = evaluate(reader, source);
    reader.scope.set(slice(reader, target), value.kind === 'name' ? UNKNOWN : value);
  }
}

/** Names of parameters, in their order: `rmtree(path=..)` is `rmtree(..)`. */
const PARAMETERS = ['path', 'src', 'command', 'cmd', 'file', 'stmt', 'object', 'dst', 'mode'];

function positional({ args, named }: Arguments): readonly Value[] {
  if (args.length > 0) return args;
  return PARAMETERS.flatMap((name) => named.get(name) ?? []);
}

function readCall(state: State, node: SyntaxNode): readonly CodeFinding[] {
  const callee = node.firstChild;
  if (callee === null) return [];
  const target = evaluate(state, callee);
  const given = readArguments(state, node.getChild('ArgList'), 0);
  const handed = handedEffects({ name: lastName(state, callee), ...given }, EFFECTS);
  return [...handed, ...calledEffects(state, callee, target, given)];
}

/** `@f(words)` calls f, and what that gives back; `@f` alone gives it the function. */
function readDecorator(state: State, node: SyntaxNode): readonly CodeFinding[] {
  const list = node.getChild('ArgList');
  const [first = '', ...rest] = (/^@\s*([\w.]+)/.exec(slice(state, node))?.[1] ?? '').split('.');
  const base = state.scope.get(first) ?? nameValue(canonicalName(first));
  if (list === null || base.kind !== 'name') return [];
  const given = readArguments(state, list, 0);
  const name = canonicalName([base.name, ...rest].join('.'));
  const effect = EFFECTS.get(name);
  if (effect === undefined) addCall(state.calls, name, given);
  return called(effect, { name, args: positional(given), named: given.named });
}

function lastName(state: State, callee: SyntaxNode): string {
  return /\w+$/.exec(slice(state, callee).slice(-40))?.[0] ?? '';
}

function calledEffects(
  state: State,
  callee: SyntaxNode,
  target: Value,
  { args, named }: Arguments,
): readonly CodeFinding[] {
  if (target.kind === 'name') {
    const effect = EFFECTS.get(target.name);
    if (target.name === 'os.chdir' || target.name === 'contextlib.chdir') changeDirectory(state, args[0]);
    if (effect !== undefined) {
      const found = effectsOf(effect, { name: target.name, args: positional({ args, named }), named });
      return found.map((finding) => inDirectory(finding, named.get('cwd')));
    }
  }
  const method = callee.name === 'MemberExpression' ? callee.getChild('PropertyName') : null;
  if (method !== null && callee.firstChild !== null) {
    addCall(state.calls, `.${slice(state, method)}`, { args, named });
    return readMethod(slice(state, method), evaluate(state, callee.firstChild), { args, named });
  }
  if (target.kind !== 'name') state.unclear.push({ args, named });
  else addCall(state.calls, target.name, { args, named });
  return [];
}

function changeDirectory(state: State, path: Value | undefined): void {
  const parts = joinPaths([...(state.directory === undefined ? [] : [state.directory]), path ?? UNKNOWN]);
  state.directory = { kind: 'text', parts };
}

function readMethod(method: string, receiver: Value, { args, named }: Arguments): readonly CodeFinding[] {
  const call: Call = { name: `.${method}`, args, named, receiver };
  if (isPath(receiver)) return called(PATH_EFFECTS.get(method), { ...call, name: `pathlib.Path.${method}` });
  return called(EFFECTS.get(`.${method}`), method === 'system' ? { name: call.name, args, named } : call);
}

function isPath(value: Value): boolean {
  return value.kind === 'path' || (value.kind === 'choice' && value.items.every(isPath));
}

function called(effect: Effect | undefined, call: Call): readonly CodeFinding[] {
  return effect === undefined ? [] : effectsOf(effect, call);
}

/** Functions with an effect that stand where a value is made of several, or is returned. */
function collectLoose(state: State, node: SyntaxNode): void {
  for (const child of childrenOf(node)) {
    if (child.name !== 'VariableName' && child.name !== 'MemberExpression') continue;
    const value = evaluate(state, child);
    if (isDangerous(value)) state.loose.add(value.name);
  }
}

/** `def f(run=os.system)` */
function readDefaults(state: State, node: SyntaxNode): void {
  const children = childrenOf(node);
  for (const [at, child] of children.entries()) {
    const [name, value] = [children[at - 1], children[at + 1]];
    if (child.name !== 'AssignOp' || name?.name !== 'VariableName' || value === undefined) continue;
    const given = evaluate(state, value);
    if (isDangerous(given)) state.scope.set(slice(state, name), given);
  }
}

/** `def f(a, b)`, `def __init__(self, a)` of a class, `def go(self, a)`: the object itself is no argument. */
function readParameters(state: State, node: SyntaxNode, calls: Calls): void {
  const [name, list] = [node.getChild('VariableName'), node.getChild('ParamList')];
  if (name === null || list === null) return;
  if (childrenOf(list).some(({ name: kind }) => kind === '*' || kind === '**' || kind === 'AssignOp')) return;
  const parameters = members(list)
    .filter((child) => child.name === 'VariableName')
    .map((child) => slice(state, child));
  const owner = node.parent?.parent;
  const isMethod = owner?.name === 'ClassDefinition' && /^(?:self|cls)$/.test(parameters[0] ?? '');
  if (!isMethod) {
    bindParameters(state, calls, slice(state, name), parameters);
    return;
  }
  const made = owner.getChild('VariableName');
  const isMaker = slice(state, name) === '__init__';
  const called = isMaker && made !== null ? slice(state, made) : `.${slice(state, name)}`;
  bindParameters(state, calls, called, parameters.slice(1));
}

/** `self.x = v`, and in the body of a class `x = v`: read as `self.x`, `cls.x` and by the name of the class. */
function readAttribute(reader: Reader, target: SyntaxNode, value: Value): void {
  const owner = target.parent?.parent?.parent;
  const name = slice(reader, target);
  if (target.name === 'MemberExpression') {
    if (isDangerous(value)) reader.scope.set(canonicalName(name), value);
    else if (/^(?:self|cls)\.\w+$/.test(name)) setAttribute(reader.scope, name, value);
  } else if (owner?.name === 'ClassDefinition' && value.kind !== 'name') {
    const made = owner.getChild('VariableName');
    const owners = ['self', 'cls', ...(made === null ? [] : [slice(reader, made)])];
    for (const one of owners) setAttribute(reader.scope, `${one}.${name}`, value);
  }
}

/** What the statements bind, and what is kept of expressions. */
const BINDS: ReadonlyMap<string, (state: State, node: SyntaxNode) => void> = new Map(
  Object.entries({
    ImportStatement: readImport,
    AssignStatement: readAssignment,
    NamedExpression: readAssignment,
    WithStatement: readWith,
    ForStatement: readLoops,
    ...Object.fromEntries(
      ['Array', 'Set', 'Dictionary', ''].map((kind) => [`${kind}ComprehensionExpression`, readLoops]),
    ),
    ...Object.fromEntries(
      ['Array', 'Tuple', 'Dictionary', 'Conditional', 'Lambda'].map((kind) => [`${kind}Expression`, collectLoose]),
    ),
    ReturnStatement: collectLoose,
    ParamList: readDefaults,
  }),
);

/** `sys.exit()` as a statement of the program itself: nothing behind it runs. */
function endsProgram(reader: Reader, node: SyntaxNode): boolean {
  if (node.parent?.name !== 'ExpressionStatement' || node.parent.parent?.name !== 'Script') return false;
  const target = node.firstChild === null ? UNKNOWN : evaluate(reader, node.firstChild);
  return target.kind === 'name' && /^(?:sys\.exit|os\._exit|exit|quit)$/.test(target.name);
}

const FINDS: ReadonlyMap<string, (state: State, node: SyntaxNode) => readonly CodeFinding[]> = new Map(
  Object.entries({ CallExpression: readCall, Decorator: readDecorator }),
);

const KINDS = new Set([...BINDS.keys(), ...FINDS.keys(), 'FunctionDefinition']);

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Names by which code can have an effect: those that it is called by, and what makes a name of a text. */
const ACTING = new RegExp(
  `(?<![A-Za-z_])(?:${[...new Set([...EFFECTS.keys(), ...PATH_EFFECTS.keys()].map(lastPart)), ...NAMERS, ...PICKLES]
    // a member that is not known takes one of NAMERS; what `loads` a pickle takes its module, and json has one as well
    .filter((name) => name !== '?' && name !== 'loads')
    .join('|')})(?!\\w)`,
);

/**
 * Whether the code may do anything that is reported, but for doubts: a name has to stand in the text, whatever binds it. Parsing
 * a file of 64 KB takes a hundred times as long.
 */
export function mayAct(source: string): boolean {
  return ACTING.test(source);
}

/** Python code: program starts, removals and writes, by its own grammar. */
export function analyzePython(source: string, args: readonly Word[], inFile = false): readonly CodeFinding[] {
  if (inFile && !mayAct(source)) return [];
  return readPython(source, args, (state) => (node) => {
    return !inFile || !isNeverCalled(state, node, 'FunctionDefinition', 'DecoratedStatement');
  });
}

const LOADED: LoadedShape = {
  functions: new Set(['FunctionDefinition', 'LambdaExpression']),
  roots: /^pytest_/,
  main: /__name__\s*==/,
};

/** A module that another file imports: of one on disk only what runs then counts, with the functions that the other calls. */
export function analyzePythonModule(source: string, calls: readonly Word[], inFile = false): readonly CodeFinding[] {
  if (inFile && !mayAct(source)) return [];
  return readPython(source, [], (state, tree) => (inFile ? loadedNodes(state, tree, LOADED, calls) : () => true));
}

type RunsIn = (state: State, tree: Tree) => (node: SyntaxNode) => boolean;

function readPython(source: string, args: readonly Word[], runsIn: RunsIn): readonly CodeFinding[] {
  const tree = read(source);
  const once = readTree(tree, source, args, runsIn);
  if (!/\bdef\b/.test(source) || once.state.calls.size === 0) return once.found;
  // what a function is given is known when its calls are, which may stand behind it
  return readTree(tree, source, args, runsIn, once.state.calls).found;
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
    ...{ directory: undefined, loose: new Set(), unclear: [], calls: new Map(), inside: [] },
  };
  const found: CodeFinding[] = [];
  const runs = runsIn(state, tree);
  for (const node of nodesOf(tree, KINDS)) {
    const { directory } = state;
    state.values.clear();
    leaveFunctions(state, node.from);
    if (node.name === 'FunctionDefinition' && calls !== undefined) {
      // what it assigns are names of its own
      enterFunction(state, node.to, state.scope.keys());
      readParameters(state, node, calls);
    }
    BINDS.get(node.name)?.(state, node);
    const finds = FINDS.get(node.name);
    if (finds === undefined) continue;
    if (endsProgram(state, node)) break;
    if (!runs(node)) continue;
    found.push(...placed(state, node, finds(state, node)).map((finding) => inDirectory(finding, directory)));
  }
  const loose = looseCalls(state, EFFECTS);
  return { state, found: [...found, ...loose.map((finding) => inDirectory(finding, state.directory))] };
}
