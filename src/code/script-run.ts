import type { Word } from '../model/word.ts';
import { Branches } from './branches.ts';
import { inDirectory } from './directory.ts';
import { shellFinding } from './effects.ts';
import { type CodeFinding, type Given, NOTHING_GIVEN } from './finding.ts';
import { Processes } from './processes.ts';
import { effectOf, readCall } from './script-calls.ts';
import { CalledFunctions } from './script-functions.ts';
import { groupsOf, type Piece, type Token } from './script-lexer.ts';
import {
  type Block,
  type Language,
  nameAt,
  piecesValue,
  readExpression,
  type ScriptReader,
  signAt,
} from './script-reader.ts';
import { concatValues, listValue, UNKNOWN, type Value, valueOfWord } from './value.ts';

/** A language whose scripts are read by their tokens. */
export interface ScriptLanguage {
  /** for a doubt: `perl` */
  readonly name: string;
  readonly language: Language;
  tokens(source: string): readonly Token[];
  /** blocks that words open and close */
  readonly blockEnds?: (tokens: readonly Token[]) => ReadonlyMap<number, number>;
}

/** What a script is given. */
export interface ScriptGiven {
  readonly args: readonly Word[];
  readonly given?: Given | undefined;
}

/** Ten times those of the longest scripts that are read. */
const MAX_OPERANDS = 120_000;

/** Deepest code that is evaluated by code. */
const MAX_NESTED = 5;

/** Reads a script, and the code that it evaluates in turn. */
export function analyzeScript(
  script: ScriptLanguage,
  source: string,
  { args, given = NOTHING_GIVEN }: ScriptGiven,
  depth = 0,
): readonly CodeFinding[] {
  const evaluated: CodeFinding[] = [];
  let isFinal = false; // what it evaluates is read once
  const nested = (code: string) => {
    if (!isFinal) return;
    if (depth < MAX_NESTED) evaluated.push(...analyzeScript(script, code, { args, given }, depth + 1));
    else evaluated.push({ kind: 'doubt', code: 'too-deep', detail: `${script.name} code` });
  };
  const tokens = script.tokens(source);
  const groups = groupsIn(script, tokens);
  const reader: ScriptReader = {
    language: script.language,
    tokens,
    groups,
    branches: new Branches(tokens, groups),
    budget: { operands: MAX_OPERANDS },
    scope: new Map(),
    args,
    given,
    shifting: [],
    processes: new Processes(),
    functions: new CalledFunctions(),
    directory: undefined,
    nested,
    valueOf: (code) => valueIn(reader, script, code),
  };
  const blocks = [...script.language.blocks(reader)].sort((a, b) => a.from - b.from || b.end - a.end);
  for (let pass = 0; pass < readings(tokens, blocks); pass++) readScript(reader, blocks, noteAt);
  isFinal = true;
  return [...readScript(reader, blocks, readAt), ...evaluated];
}

/** Code of more tokens is read twice, and what its functions are called with is not known: a script of 64 KB has 16,000. */
const MAX_TOKENS = 20_000;

/** What a function is called with may come from functions that call it: each reading knows more of that. */
function readings(tokens: readonly Token[], blocks: readonly Block[]): number {
  return tokens.length <= MAX_TOKENS && blocks.some(({ isFunction }) => isFunction === true) ? 3 : 1;
}

function groupsIn({ blockEnds }: ScriptLanguage, tokens: readonly Token[]): ReadonlyMap<number, number> {
  const groups = groupsOf(tokens);
  return blockEnds === undefined ? groups : new Map([...groups, ...blockEnds(tokens)]);
}

/** A longer expression is not put into a text. */
const MAX_PUT = 200;

/** What one expression inside of a text gives; texts in it are not looked into again. */
function valueIn(outer: ScriptReader, script: ScriptLanguage, code: string): Value {
  if (code.length > MAX_PUT) return UNKNOWN;
  const tokens = script.tokens(code);
  const reader: ScriptReader = {
    ...outer,
    tokens,
    groups: groupsIn(script, tokens),
    processes: new Processes(), // another text has other places
    valueOf: () => UNKNOWN,
  };
  const { value, next } = readExpression(reader, 0, 0);
  return next >= tokens.length ? value : UNKNOWN;
}

interface OpenBlock {
  readonly block: Block;
  readonly before: readonly (readonly [string, Value | undefined])[];
}

function enter(reader: ScriptReader, block: Block, open: OpenBlock[]): void {
  const bound = block.bound(reader);
  const names = new Set([...bound.keys(), ...(block.own ?? [])]);
  open.push({ block, before: [...names].map((name) => [name, reader.scope.get(name)] as const) });
  for (const name of names) {
    reader.branches.forget(name);
    if (block.isFunction === true) reader.scope.delete(name);
  }
  for (const [name, value] of bound) reader.scope.set(name, value);
  if (block.shifts !== undefined)
    reader.shifting.push({ values: reader.scope.get(block.shifts) ?? UNKNOWN, shifted: new Map() });
}

/** Behind a block the names in it are what they were before. */
function leave(reader: ScriptReader, at: number, open: OpenBlock[]): void {
  for (let last = open.at(-1); last !== undefined && at >= last.block.end; last = open.at(-1)) {
    open.pop();
    if (last.block.shifts !== undefined) reader.shifting.pop();
    for (const [name, value] of last.before) {
      reader.branches.forget(name);
      if (value === undefined) reader.scope.delete(name);
      else reader.scope.set(name, value);
    }
  }
}

/** `x = value`, `x += value` */
function readAssignment(reader: ScriptReader, at: number): void {
  const token = reader.tokens[at];
  if (token?.kind !== 'variable' && token?.kind !== 'name') return;
  const sign = signAt(reader, at + 1);
  const isAdded = sign === `${reader.language.concat}=`;
  if ((sign !== '=' && !isAdded) || (sign === '=' && signAt(reader, at + 2) === '=')) return;
  if (reader.language.isKey?.(reader, at) === true) return;
  const name = token.kind === 'variable' ? token.name : token.text;
  const { value } = readExpression(reader, at + 2, 0);
  const before = isAdded ? (reader.scope.get(name) ?? UNKNOWN) : undefined;
  const held = before === undefined ? value : added(before, value);
  if (isDeclared(reader, at)) reader.branches.forget(name);
  if (reader.language.sets === undefined) reader.branches.set(reader.scope, name, { value: held, at });
  else reader.language.sets(reader, name, { value: held, at });
}

/** `my $x =`, `local x =`: a variable of its own. */
function isDeclared(reader: ScriptReader, at: number): boolean {
  return /^(?:my|our|local|state)$/.test(nameAt(reader, at - 1));
}

function added(before: Value, value: Value): Value {
  if (before.kind !== 'list') return concatValues([before, value]);
  return before.keys === undefined && value.kind === 'list' && value.keys === undefined
    ? listValue([...before.items, ...value.items])
    : UNKNOWN;
}

function followCode(reader: ScriptReader, pieces: readonly Piece[]): void {
  for (const piece of pieces) if (typeof piece !== 'string' && 'code' in piece) reader.nested(piece.code);
}

type ReadAt = (reader: ScriptReader, at: number) => readonly CodeFinding[];

/** What is found at each token, in the order of the text. */
function readScript(reader: ScriptReader, blocks: readonly Block[], read: ReadAt): readonly CodeFinding[] {
  const found: { readonly at: number; readonly findings: readonly CodeFinding[] }[] = [];
  const open: OpenBlock[] = [];
  let next = 0;
  reader.directory = undefined;
  reader.processes.clear();
  reader.branches.clear();
  reader.shifting.splice(0, Infinity, { values: listValue(reader.args.map(valueOfWord)), shifted: new Map() });
  for (const at of reader.tokens.keys()) {
    leave(reader, at, open);
    for (let block = blocks[next]; block !== undefined && block.from <= at; block = blocks[++next])
      enter(reader, block, open);
    const findings = read(reader, at);
    if (findings.length > 0) found.push({ at, findings });
  }
  leave(reader, Infinity, open);
  reader.functions.turn();
  return found.flatMap(({ at, findings }) => reader.processes.fedAt(at) ?? findings);
}

/** Values that begin at a token. */
function noteAt(reader: ScriptReader, at: number): readonly CodeFinding[] {
  readAssignment(reader, at);
  reader.language.assigns?.(reader, at);
  return [];
}

/** The effects of what begins at a token. */
function readAt(reader: ScriptReader, at: number): readonly CodeFinding[] {
  const { language } = reader;
  const token = reader.tokens[at] as Token;
  noteAt(reader, at);
  if (token.kind === 'text' || token.kind === 'shell') followCode(reader, token.pieces);
  if (token.kind === 'code') reader.nested(token.text);
  const { directory } = reader;
  const found: CodeFinding[] = token.kind === 'shell' ? [...shellFindings(piecesValue(reader, token.pieces))] : [];
  const own = language.ownCall?.(reader, at);
  if (own !== undefined) found.push(...effectOf(reader, { ...own, named: new Map() }));
  const continues = language.member.test(signAt(reader, at - 1)) && reader.tokens[at - 2]?.kind === 'name';
  if (token.kind === 'name' && !continues) found.push(...readCall(reader, at));
  return found.map((finding) => inDirectory(finding, directory));
}

function shellFindings(value: Value): readonly CodeFinding[] {
  return value.kind === 'choice' ? value.items.map(shellFinding) : [shellFinding(value)];
}
