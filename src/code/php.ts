import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/php';
import type { Word } from '../model/word.ts';
import {
  changes,
  type Effect,
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
import { childrenOf, MAX_EXPRESSION_DEPTH, nodesOf, type Reader, slice, treeReader } from './tree.ts';
import {
  concatValues,
  globbed,
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
  array_map: mapped,
  array_walk: ({ name, args: [items, callback] }) =>
    mapped({ name, args: [callback ?? UNKNOWN, items ?? UNKNOWN], named: new Map() }),
  call_user_func: ({ args: [callback, ...rest] }) => called(callback, rest),
  call_user_func_array: ({ args: [callback, list] }) =>
    called(callback, list?.kind === 'list' ? list.items : [UNKNOWN]),
});

/** `array_map('unlink', $files)`. */
function mapped({ args: [callback, items] }: Parameters<Effect>[0]): readonly CodeFinding[] {
  return called(callback, [
    items?.kind === 'list' && items.items.length === 1 ? (items.items[0] as Value) : (items ?? UNKNOWN),
  ]);
}

function called(callback: Value | undefined, args: readonly Value[]): readonly CodeFinding[] {
  const name = textOf(callback)?.toLowerCase() ?? '';
  return EFFECTS.get(name)?.({ name, args, named: new Map() }) ?? [];
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
      return { kind: 'unknown', reason: 'command-output' };
    case 'Name':
      return nameValue(slice(reader, node));
    default:
      return UNKNOWN;
  }
}

function readCall(reader: Reader, node: SyntaxNode): readonly CodeFinding[] {
  const callee = node.firstChild;
  if (callee === null || !/^(Name|QualifiedName|VariableName|String)$/.test(callee.name)) return [];
  const value = callee.name === 'VariableName' || callee.name === 'String' ? evaluate(reader, callee) : undefined;
  const name = (value === undefined ? slice(reader, callee) : (textOf(value) ?? '')).replace(/^\\/, '').toLowerCase();
  return EFFECTS.get(name)?.({ name, args: argumentsOf(reader, node.getChild('ArgList'), 0), named: new Map() }) ?? [];
}

function readAssignment(reader: Reader, node: SyntaxNode): void {
  const [target, operator, source] = childrenOf(node);
  if (target?.name !== 'VariableName' || source === undefined || operator === undefined) return;
  const value = slice(reader, operator) === '=' ? evaluate(reader, source) : UNKNOWN;
  reader.scope.set(slice(reader, target), value.kind === 'name' ? UNKNOWN : value);
}

const KINDS = new Set(['AssignmentExpression', 'CallExpression', 'ShellExpression']);

/** PHP code as `php -r` takes it, without the opening tag. */
export function analyzePhp(code: string, args: readonly Word[]): readonly CodeFinding[] {
  const source = /<\?(php|=)/.test(code) ? code : `<?php ${code}`;
  const reader: Reader = { source, scope: new Map(), args };
  const found: CodeFinding[] = [];
  for (const node of nodesOf(read(source), KINDS)) {
    if (node.name === 'AssignmentExpression') readAssignment(reader, node);
    else if (node.name === 'CallExpression') found.push(...readCall(reader, node));
    else if (node.name === 'ShellExpression') {
      found.push(shellFinding({ kind: 'text', parts: backticks(reader, slice(reader, node).slice(1, -1)) }));
    }
  }
  return found;
}
