import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { type Word, wordValue } from '../model/word.ts';
import { inDirectory } from './directory.ts';
import type { Call } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { type LoadedShape, loadedNodes } from './loaded.ts';
import { addCall, bindParameters, callsOf, declare, enterFunction, giveBack, type Parameter } from './parameters.ts';
import { mayAct } from './python-acting.ts';
import { type Live, withoutDead } from './python-dead.ts';
import { EFFECTS, PATH_EFFECTS } from './python-effects.ts';
import { canonicalName, iterated, RESULTS } from './python-results.ts';
import { bindTargets, evaluate, keyOf, loopsOf, readArguments } from './python-values.ts';
import { act, changeDirectory, type Grammar, type RunsIn, readProgram, type State } from './reading.ts';
import { changeBy, grow, setAttribute, setEntry } from './records.ts';
import { handedEffects } from './references.ts';
import { type Arguments, childrenOf, isNeverCalled, type Reader, slice, strictTreeReader, treeReader } from './tree.ts';
import { concatValues, listValue, loopItem, nameValue, UNKNOWN, type Value } from './value.ts';

const read = treeReader(parser);
const readStrictly = strictTreeReader(parser);

/** `import a.b as c`, `from a import b as c, *`. */
function readImport(reader: Reader, node: SyntaxNode): void {
  const text = slice(reader, node).replace(/[()\\\n]/g, ' ');
  const from = /^from\s+([\w.]+)\s+import\s+(.*)$/s.exec(text);
  const list = (from?.[2] ?? text.replace(/^import\s+/, '')).split(',');
  for (const entry of list) {
    const [name = '', , alias] = entry.trim().split(/\s+/);
    const module = from?.[1];
    if (name === '*' && module !== undefined) importAll(reader, module);
    else if (module !== undefined) declare(reader, alias ?? name, nameValue(canonicalName(`${module}.${name}`)));
    else if (alias !== undefined) declare(reader, alias, nameValue(canonicalName(name)));
  }
}

function importAll(reader: Reader, imported: string): void {
  const module = canonicalName(imported);
  for (const name of [...EFFECTS.keys(), ...RESULTS.keys()]) {
    if (name.startsWith(`${module}.`)) declare(reader, name.slice(module.length + 1), nameValue(name));
  }
}

function readAssignment(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node).filter((child) => child.name !== 'TypeDef');
  const sign = children.findLastIndex((child) => child.name === 'AssignOp');
  const [source, ...more] = children.slice(sign + 1).filter((child) => child.name !== ',');
  if (source === undefined) return;
  // a lambda has the name that it is given, as what `def` makes
  const [named] = source.name === 'LambdaExpression' ? node.getChildren('VariableName') : [];
  const first = named === undefined ? evaluate(reader, source) : nameValue(slice(reader, named));
  const value = more.length === 0 ? first : listValue([first, ...more.map((one) => evaluate(reader, one))]);
  // `a = b, c = value`
  for (let from = 0; from < sign; ) {
    const to = children.findIndex((child, at) => at >= from && child.name === 'AssignOp');
    bindTargets(children.slice(from, to), value, (target, item) => assign(reader, target, item));
    from = to + 1;
  }
}

function assign(reader: Reader, target: SyntaxNode, value: Value): void {
  if (target.name === 'VariableName') declare(reader, slice(reader, target), value);
  readAttribute(reader, target, value);
}

/** `x += more`; what other operators make is not known. */
function readUpdate(reader: Reader, node: SyntaxNode): void {
  const [target, operator, source] = childrenOf(node);
  if (target?.name !== 'VariableName' || operator === undefined || source === undefined) return;
  const name = slice(reader, target);
  const [before, more] = [evaluate(reader, target), evaluate(reader, source)];
  const isSum = slice(reader, operator) === '+=';
  if (isSum && before.kind === 'list') grow(before, more.kind === 'list' ? more.items : [UNKNOWN]);
  else if (before.kind === 'record') before.isOpen = true;
  else declare(reader, name, isSum && before.kind !== 'name' ? concatValues([before, more]) : UNKNOWN);
}

/** `global x` */
function readOuter(reader: Reader, node: SyntaxNode): void {
  for (const name of node.getChildren('VariableName')) reader.inside.at(-1)?.outer.add(slice(reader, name));
}

function isDangerous(value: Value): value is Value & { kind: 'name' } {
  return value.kind === 'name' && EFFECTS.has(value.name);
}

/** A loop's variables are one of the items; certain where there is one. */
function readLoops(reader: Reader, node: SyntaxNode): void {
  for (const { targets, items } of loopsOf(node)) bindLoop(reader, targets, items);
}

const ANY_NAME: Value = { kind: 'text', parts: [{ reason: 'glob' }] };

function bindLoop(reader: Reader, targets: readonly SyntaxNode[], items: SyntaxNode): void {
  const walked = walkedFolder(reader, items);
  // folder, names of folders, names of files: what is joined to the folder is below it
  const item =
    walked === undefined ? loopItem(iterated(evaluate(reader, items))) : listValue([walked, ANY_NAME, ANY_NAME]);
  bindTargets(targets, item, (target, value) => assign(reader, target, value));
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
    declare(reader, slice(reader, target), value.kind === 'name' ? UNKNOWN : value);
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
  const list = node.getChild('ArgList');
  const given = readArguments(state, list, 0);
  if (given.isEach === true && list !== null) readLoops(state, list);
  const handed = handsOn(given) ? handedEffects({ name: lastName(state, callee), ...given }, EFFECTS) : [];
  return [...handed, ...calledEffects(state, callee, target, given)];
}

/** Whether a function with an effect is among the arguments. */
function handsOn({ args, named }: Arguments): boolean {
  return args.some(isDangerous) || (named.size > 0 && [...named.values()].some(isDangerous));
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
  return act(state, effect, { name, args: positional(given), named: given.named });
}

function lastName(state: State, callee: SyntaxNode): string {
  return /\w+$/.exec(slice(state, callee).slice(-40))?.[0] ?? '';
}

function calledEffects(state: State, callee: SyntaxNode, target: Value, given: Arguments): readonly CodeFinding[] {
  const { args, named } = given;
  if (target.kind === 'name') {
    const effect = EFFECTS.get(target.name);
    if (target.name === 'os.chdir' || target.name === 'contextlib.chdir') changeDirectory(state, args[0]);
    if (effect !== undefined) {
      const found = act(state, effect, { name: target.name, args: positional(given), named });
      return found.map((finding) => inDirectory(finding, named.get('cwd')));
    }
  }
  const method = callee.name === 'MemberExpression' ? callee.getChild('PropertyName') : null;
  if (method !== null && callee.firstChild !== null) {
    addCall(state.calls, `.${slice(state, method)}`, given);
    const object = evaluate(state, callee.firstChild);
    changeBy(object, slice(state, method), given);
    return readMethod(state, slice(state, method), object, given);
  }
  if (target.kind !== 'name') state.unclear.push(given);
  else addCall(state.calls, target.name, given);
  return [];
}

function readMethod(state: State, method: string, receiver: Value, { args, named }: Arguments): readonly CodeFinding[] {
  const call: Call = { name: `.${method}`, args, named, receiver };
  if (isPath(receiver)) return act(state, PATH_EFFECTS.get(method), { ...call, name: `pathlib.Path.${method}` });
  return act(state, EFFECTS.get(`.${method}`), method === 'system' ? { name: call.name, args, named } : call);
}

function isPath(value: Value): boolean {
  return value.kind === 'path' || (value.kind === 'choice' && value.items.every(isPath));
}

/** Functions with an effect that stand where a value is made of several, or is returned. */
function collectLoose(state: State, node: SyntaxNode): void {
  for (const child of childrenOf(node)) {
    if (child.name !== 'VariableName' && child.name !== 'MemberExpression') continue;
    const value = evaluate(state, child);
    if (isDangerous(value)) state.loose.add(value.name);
  }
}

/** A function or a lambda: what it binds are names of its own, and its parameters hold what it is called with. */
function readFunction(state: State, node: SyntaxNode): void {
  const name = node.getChild('VariableName');
  const list = node.getChild('ParamList');
  const parameters = list === null ? [] : parametersOf(state, list);
  enterFunction(state, node.to, name === null ? lambdaName(state, node) : slice(state, name));
  const isBound = name !== null && isMethod(node, parameters);
  const called = name === null ? lambdaCalls(state, node) : namedCalls(state, node, slice(state, name), isBound);
  bindParameters(state, called, isBound ? parameters.slice(1) : parameters);
}

function parametersOf(state: State, list: SyntaxNode): readonly Parameter[] {
  const children = childrenOf(list);
  return children.flatMap((child, at): readonly Parameter[] => {
    const before = children[at - 1]?.name;
    if (child.name !== 'VariableName' || before === 'AssignOp') return [];
    const name = slice(state, child);
    const sign = children.slice(at + 1, at + 3).findIndex((one) => one.name === 'AssignOp');
    const isTyped = children[at + 1]?.name === 'TypeDef';
    const value = sign === (isTyped ? 1 : 0) ? children[at + 2 + sign] : undefined;
    return [
      {
        name,
        takes: before === '*' ? 'list' : before === '**' ? 'record' : 'one',
        ...(value !== undefined && { otherwise: evaluate(state, value) }),
        bind: (given) => declare(state, name, given),
      },
    ];
  });
}

/** `def go(self, a)`: the object itself is no argument. */
function isMethod(node: SyntaxNode, [first]: readonly Parameter[]): boolean {
  return node.parent?.parent?.name === 'ClassDefinition' && /^(?:self|cls)$/.test(first?.name ?? '');
}

/** The calls of a function; those of `__init__` are calls of its class. */
function namedCalls(state: State, node: SyntaxNode, name: string, isBound: boolean): readonly Arguments[] | undefined {
  if (!isBound) return callsOf(state, state.given, name);
  const made = node.parent?.parent?.getChild('VariableName') ?? null;
  return callsOf(state, state.given, name === '__init__' && made !== null ? slice(state, made) : `.${name}`);
}

function readLambda(state: State, node: SyntaxNode): void {
  collectLoose(state, node);
  readFunction(state, node);
  if (node.lastChild !== null) giveBack(state, evaluate(state, node.lastChild), false);
}

/** `f = lambda a: ..` */
function lambdaName(state: State, { parent }: SyntaxNode): string | undefined {
  const target = parent?.name === 'AssignStatement' ? parent.getChild('VariableName') : null;
  return target === null ? undefined : slice(state, target);
}

/** `(lambda a: ..)(x)`, `map(lambda a: .., items)` */
function lambdaCalls(state: State, node: SyntaxNode): readonly Arguments[] | undefined {
  const { parent } = node;
  const call = parent?.parent;
  const name = lambdaName(state, node);
  if (name !== undefined) return callsOf(state, state.given, name);
  if (call?.name !== 'CallExpression') return undefined;
  const list = call.getChild('ArgList');
  if (parent?.name === 'ParenthesizedExpression') return [readArguments(state, list, 0)];
  if (!/^(?:map|filter)$/.test(lastName(state, call.firstChild ?? call))) return undefined;
  const { args } = readArguments(state, list, 0);
  return [{ args: args.slice(1).map((items) => loopItem(iterated(items))), named: new Map() }];
}

/** `return x`, `yield x` */
function readResult(state: State, node: SyntaxNode): void {
  collectLoose(state, node);
  const [first, ...more] = childrenOf(node)
    .slice(1)
    .filter((child) => child.name !== ',');
  if (first === undefined) return;
  const isItem = node.name === 'YieldStatement';
  giveBack(state, first.name === 'from' || more.length > 0 ? UNKNOWN : evaluate(state, first), isItem);
}

/**
 * `self.x = v`, and in the body of a class `x = v`: read as `self.x`, `cls.x` and by the name of the class; `x[key] = v`, and `x.key = v`
 * of an object that is known.
 */
function readAttribute(reader: Reader, target: SyntaxNode, value: Value): void {
  const owner = target.parent?.parent?.parent;
  const name = slice(reader, target);
  if (target.name === 'MemberExpression') {
    if (isDangerous(value)) reader.scope.set(canonicalName(name), value);
    else if (/^(?:self|cls)\.\w+$/.test(name)) setAttribute(reader.scope, name, value);
    else setItem(reader, target, value);
  } else if (owner?.name === 'ClassDefinition' && value.kind !== 'name') {
    const made = owner.getChild('VariableName');
    const owners = ['self', 'cls', ...(made === null ? [] : [slice(reader, made)])];
    for (const one of owners) setAttribute(reader.scope, `${one}.${name}`, value);
  }
}

function setItem(reader: Reader, target: SyntaxNode, value: Value): void {
  const object = target.firstChild === null ? UNKNOWN : evaluate(reader, target.firstChild);
  const key = keyOf(reader, target);
  if (!setEntry(object, key, value) && key !== undefined) reader.changed.add(key);
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
      ['Array', 'Tuple', 'Dictionary', 'Conditional'].map((kind) => [`${kind}Expression`, collectLoose]),
    ),
    UpdateStatement: readUpdate,
    ScopeStatement: readOuter,
    ReturnStatement: readResult,
    YieldStatement: readResult,
    FunctionDefinition: readFunction,
    LambdaExpression: readLambda,
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

const GRAMMAR: Grammar = {
  effects: EFFECTS,
  kinds: new Set([...BINDS.keys(), ...FINDS.keys()]),
  binds: BINDS,
  finds: FINDS,
  bindsAll: true,
  ends: endsProgram,
  defines: /\b(?:def|lambda)\b/,
};

/** Python code: program starts, removals and writes, by its own grammar. */
export function analyzePython(source: string, args: readonly Word[], inFile = false): readonly CodeFinding[] {
  if (!inFile) return readPython(source, args, () => () => true);
  if (!mayAct(source)) return [];
  return readPython(
    source,
    args,
    (state) => (node) => !isNeverCalled(state, node, 'FunctionDefinition', 'DecoratedStatement'),
    withoutDead(source, mayAct),
  );
}

const LOADED: LoadedShape = {
  functions: new Set(['FunctionDefinition', 'LambdaExpression']),
  roots: /^pytest_/,
  main: /__name__\s*==/,
};

/** A module that another file imports: of one on disk only what runs then counts, with the functions that the other calls. */
export function analyzePythonModule(source: string, calls: readonly Word[], inFile = false): readonly CodeFinding[] {
  if (!inFile) return readPython(source, [], () => () => true);
  if (!mayAct(source)) return [];
  const called = new Set(calls.map((word) => wordValue(word) ?? ''));
  return readPython(
    source,
    [],
    (state, tree) => loadedNodes(state, tree, LOADED, called),
    withoutDead(source, mayAct, called),
  );
}

/** `live` is what of the code may run, where that is code by itself. */
function readPython(source: string, args: readonly Word[], runsIn: RunsIn, live?: Live): readonly CodeFinding[] {
  const tree = live === undefined ? undefined : readStrictly(live.text);
  if (live === undefined || tree === undefined)
    return readProgram(GRAMMAR, { tree: read(source), source, args, runsIn });
  const found = readProgram(GRAMMAR, { tree, source: live.text, words: live.words, args, runsIn });
  return found.map((one) => (one.line === undefined ? one : { ...one, line: live.lines[one.line - 1] ?? one.line }));
}
