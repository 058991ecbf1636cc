import { shellFinding, standIn } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeFinding, Given } from './finding.ts';
import { atHome, concatValues, listValue, loopItem, partsOf, textOf, textValue, UNKNOWN, type Value } from './value.ts';

/** Variables of Vim's script, and of its environment. */
export interface VimReader {
  readonly variables: Map<string, Value>;
  readonly given: Given;
}

const HOME: Value = { kind: 'text', parts: [{ home: true }] };

const OPERAND =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|\$(\w+)|expand\(\s*(?:"([^"]*)"|'([^']*)')\s*\)|([a-z]:)?([A-Za-z_]\w*)(?![\w(]))\s*/y;

interface Expression {
  readonly value: Value;
  readonly end: number;
}

/** Longer expressions are not read. */
const MAX_OPERANDS = 50;

/** Operands joined with `.` or `..`; undefined for anything else. */
function expressionAt(line: string, from: number, { variables, given }: VimReader): Expression | undefined {
  const values: Value[] = [];
  for (let at = from; values.length < MAX_OPERANDS; ) {
    OPERAND.lastIndex = at;
    const match = OPERAND.exec(line);
    if (match === null) return undefined;
    const [whole, double, single, variable, wide, narrow, , name = ''] = match;
    const expanded = wide ?? narrow;
    if (double !== undefined) values.push(textValue(decodeEscapes(double)));
    else if (single !== undefined) values.push(textValue(single.replaceAll("''", "'")));
    else if (variable !== undefined) values.push(environment(given, variable));
    else if (expanded !== undefined) values.push(atHome(textValue(expanded)));
    else values.push(variables.get(name) ?? UNKNOWN);
    at += whole.length;
    const joining = /\.{1,2}/y;
    joining.lastIndex = at;
    const sign = joining.exec(line)?.[0];
    if (sign === undefined) return { value: concatValues(values), end: at };
    at += sign.length;
  }
  return undefined;
}

function environment({ variable }: Given, name: string): Value {
  const text = variable(name);
  return name === 'HOME' ? HOME : text === undefined ? UNKNOWN : textValue(text);
}

const LET = /\b(?:let|const)\s+(?:[a-z]:)?([A-Za-z_]\w{0,80})\s*(\.{0,2})=/g;
const FOR = /\bfor\s+(?:[a-z]:)?([A-Za-z_]\w{0,80})\s+in\s*(\[)?/g;

/** `let x = ..`, `let x .= ..`, `for x in [..]` */
export function readVimVariables(line: string, reader: VimReader): void {
  const { variables } = reader;
  for (const { 0: whole, 1: name = '', 2: adds, index } of line.matchAll(LET)) {
    const value = expressionAt(line, index + whole.length, reader)?.value ?? UNKNOWN;
    variables.set(name, adds === '' ? value : concatValues([variables.get(name) ?? UNKNOWN, value]));
  }
  for (const { 0: whole, 1: name = '', 2: open, index } of line.matchAll(FOR))
    variables.set(name, open === undefined ? UNKNOWN : loopItem(listAt(line, index + whole.length, reader)));
}

function listAt(line: string, from: number, reader: VimReader): Value {
  const items: Value[] = [];
  for (let at = from; items.length < MAX_OPERANDS; ) {
    const item = expressionAt(line, at, reader);
    if (item === undefined) return UNKNOWN;
    items.push(item.value);
    if (line[item.end] === ']') return listValue(items);
    if (line[item.end] !== ',') return UNKNOWN;
    at = item.end + 1;
  }
  return UNKNOWN;
}

const CALLS = /\b(?:(exe(?:cute)?)\s|(system|systemlist|delete)\()/g;

/** What can be computed of a line, and what is left of it to be read. */
export interface Computed {
  readonly found: readonly CodeFinding[];
  /** command lines that it executes */
  readonly commands: readonly string[];
  readonly rest: string;
}

/** What the calls of a line do whose arguments are known and not one literal. */
export function computedCalls(line: string, reader: VimReader): Computed {
  const found: CodeFinding[] = [];
  const commands: string[] = [];
  let rest = line;
  for (const { 0: whole, 1: executes, 2: name = '', index } of line.matchAll(CALLS)) {
    const from = index + whole.length;
    const expression = expressionAt(line, from, reader);
    if (expression === undefined || isLiteral(line.slice(from, expression.end)) || !isKnown(expression.value)) continue;
    const { value, end } = expression;
    rest = rest.slice(0, index) + ' '.repeat(end - index) + rest.slice(end);
    for (const one of value.kind === 'choice' ? value.items : [value]) {
      const shell = executes === undefined ? undefined : behindBang(one);
      if (shell !== undefined) found.push(shellFinding(shell));
      else if (executes !== undefined) commands.push(textOf(one) ?? '');
      else if (name === 'delete') found.push(deletes(one, /^,\s*["']rf/.test(line.slice(end, end + 20))));
      else found.push(shellFinding(one));
    }
  }
  return { found, commands, rest };
}

function isKnown(value: Value): boolean {
  if (value.kind === 'choice') return value.items.every((one) => one.kind !== 'choice' && isKnown(one));
  return value.kind === 'text' && partsOf(value).every((part) => typeof part === 'string' || 'home' in part);
}

function isLiteral(text: string): boolean {
  return /^\s*(?:"[^"]*"|'[^']*')\s*$/.test(text);
}

/** `!command` */
function behindBang(value: Value): Value | undefined {
  const [first, ...rest] = partsOf(value);
  const bang = typeof first === 'string' ? /^\s*(?:sil(?:ent)?!?\s+)?!/.exec(first)?.[0] : undefined;
  return bang === undefined || typeof first !== 'string'
    ? undefined
    : { kind: 'text', parts: [first.slice(bang.length), ...rest] };
}

function deletes(path: Value, isTree: boolean): CodeFinding {
  return standIn([...(isTree ? ['rm', '-rf'] : ['rm', '-f']), path], 'delete');
}
