import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/php';
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
  table,
  touches,
} from './effects.ts';
import { type CodeAnalyzer, type CodeFinding, NOTHING_GIVEN } from './finding.ts';
import { itemsOf, keysOf, oneOf, placeOf, withItem } from './keyed.ts';
import {
  CALLBACKS,
  type Defined,
  enterFunction,
  functionsIn,
  leaveFunctions,
  noteCall,
  noteMention,
  type OpenFunction,
  PHP_FUNCTIONS,
  PHP_MENTIONS,
} from './php-functions.ts';
import { argumentsOf, backticks, evaluate, type PhpReader, PIPES } from './php-values.ts';
import { isProcess, Processes } from './processes.ts';
import { CalledFunctions } from './script-functions.ts';
import { childrenOf, newReader, nodesOf, placed, slice, treeReader } from './tree.ts';
import { concatValues, joinPaths, loopItem, textOf, UNKNOWN, type Value } from './value.ts';

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

function readCall(reader: PhpReader, node: SyntaxNode): readonly CodeFinding[] {
  const callee = node.name === 'NewExpression' ? node.getChild('Name') : node.firstChild;
  if (callee === null) return [];
  const isName = /^(?:Name|QualifiedName|ScopedExpression)$/.test(callee.name);
  const written = isName ? slice(reader, callee) : (textOf(evaluate(reader, callee)) ?? '');
  const name = written.replace(/^\\/, '').toLowerCase();
  const args = argumentsOf(reader, node.getChild('ArgList'), 0);
  if (name === 'chdir') changeDirectory(reader, args[0]);
  if (/^f(?:write|puts)$/.test(name)) reader.processes.write(args[0], args[1] ?? UNKNOWN);
  if (PIPES.has(name)) evaluate(reader, node);
  const effect = EFFECTS.get(name);
  return effect === undefined ? [] : effectsOf(effect, { name, args, named: new Map() });
}

function changeDirectory(reader: PhpReader, path: Value | undefined): void {
  const parts = joinPaths([...(reader.directory === undefined ? [] : [reader.directory]), path ?? UNKNOWN]);
  reader.directory = { kind: 'text', parts };
}

/** `foreach (glob('x/*') as $f)`, `foreach ($list as $key => $f)` */
function readLoop(reader: PhpReader, node: SyntaxNode): void {
  const children = childrenOf(node.getChild('ForSpec') ?? node);
  const at = children.findIndex((child) => slice(reader, child) === 'as');
  const items = children[at - 1];
  const target = children[at + 1];
  if (items === undefined || target === undefined || at < 0) return;
  const list = evaluate(reader, items);
  const isPair = target.name === 'Pair';
  const [key, item] = isPair ? [target.firstChild, target.lastChild] : [null, target];
  if (key !== null) assign(reader, key, loopItem(keysOf(list)));
  if (item !== null) assign(reader, item, loopItem(itemsOf(list)));
}

/** Sets a variable, an element, an attribute, or each of several. */
function assign(reader: PhpReader, target: SyntaxNode, value: Value): void {
  const { scope } = reader;
  const held = value.kind === 'name' && !isProcess(value) ? UNKNOWN : value;
  if (target.name === 'VariableName') scope.set(slice(reader, target), held);
  else if (target.name === 'MemberExpression' || target.name === 'ScopedExpression')
    noteAttribute(reader, target, held);
  else if (target.name === 'SubscriptExpression') {
    const [object, , key] = childrenOf(target);
    if (object?.name !== 'VariableName' || key === undefined) return;
    const name = slice(reader, object);
    const place = key.name === ']' ? undefined : evaluate(reader, key, 1);
    scope.set(name, withItem(scope.get(name), place, held));
  } else if (target.name === 'ListExpression' || target.name === 'ArrayExpression') {
    const names = childrenOf(target.getChild('ValueList') ?? target).filter((child) =>
      /Name|Expression/.test(child.name),
    );
    for (const [place, name] of names.slice(0, MAX_TOGETHER).entries()) assign(reader, name, placeOf(value, place));
  }
}

const MAX_TOGETHER = 40;

function noteAttribute(reader: PhpReader, target: SyntaxNode, value: Value): void {
  const name = slice(reader, target.lastChild ?? target);
  const before = reader.newAttributes.get(name);
  reader.newAttributes.set(name, before === undefined ? value : oneOf([before, value]));
}

function readAssignment(reader: PhpReader, node: SyntaxNode): void {
  const [target, operator, source] = childrenOf(node);
  if (target === undefined || source === undefined || operator === undefined) return;
  const sign = slice(reader, operator);
  if (sign === '=') assign(reader, target, evaluate(reader, source));
  else if (sign === '.=') assign(reader, target, concatValues([evaluate(reader, target), evaluate(reader, source)]));
  else assign(reader, target, UNKNOWN);
}

const KINDS = new Set([
  'AssignmentExpression',
  'UpdateExpression',
  'CallExpression',
  'NewExpression',
  'ShellExpression',
  'ForeachStatement',
  ...PHP_FUNCTIONS,
  ...PHP_MENTIONS,
]);

/** PHP code as `php -r` takes it, without the opening tag. */
export const analyzePhp: CodeAnalyzer = (code, args, _, given = NOTHING_GIVEN) => {
  const source = /<\?(php|=)/.test(code) ? code : `<?php ${code}`;
  const tree = read(source);
  const reader: PhpReader = {
    ...newReader(source, args),
    given,
    functions: new CalledFunctions(),
    processes: new Processes(),
    attributes: new Map(),
    newAttributes: new Map(),
    directory: undefined,
  };
  const defined = functionsIn(reader, tree);
  for (let reading = 0; reading < readingsOf(source, defined); reading++) readTree(reader, tree, defined);
  return readTree(reader, tree, defined);
};

/** What a function is called with may come from functions that call it: each reading knows more of that. */
const MAX_READINGS = 3;
/** Longer code is read once before. */
const LONG = 32 * 1024;

function readingsOf(source: string, { names }: Defined): number {
  if (names.size === 0) return 0;
  return source.length > LONG ? 1 : MAX_READINGS;
}

function readTree(reader: PhpReader, tree: Tree, defined: Defined): readonly CodeFinding[] {
  const found: { readonly at: number; readonly findings: readonly CodeFinding[] }[] = [];
  const open: OpenFunction[] = [];
  reader.processes.clear();
  reader.directory = undefined;
  for (const node of nodesOf(tree, KINDS)) {
    const { directory } = reader;
    reader.values.clear();
    leaveFunctions(reader, node.from, open);
    enterFunction(reader, node, open);
    noteMention(reader, node, defined);
    const findings = placed(reader, node, readNode(reader, node, defined));
    if (findings.length > 0)
      found.push({ at: node.from, findings: findings.map((one) => inDirectory(one, directory)) });
  }
  leaveFunctions(reader, Infinity, open);
  reader.functions.turn();
  reader.attributes.clear();
  for (const [name, value] of reader.newAttributes) reader.attributes.set(name, value);
  reader.newAttributes.clear();
  return found.flatMap(({ at, findings }) => reader.processes.fedAt(at) ?? findings);
}

function readNode(reader: PhpReader, node: SyntaxNode, defined: Defined): readonly CodeFinding[] {
  if (/^(?:Assignment|Update)Expression$/.test(node.name)) readAssignment(reader, node);
  else if (node.name === 'ForeachStatement') readLoop(reader, node);
  else if (node.name === 'ShellExpression')
    return effectsOf(runsShell, {
      name: '`',
      args: [backticks(reader, slice(reader, node).slice(1, -1))],
      named: new Map(),
    });
  else if (node.name === 'CallExpression' || node.name === 'NewExpression') {
    noteCall(reader, node, defined);
    return readCall(reader, node);
  }
  return [];
}
