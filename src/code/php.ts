import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/php';
import type { Word } from '../model/word.ts';
import { inDirectory } from './directory.ts';
import {
  changes,
  type Effect,
  effectsOf,
  evaluates,
  moves,
  opens,
  reads,
  runsProgram,
  runsShell,
  shellFinding,
  table,
  touches,
} from './effects.ts';
import { decodeEscapes, decodeSingle } from './escapes.ts';
import type { CodeFinding } from './finding.ts';
import {
  childrenOf,
  MAX_EXPRESSION_DEPTH,
  newReader,
  nodesOf,
  placed,
  type Reader,
  slice,
  treeReader,
} from './tree.ts';
import {
  concatValues,
  globbed,
  joinPaths,
  loopItem,
  nameValue,
  type Part,
  partsOf,
  partsOfText,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOfWord,
} from './value.ts';

const read = treeReader(parser);

interface State extends Reader {
  /** where `chdir` went */
  directory: Value | undefined;
}

/** Functions that call another: where its name stands, and where what it is called with. */
const CALLBACKS: Readonly<Record<string, readonly [callback: number, items?: number]>> = {
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

const EFFECTS: ReadonlyMap<string, Effect> = table({
  system: runsShell,
  exec: runsShell,
  passthru: runsShell,
  shell_exec: runsShell,
  popen: runsShell,
  proc_open: (call) =>
    call.args[0]?.kind === 'list' ? runsProgram({ ...call, args: call.args.slice(0, 1) }) : runsShell(call),
  pcntl_exec: (call) => runsProgram({ ...call, args: call.args.slice(0, 2) }),
  unlink: touches('rm', '-f'),
  rmdir: touches('rmdir'),
  rename: moves('mv'),
  copy: moves('cp'),
  symlink: moves('ln', '-s'),
  link: moves('ln'),
  chmod: changes('chmod', 1),
  chown: changes('chown', 1),
  file_put_contents: touches('tee'),
  touch: touches('touch'),
  fopen: opens,
  file_get_contents: reads,
  readfile: reads,
  file: reads,
  eval: evaluates('php'),
  assert: ({ args }) => (args[0]?.kind === 'text' ? evaluates('php')({ name: 'assert', args, named: new Map() }) : []),
  reflectionfunction: ({ args: [callback] }) => called(callback, [UNKNOWN]),
  'closure::fromcallable': ({ args: [callback] }) => called(callback, [UNKNOWN]),
  ...Object.fromEntries(Object.entries(CALLBACKS).map(([name, [callback, items]]) => [name, calls(callback, items)])),
  call_user_func: ({ args: [callback, ...rest] }) => called(callback, rest),
  register_shutdown_function: ({ args: [callback, ...rest] }) => called(callback, rest),
  call_user_func_array: ({ args: [callback, list] }) =>
    called(callback, list?.kind === 'list' ? list.items : [UNKNOWN]),
});

/** `array_map('unlink', $files)`: called with each of the items, or with what is not known. */
function calls(callback: number, items: number | undefined): Effect {
  return ({ args }) => {
    const given = items === undefined ? UNKNOWN : (args[items] ?? UNKNOWN);
    return called(args[callback], [given.kind === 'list' ? loopItem(given) : given]);
  };
}

function called(callback: Value | undefined, args: readonly Value[]): readonly CodeFinding[] {
  const name = textOf(callback)?.toLowerCase() ?? '';
  const effect = EFFECTS.get(name);
  return effect === undefined ? [] : effectsOf(effect, { name, args, named: new Map() });
}

const PUNCTUATION = new Set(['(', ')', ',', '[', ']', '=>', 'array']);

/** Double-quoted text, here-document or backticks: variables inside are evaluated. */
function interpolated(reader: Reader, node: SyntaxNode, from: number, to: number): readonly Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const hole of childrenOf(node)) {
    if (hole.from < at || hole.name === 'EscapeSequence') continue;
    parts.push(...partsOfText(decodeEscapes(reader.source.slice(at, hole.from))));
    const inner = hole.name === 'VariableName' ? hole : hole.getChild('VariableName');
    parts.push(...partsOf(inner === null ? UNKNOWN : (reader.scope.get(slice(reader, inner)) ?? UNKNOWN)));
    at = hole.to;
  }
  return [...parts, ...partsOfText(decodeEscapes(reader.source.slice(at, Math.max(at, to))))];
}

/** The grammar does not parse the text in backticks. */
function backticks(reader: Reader, text: string): readonly Part[] {
  return text.split(/(\{\$[^}]{0,200}\}|\$\w+(?:\[[^\]]{0,200}\])?)/).flatMap((piece, at) => {
    if (at % 2 === 0) return partsOfText(decodeEscapes(piece));
    return partsOf(reader.scope.get(piece.replace(/[{}]/g, '')) ?? UNKNOWN);
  });
}

function stringValue(reader: Reader, node: SyntaxNode): Value {
  const text = slice(reader, node);
  if (text.startsWith("'")) return { kind: 'text', parts: partsOfText(decodeSingle(text.slice(1, -1))) };
  return { kind: 'text', parts: interpolated(reader, node, node.from + 1, node.to - 1) };
}

function heredocValue(reader: Reader, node: SyntaxNode): Value {
  const head = /^<<<[ \t]*(['"]?)(\w+)\1\r?\n/.exec(slice(reader, node));
  const text = slice(reader, node);
  const end = text.lastIndexOf('\n');
  if (head === null || end < head[0].length) return textValue('');
  if (head[1] === "'") return { kind: 'text', parts: partsOfText(text.slice(head[0].length, end)) };
  return { kind: 'text', parts: interpolated(reader, node, node.from + head[0].length, node.from + end) };
}

function argumentsOf(reader: Reader, list: SyntaxNode | null, depth: number): readonly Value[] {
  const children = list === null ? [] : childrenOf(list).filter((child) => !PUNCTUATION.has(child.name));
  return children.map((child) => {
    const inner = child.name === 'NamedArgument' ? (child.lastChild ?? child) : child;
    return evaluate(reader, inner, depth + 1);
  });
}

/** `getenv('HOME')`, `$_SERVER['HOME']`. */
function home(name: string | undefined): Value {
  return name === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
}

function subscript(reader: Reader, node: SyntaxNode, depth: number): Value {
  const [object, key] = childrenOf(node).filter((child) => !PUNCTUATION.has(child.name));
  if (object === undefined || key === undefined) return UNKNOWN;
  const index = evaluate(reader, key, depth + 1);
  const name = slice(reader, object);
  if (name === '$_SERVER' || name === '$_ENV') return home(textOf(index));
  return name === '$argv' ? valueOfWord(reader.args[Number(textOf(index)) - 1]) : UNKNOWN;
}

function evaluate(reader: Reader, node: SyntaxNode, depth = 0): Value {
  if (depth > MAX_EXPRESSION_DEPTH) return UNKNOWN;
  switch (node.name) {
    case 'String':
      return stringValue(reader, node);
    case 'HeredocString':
    case 'NowdocString':
      return heredocValue(reader, node);
    case 'Integer':
      return textValue(slice(reader, node).replace(/^0o?(?=\d)/i, ''));
    case 'VariableName':
      return reader.scope.get(slice(reader, node)) ?? UNKNOWN;
    case 'ParenthesizedExpression': {
      const inner = node.firstChild?.nextSibling;
      return inner == null ? UNKNOWN : evaluate(reader, inner, depth + 1);
    }
    case 'ArrayExpression':
      return { kind: 'list', items: argumentsOf(reader, node, depth) };
    case 'SubscriptExpression':
    case 'MemberExpression':
      return subscript(reader, node, depth);
    case 'BinaryExpression': {
      const [left, operator, right] = childrenOf(node);
      if (left === undefined || right === undefined || operator?.name !== 'ConcatOp') return UNKNOWN;
      return concatValues([evaluate(reader, left, depth + 1), evaluate(reader, right, depth + 1)]);
    }
    case 'CallExpression':
      if (node.firstChild !== null && slice(reader, node.firstChild) === 'getenv') {
        return home(textOf(argumentsOf(reader, node.getChild('ArgList'), depth)[0]));
      }
      if (node.firstChild !== null && slice(reader, node.firstChild) === 'glob') {
        return globbed(argumentsOf(reader, node.getChild('ArgList'), depth)[0]);
      }
      if (node.firstChild !== null && slice(reader, node.firstChild) === 'scandir') {
        return { kind: 'text', parts: [{ reason: 'glob' }] };
      }
      return entryPath(reader, node, depth) ?? { kind: 'unknown', reason: 'command-output' };
    case 'NewExpression':
      return entries(reader, node, depth);
    case 'Name':
      return nameValue(slice(reader, node));
    default:
      return UNKNOWN;
  }
}

/** `new DirectoryIterator(folder)` gives each entry of the folder. Source: https://www.php.net/spl.iterators */
function entries(reader: Reader, node: SyntaxNode, depth: number): Value {
  const made = node.getChild('Name');
  const [first = UNKNOWN] = argumentsOf(reader, node.getChild('ArgList'), depth);
  const name = made === null ? '' : slice(reader, made).toLowerCase();
  if (name === 'recursiveiteratoriterator') return first;
  if (name === 'globiterator') return globbed(first);
  if (!/^(?:directory|filesystem|recursivedirectory)iterator$/.test(name)) return UNKNOWN;
  return { kind: 'text', parts: [...partsOf(first), '/', { reason: 'glob' }, ''] };
}

/** `$entry->getPathname()` */
function entryPath(reader: Reader, node: SyntaxNode, depth: number): Value | undefined {
  const [object, , method] = node.firstChild?.name === 'MemberExpression' ? childrenOf(node.firstChild) : [];
  if (object === undefined || method === undefined) return undefined;
  return /^get(?:pathname|realpath)$/i.test(slice(reader, method)) ? evaluate(reader, object, depth + 1) : undefined;
}

function readCall(reader: State, node: SyntaxNode): readonly CodeFinding[] {
  const callee = node.name === 'NewExpression' ? node.getChild('Name') : node.firstChild;
  if (callee === null) return [];
  const isName = /^(?:Name|QualifiedName|ScopedExpression)$/.test(callee.name);
  const written = isName ? slice(reader, callee) : (textOf(evaluate(reader, callee)) ?? '');
  const name = written.replace(/^\\/, '').toLowerCase();
  const args = argumentsOf(reader, node.getChild('ArgList'), 0);
  if (name === 'chdir') changeDirectory(reader, args[0]);
  const effect = EFFECTS.get(name);
  return effect === undefined ? [] : effectsOf(effect, { name, args, named: new Map() });
}

function changeDirectory(reader: State, path: Value | undefined): void {
  const parts = joinPaths([...(reader.directory === undefined ? [] : [reader.directory]), path ?? UNKNOWN]);
  reader.directory = { kind: 'text', parts };
}

/** `foreach (glob('x/*') as $f)`, `foreach ($list as $key => $f)` */
function readLoop(reader: State, node: SyntaxNode): void {
  const children = childrenOf(node.getChild('ForSpec') ?? node);
  const at = children.findIndex((child) => slice(reader, child) === 'as');
  const items = children[at - 1];
  const target = children.findLast((child) => child.name === 'VariableName' || child.name === 'Pair');
  if (items === undefined || target === undefined || at < 0) return;
  const variable = /\$\w+$/.exec(slice(reader, target))?.[0];
  if (variable !== undefined) reader.scope.set(variable, loopItem(evaluate(reader, items)));
}

function readAssignment(reader: Reader, node: SyntaxNode): void {
  const [target, operator, source] = childrenOf(node);
  if (target?.name !== 'VariableName' || source === undefined || operator === undefined) return;
  const value = slice(reader, operator) === '=' ? evaluate(reader, source) : UNKNOWN;
  reader.scope.set(slice(reader, target), value.kind === 'name' ? UNKNOWN : value);
}

const KINDS = new Set([
  'AssignmentExpression',
  'CallExpression',
  'NewExpression',
  'ShellExpression',
  'ForeachStatement',
]);

/** PHP code as `php -r` takes it, without the opening tag. */
export function analyzePhp(code: string, args: readonly Word[]): readonly CodeFinding[] {
  const source = /<\?(php|=)/.test(code) ? code : `<?php ${code}`;
  const reader: State = { ...newReader(source, args), directory: undefined };
  const found: CodeFinding[] = [];
  for (const node of nodesOf(read(source), KINDS)) {
    const { directory } = reader;
    reader.values.clear();
    found.push(...placed(reader, node, readNode(reader, node)).map((finding) => inDirectory(finding, directory)));
  }
  return found;
}

function readNode(reader: State, node: SyntaxNode): readonly CodeFinding[] {
  if (node.name === 'AssignmentExpression') readAssignment(reader, node);
  else if (node.name === 'ForeachStatement') readLoop(reader, node);
  else if (node.name === 'ShellExpression')
    return [shellFinding({ kind: 'text', parts: backticks(reader, slice(reader, node).slice(1, -1)) })];
  else return readCall(reader, node);
  return [];
}
