import type { SyntaxNode } from '@lezer/common';
import { table } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
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
  newPath,
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
  if (property === undefined && (base.kind === 'list' || base.kind === 'text'))
    return picked(base, rest.map((child) => slice(reader, child)).join(''));
  if (base.kind !== 'name') return UNKNOWN;
  if (property !== undefined) return memberOf(reader, base.name, slice(reader, property));
  const key = rest.find((child) => !/^[[\]:.]$/.test(child.name));
  if (key === undefined) return UNKNOWN;
  if (base.name === 'sys.argv') return valueOfWord(reader.args[Number(slice(reader, key)) - 1]);
  return itemOf(reader, base.name, textOf(evaluate(reader, key, depth + 1)));
}

/** `x[0]`, `x[1:]`, `x[::-1]`: of a list an item or some of them, of a text one read backwards. */
function picked(base: Value & { kind: 'list' | 'text' }, subscript: string): Value {
  const [, from, to] = /^\[(-?\d*):(-?\d*)\]$/.exec(subscript) ?? [];
  const isReversed = subscript === '[::-1]';
  if (base.kind === 'list') {
    if (isReversed) return listValue([...base.items].reverse());
    if (from === undefined) return itemAt(base.items, subscript.slice(1, -1));
    return listValue(base.items.slice(Number(from), to === '' ? undefined : Number(to)));
  }
  const text = textOf(base);
  if (text === undefined) return UNKNOWN;
  if (isReversed) return textValue([...text].reverse().join(''));
  return from === undefined ? UNKNOWN : textValue(text.slice(Number(from), to === '' ? undefined : Number(to)));
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

/** One name for what has several: `posix.system` and `shutil.os.system` are `os.system`. */
export function canonicalName(name: string): string {
  return name
    .replace(/^(?:builtins|__builtins__)\.(?!__dict__$)/, '')
    .replace(/^.*\.(?=(?:os|sys|subprocess|shutil)\.)/, '')
    .replace(/^(?:posix|nt)(?=$|\.)/, 'os')
    .replace(/^(?:posixpath|ntpath)\./, 'os.path.')
    .replace(/^pathlib\.(?:Posix|Windows)Path/, 'pathlib.Path')
    .replace(/\.__call__$/, '');
}

function variable(name: string | undefined): Value {
  return name === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
}

/** `$HOME/x`; another variable is not known. */
function expandVariables(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part): readonly Part[] => {
    if (typeof part !== 'string') return [part];
    return part.split(/(\$(?:\w+|\{\w+\}))/).map((piece): Part => {
      if (/^\$\{?HOME\}?$/.test(piece)) return { home: true };
      return /^\$[\w{]/.test(piece) ? { reason: 'variable' } : piece;
    });
  });
}

function fromHex(digits: string | undefined): Value {
  if (digits === undefined || !/^(?:[\da-f]{2}| )*$/i.test(digits)) return UNKNOWN;
  return textValue(digits.replaceAll(' ', '').replace(/../g, (code) => String.fromCharCode(Number.parseInt(code, 16))));
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

type Builtin = (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value;

const temporary: Builtin = (_, named) => newPath(joinPaths([named.get('dir') ?? textValue('/tmp'), textValue('')]));

/** Calls whose result matters as an argument of another. */
export const RESULTS: ReadonlyMap<string, Builtin> = table<Builtin>({
  ...Object.fromEntries(
    ['__import__', 'importlib.import_module', 'importlib.__import__', 'pydoc.locate'].map((name) => [
      name,
      ([module]: readonly Value[]) => nameValue(canonicalName(textOf(module) ?? '?')),
    ]),
  ),
  getattr: ([object, name]) =>
    object?.kind === 'name' ? nameValue(canonicalName(`${object.name}.${textOf(name) ?? '?'}`)) : UNKNOWN,
  vars: ([object]) => (object?.kind === 'name' ? nameValue(`${object.name}.__dict__`) : nameValue('vars()')),
  globals: () => nameValue('globals()'),
  locals: () => nameValue('locals()'),
  compile: ([source]) => source ?? UNKNOWN,
  open: ([path]) => contentOf(path),
  chr: ([code]) =>
    /^\d{1,7}$/.test(textOf(code) ?? '') ? textValue(String.fromCodePoint(Number(textOf(code)))) : UNKNOWN,
  'os.path.join': (args) => ({ kind: 'text', parts: joinPaths(args) }),
  'os.path.expanduser': ([path]) => ({ kind: 'text', parts: expandHome(partsOf(path)) }),
  'os.path.expandvars': ([path]) => ({ kind: 'text', parts: expandVariables(partsOf(path)) }),
  'bytes.fromhex': ([digits]) => fromHex(textOf(digits)),
  'binascii.unhexlify': ([digits]) => fromHex(textOf(digits)),
  'os.getenv': ([name]) => variable(textOf(name)),
  'os.getcwd': () => textValue('.'),
  'glob.glob': ([pattern]) => globbed(pattern),
  'glob.iglob': ([pattern]) => globbed(pattern),
  'os.listdir': () => ({ kind: 'text', parts: [{ reason: 'glob' }] }),
  'os.scandir': ([path]) => ({
    kind: 'path',
    parts: [...(path === undefined ? ['.'] : partsOf(path)), '/', { reason: 'glob' }],
  }),
  'pathlib.Path': (args) => ({ kind: 'path', parts: args.length === 0 ? ['.'] : joinPaths(args) }),
  'pathlib.Path.home': () => ({ kind: 'path', parts: [{ home: true }] }),
  'pathlib.Path.cwd': () => ({ kind: 'path', parts: ['.'] }),
  'webbrowser.get': ([browser]) => browser ?? UNKNOWN,
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
      'set',
      'iter',
      'tuple',
      'reversed',
      'tqdm.tqdm',
      'shlex.quote',
    ].map((name) => [name, (args: readonly Value[]) => args[0] ?? UNKNOWN]),
  ),
});

/** Words without which no text becomes a name: those of the functions above that make one, and of NAMESPACES. */
export const NAMERS: readonly string[] = [
  ...['__import__', 'import_module', 'locate', 'getattr', 'vars', 'globals', 'locals'],
  ...['modules', 'builtins', '__builtins__', '__dict__', '__getattribute__'],
];

/** `Path('src').glob('*.o')`; a pattern that is not known finds anything, perhaps nothing. */
function foundBelow(folder: readonly Part[], pattern: Value | undefined): Value {
  const parts = partsOf(pattern);
  const isKnown = parts.every((part) => typeof part === 'string');
  const found = isKnown ? globbed({ kind: 'text', parts: [[...parts].join('')] }) : { kind: 'text' as const, parts };
  return { kind: 'path', parts: [...folder, '/', ...partsOf(found)].filter((part) => part !== '') };
}

/** Methods that return their object, slightly changed. */
function methodValue(
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
  if (receiver.kind === 'text' && method === 'join' && args[0]?.kind === 'list')
    return concatValues(args[0].items, textOf(receiver) ?? ' ');
  return literalMethod(receiver, method, args) ?? UNKNOWN;
}

export function readArguments(reader: Reader, list: SyntaxNode | null, depth: number): Arguments {
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
    const object = /^(.*)\.(?:get|__getitem__|__getattribute__)$/.exec(target.name)?.[1];
    const result = RESULTS.get(target.name);
    if (result === undefined && object === undefined) return UNKNOWN;
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
  return overChoices([object, ...args], ([one = UNKNOWN, ...each]) => methodValue(one, name, each, named));
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
    case 'ArrayExpression':
    case 'TupleExpression':
      return { kind: 'list', items: members(node).map((child) => evaluate(reader, child, depth + 1)) };
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
