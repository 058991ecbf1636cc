import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import type { Word } from '../model/word.ts';
import { type Call, table } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeFinding } from './finding.ts';
import { EFFECTS, PATH_EFFECTS } from './python-effects.ts';
import {
  childrenOf,
  MAX_EXPRESSION_DEPTH,
  members,
  nodesOf,
  PUNCTUATION,
  type Reader,
  slice,
  treeReader,
} from './tree.ts';
import {
  concatValues,
  expandHome,
  globbed,
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

const read = treeReader(parser);

function stringParts(reader: Reader, node: SyntaxNode): readonly Part[] {
  const [, prefix = '', quote = ''] = /^([a-zA-Z]*)('''|"""|'|")/.exec(slice(reader, node)) ?? [];
  const start = node.from + prefix.length + quote.length;
  const end = Math.max(start, node.to - quote.length);
  const decode = /r/i.test(prefix) ? (text: string) => text : decodeEscapes;
  const parts: Part[] = [];
  let at = start;
  for (const hole of node.getChildren('FormatReplacement')) {
    parts.push(decode(reader.source.slice(at, hole.from)));
    const [inner] = members(hole);
    parts.push(...(inner === undefined ? [] : partsOf(evaluate(reader, inner))));
    at = hole.to;
  }
  parts.push(...partsOfText(decode(reader.source.slice(at, end))));
  return parts;
}

function memberValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [object, ...rest] = childrenOf(node);
  if (object === undefined) return UNKNOWN;
  const base = evaluate(reader, object, depth + 1);
  const property = rest.find((child) => child.name === 'PropertyName');
  if (base.kind === 'name' && property !== undefined) return nameValue(`${base.name}.${slice(reader, property)}`);
  if (base.kind !== 'name') return UNKNOWN;
  const key = rest.find((child) => child.name === 'String' || child.name === 'Number');
  if (base.name === 'os.environ' && key !== undefined) return variable(textOf(evaluate(reader, key, depth + 1)));
  if (base.name === 'sys.argv' && key !== undefined) return valueOfWord(reader.args[Number(slice(reader, key)) - 1]);
  return UNKNOWN;
}

function variable(name: string | undefined): Value {
  return name === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
}

/** The `x % y` of a text: what stands before its first directive. */
function formatted(value: Value): Value {
  const text = textOf(value);
  const cut = text?.search(/%|\{/) ?? -1;
  if (text === undefined || cut < 0) return value.kind === 'text' ? value : UNKNOWN;
  return {
    kind: 'text',
    parts: [text.slice(0, cut), { reason: 'variable' }, text.slice(cut).replace(/^.*[%}][a-z]?/s, '')],
  };
}

function binaryValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [left, operator, right] = childrenOf(node);
  if (left === undefined || operator === undefined || right === undefined) return UNKNOWN;
  const sign = slice(reader, operator);
  const first = evaluate(reader, left, depth + 1);
  if (sign === '%') return formatted(first);
  const second = evaluate(reader, right, depth + 1);
  if (sign === '/' && (first.kind === 'path' || second.kind === 'path')) {
    return { kind: 'path', parts: joinPaths([first, second]) };
  }
  if (sign !== '+') return UNKNOWN;
  if (first.kind === 'list' && second.kind === 'list')
    return { kind: 'list', items: [...first.items, ...second.items] };
  return concatValues([first, second]);
}

type Builtin = (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value;

const temporary: Builtin = (_, named) => newPath(joinPaths([named.get('dir') ?? textValue('/tmp'), textValue('')]));

/** Calls whose result matters as an argument of another. */
const RESULTS: ReadonlyMap<string, Builtin> = table<Builtin>({
  __import__: ([name]) => nameValue(textOf(name) ?? '?'),
  'importlib.import_module': ([name]) => nameValue(textOf(name) ?? '?'),
  getattr: ([object, name]) => (object?.kind === 'name' ? nameValue(`${object.name}.${textOf(name) ?? '?'}`) : UNKNOWN),
  'os.path.join': (args) => ({ kind: 'text', parts: joinPaths(args) }),
  'os.path.expanduser': ([path]) => ({ kind: 'text', parts: expandHome(partsOf(path)) }),
  'os.getenv': ([name]) => variable(textOf(name)),
  'os.environ.get': ([name]) => variable(textOf(name)),
  'os.getcwd': () => textValue('.'),
  'glob.glob': ([pattern]) => globbed(pattern),
  'glob.iglob': ([pattern]) => globbed(pattern),
  'pathlib.Path': (args) => ({ kind: 'path', parts: args.length === 0 ? ['.'] : joinPaths(args) }),
  'pathlib.Path.home': () => ({ kind: 'path', parts: [{ home: true }] }),
  'pathlib.Path.cwd': () => ({ kind: 'path', parts: ['.'] }),
  'tempfile.gettempdir': () => textValue('/tmp'),
  'tempfile.mkdtemp': temporary,
  'tempfile.mktemp': temporary,
  'tempfile.TemporaryDirectory': temporary,
  'shlex.split': ([text]) => {
    const line = textOf(text);
    return line === undefined ? UNKNOWN : { kind: 'list', items: line.split(/\s+/).filter(Boolean).map(textValue) };
  },
  ...Object.fromEntries(
    [
      'str',
      'os.fspath',
      'os.path.abspath',
      'os.path.realpath',
      'os.path.normpath',
      'bytes',
      'list',
      'sorted',
      'shlex.quote',
    ].map((name) => [name, (args: readonly Value[]) => args[0] ?? UNKNOWN]),
  ),
});

/** Methods that return their object, slightly changed. */
function methodValue(receiver: Value, method: string, args: readonly Value[]): Value {
  if (receiver.kind === 'path') {
    if (method === 'expanduser') return { kind: 'path', parts: expandHome(receiver.parts) };
    if (/^(resolve|absolute)$/.test(method)) return receiver;
    if (method === 'joinpath') return { kind: 'path', parts: joinPaths([receiver, ...args]) };
    return /^(r?glob|iterdir)$/.test(method)
      ? { kind: 'path', parts: [...receiver.parts, '/', { reason: 'glob' }] }
      : UNKNOWN;
  }
  if (receiver.kind !== 'text') return UNKNOWN;
  if (method === 'format') return formatted(receiver);
  if (method === 'split' && args.length === 0) return RESULTS.get('shlex.split')?.([receiver], new Map()) ?? UNKNOWN;
  if (method === 'join' && args[0]?.kind === 'list') return concatValues(args[0].items, textOf(receiver) ?? ' ');
  return /^(strip|encode|decode|rstrip|lstrip)$/.test(method) ? receiver : UNKNOWN;
}

interface Arguments {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

function readArguments(reader: Reader, list: SyntaxNode | null, depth: number): Arguments {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  const children = list === null ? [] : childrenOf(list);
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as SyntaxNode;
    if (PUNCTUATION.has(child.name)) continue;
    if (children[at + 1]?.name === 'AssignOp') {
      const value = children[at + 2];
      if (value !== undefined) named.set(slice(reader, child), evaluate(reader, value, depth + 1));
      at += 2;
    } else if (child.name === '*' || child.name === '**') {
      const value = children[++at];
      const spread = value === undefined ? UNKNOWN : evaluate(reader, value, depth + 1);
      if (child.name === '*') args.push(...(spread.kind === 'list' ? spread.items : [UNKNOWN]));
    } else args.push(evaluate(reader, child, depth + 1));
  }
  return { args, named };
}

function callValue(reader: Reader, node: SyntaxNode, depth: number): Value {
  const callee = node.firstChild;
  if (callee === null) return UNKNOWN;
  const target = evaluate(reader, callee, depth + 1);
  if (target.kind === 'name') {
    const result = RESULTS.get(target.name);
    if (result === undefined) return UNKNOWN;
    const { args, named } = readArguments(reader, node.getChild('ArgList'), depth);
    return result(args, named);
  }
  const receiver = callee.name === 'MemberExpression' ? callee.firstChild : null;
  const method = callee.getChild('PropertyName');
  if (receiver === null || method === null) return UNKNOWN;
  const { args } = readArguments(reader, node.getChild('ArgList'), depth);
  return methodValue(evaluate(reader, receiver, depth + 1), slice(reader, method), args);
}

/** Evaluates an expression, without running any call but those of RESULTS. */
function evaluate(reader: Reader, node: SyntaxNode, depth = 0): Value {
  if (depth > MAX_EXPRESSION_DEPTH) return UNKNOWN;
  switch (node.name) {
    case 'String':
    case 'FormatString':
      return { kind: 'text', parts: stringParts(reader, node) };
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
    case 'ArrayExpression':
    case 'TupleExpression':
      return { kind: 'list', items: members(node).map((child) => evaluate(reader, child, depth + 1)) };
    case 'ParenthesizedExpression': {
      const inner = members(node)[0];
      return inner === undefined ? UNKNOWN : evaluate(reader, inner, depth + 1);
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

/** `import a.b as c`, `from a import b as c, *`. */
function readImport(reader: Reader, node: SyntaxNode): void {
  const text = slice(reader, node).replace(/[()\\\n]/g, ' ');
  const from = /^from\s+([\w.]+)\s+import\s+(.*)$/s.exec(text);
  const list = (from?.[2] ?? text.replace(/^import\s+/, '')).split(',');
  for (const entry of list) {
    const [name = '', , alias] = entry.trim().split(/\s+/);
    const module = from?.[1];
    if (name === '*' && module !== undefined) importAll(reader, module);
    else if (module !== undefined) reader.scope.set(alias ?? name, nameValue(`${module}.${name}`));
    else if (alias !== undefined) reader.scope.set(alias, nameValue(name));
  }
}

function importAll(reader: Reader, module: string): void {
  for (const name of [...EFFECTS.keys(), ...RESULTS.keys()]) {
    if (name.startsWith(`${module}.`)) reader.scope.set(name.slice(module.length + 1), nameValue(name));
  }
}

function readAssignment(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node).filter((child) => child.name !== 'TypeDef');
  const last = children.at(-1);
  if (last === undefined) return;
  const value = evaluate(reader, last);
  for (let at = 0; at + 1 < children.length; at += 2) {
    const target = children[at] as SyntaxNode;
    if (target.name === 'VariableName') reader.scope.set(slice(reader, target), value);
  }
}

/** A loop's variable is one of the items; certain where there is one. */
function readLoop(reader: Reader, node: SyntaxNode): void {
  const children = childrenOf(node);
  const at = children.findIndex((child) => child.name === 'in');
  const target = children[at - 1];
  const items = children[at + 1];
  if (target?.name !== 'VariableName' || items === undefined) return;
  const value = evaluate(reader, items);
  const item = value.kind === 'list' ? (value.items.length === 1 ? (value.items[0] as Value) : UNKNOWN) : value;
  reader.scope.set(slice(reader, target), item.kind === 'name' ? UNKNOWN : item);
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

function readCall(reader: Reader, node: SyntaxNode): readonly CodeFinding[] {
  const callee = node.firstChild;
  if (callee === null) return [];
  const target = evaluate(reader, callee);
  const { args, named } = readArguments(reader, node.getChild('ArgList'), 0);
  const effect = target.kind === 'name' ? EFFECTS.get(target.name) : undefined;
  if (target.kind === 'name' && effect !== undefined) return effect({ name: target.name, args, named });
  const method = callee.name === 'MemberExpression' ? callee.getChild('PropertyName') : null;
  if (method === null || callee.firstChild === null) return [];
  return readMethod(slice(reader, method), evaluate(reader, callee.firstChild), { args, named });
}

function readMethod(method: string, receiver: Value, { args, named }: Arguments): readonly CodeFinding[] {
  const call: Call = { name: `.${method}`, args, named, receiver };
  if (receiver.kind === 'path') return PATH_EFFECTS.get(method)?.({ ...call, name: `pathlib.Path.${method}` }) ?? [];
  return EFFECTS.get(`.${method}`)?.(method === 'system' ? { name: call.name, args, named } : call) ?? [];
}

const KINDS = new Set([
  'ImportStatement',
  'AssignStatement',
  'ForStatement',
  'WithStatement',
  'CallExpression',
  'ArrayComprehensionExpression',
  'SetComprehensionExpression',
  'DictionaryComprehensionExpression',
  'ComprehensionExpression',
]);

/** Python code: program starts, removals and writes, by its own grammar. */
export function analyzePython(source: string, args: readonly Word[]): readonly CodeFinding[] {
  const reader: Reader = { source, scope: new Map(), args };
  const found: CodeFinding[] = [];
  for (const node of nodesOf(read(source), KINDS)) {
    if (node.name === 'ImportStatement') readImport(reader, node);
    else if (node.name === 'AssignStatement') readAssignment(reader, node);
    else if (node.name === 'WithStatement') readWith(reader, node);
    else if (node.name === 'ForStatement' || node.name.endsWith('ComprehensionExpression')) readLoop(reader, node);
    else if (node.name === 'CallExpression') found.push(...readCall(reader, node));
  }
  return found;
}
