import type { Word } from '../model/word.ts';
import { inDirectory } from './directory.ts';
import { type Call, type Effect, effectsOf, shellFinding } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { CLOSE, groupsOf, OPEN, type Piece, type Token } from './script-lexer.ts';
import { MAX_EXPRESSION_DEPTH } from './tree.ts';
import { concatValues, joinPaths, type Part, partsOf, partsOfText, textValue, UNKNOWN, type Value } from './value.ts';

/** How calls of one language are read from its tokens. */
export interface Language {
  readonly name: string;
  /** by dotted name, `.name` for methods of any object */
  readonly effects: ReadonlyMap<string, Effect>;
  /** calls whose result is evaluated: File.join .. */
  readonly results: ReadonlyMap<string, (args: readonly Value[], reader: ScriptReader) => Value>;
  /** signs that join texts: `.` in Perl, `+` in Ruby */
  readonly concat: string;
  /** signs between an object and a method */
  readonly member: RegExp;
  readonly variable: (name: string, reader: ScriptReader) => Value | undefined;
  /** names that take no arguments without parentheses or end those of another */
  readonly ends: RegExp;
  /** a method of a path object: `Pathname.new(x)` */
  readonly methods: ReadonlyMap<string, Effect>;
  /** what a method gives, where that matters: `path.children` */
  readonly made?: (receiver: Value, method: string, args: readonly Value[]) => Value | undefined;
  /** binds the variables of loops and blocks; called after all assignments are read */
  readonly readLoops: (reader: ScriptReader) => void;
  /** the variable that a call without arguments may take: `$_` */
  readonly topic?: string;
  /** one name for what has several: `CORE::system` */
  readonly canonical?: (name: string) => string;
  /** calls of a shape of its own that begin at a token: `&{"system"}(..)`, `method(:system).call(..)` */
  readonly ownCall?: (reader: ScriptReader, at: number) => CalledName | undefined;
}

/** A call by a name that is a text. */
export interface CalledName {
  readonly name: string;
  readonly args: readonly Value[];
  /** the object of a method */
  readonly receiver?: Value;
}

export interface ScriptReader {
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly groups: ReadonlyMap<number, number>;
  readonly scope: Map<string, Value>;
  readonly args: readonly Word[];
  /** how many arguments were shifted off */
  shifted: number;
  /** where `chdir` went */
  directory: Value | undefined;
  readonly nested: (code: string) => void;
  /** the value of an expression in a text: `#{File.expand_path("~")}` */
  readonly valueOf: (code: string) => Value;
}

interface Read {
  readonly value: Value;
  readonly next: number;
}

export function signAt(reader: ScriptReader, at: number): string {
  const token = reader.tokens[at];
  return token?.kind === 'sign' ? token.text : '';
}

function pieceParts(reader: ScriptReader, piece: Piece): readonly Part[] {
  if (typeof piece === 'string') return partsOfText(piece);
  return partsOf('variable' in piece ? variableValue(reader, piece.variable) : reader.valueOf(piece.code));
}

export function piecesValue(reader: ScriptReader, pieces: readonly Piece[]): Value {
  return { kind: 'text', parts: pieces.flatMap((piece) => pieceParts(reader, piece)) };
}

function variableValue(reader: ScriptReader, name: string): Value {
  return reader.language.variable(name, reader) ?? reader.scope.get(name) ?? UNKNOWN;
}

/** The index behind the bracket that matches the one at `at`. */
export function skipGroup({ groups, tokens }: ScriptReader, at: number): number {
  return groups.get(at) ?? tokens.length;
}

/** `File::Path.rmtree`: names joined by the signs of a member. */
export function dottedName(reader: ScriptReader, at: number): { readonly name: string; readonly next: number } {
  let name = (reader.tokens[at] as { text: string }).text;
  let next = at + 1;
  for (;;) {
    const member = reader.tokens[next + 1];
    if (!reader.language.member.test(signAt(reader, next)) || member?.kind !== 'name') return { name, next };
    name = `${name}.${member.text}`;
    next += 2;
  }
}

function readName(reader: ScriptReader, at: number, depth: number): Read {
  const { name, next } = dottedName(reader, at);
  const result = reader.language.results.get(name);
  if (result === undefined) {
    const known = reader.scope.get(name);
    return known === undefined
      ? { value: UNKNOWN, next: signAt(reader, next) === '(' ? skipGroup(reader, next) : next }
      : { value: known, next };
  }
  if (!/^[([]$/.test(signAt(reader, next))) {
    // `glob "*.x"`: the argument may stand without brackets
    const follows = /^(?:text|variable|words)$/.test(reader.tokens[next]?.kind ?? '');
    const argument = follows ? readOperand(reader, next, depth + 1) : undefined;
    return { value: result(argument === undefined ? [] : [argument.value], reader), next: argument?.next ?? next };
  }
  const { values } = readList(reader, next + 1, depth + 1);
  return { value: result(values, reader), next: skipGroup(reader, next) };
}

/** One operand of an expression. */
function readOperand(reader: ScriptReader, at: number, depth: number): Read {
  const token = reader.tokens[at];
  if (token === undefined || depth > MAX_EXPRESSION_DEPTH) return { value: UNKNOWN, next: at + 1 };
  switch (token.kind) {
    case 'text':
      return { value: piecesValue(reader, token.pieces), next: at + 1 };
    case 'words':
      return { value: { kind: 'list', items: token.items.map(textValue) }, next: at + 1 };
    case 'number':
      return { value: textValue(token.text.replace(/^0o?(?=\d)/, '')), next: at + 1 };
    case 'variable':
      return { value: variableValue(reader, token.name), next: at + 1 };
    case 'name':
      return readName(reader, at, depth);
    case 'sign':
      if (token.text === '-' && reader.tokens[at + 1]?.kind === 'number') {
        const { value, next } = readOperand(reader, at + 1, depth + 1);
        return { value: concatValues([textValue('-'), value]), next };
      }
      if (/^[*&\\]$/.test(token.text)) return readOperand(reader, at + 1, depth + 1); // splat, reference
      if (token.text !== '[' && token.text !== '(') return { value: UNKNOWN, next: at + 1 };
      return readGroup(reader, at, depth);
    default:
      return { value: { kind: 'unknown', reason: 'command-output' }, next: at + 1 };
  }
}

function readGroup(reader: ScriptReader, at: number, depth: number): Read {
  const { values } = readList(reader, at + 1, depth + 1);
  const next = skipGroup(reader, at);
  const [only] = values;
  if (signAt(reader, at) === '(' && values.length === 1 && only !== undefined) return { value: only, next };
  return { value: { kind: 'list', items: values }, next };
}

function endsExpression(reader: ScriptReader, at: number): boolean {
  const token = reader.tokens[at];
  if (token === undefined || token.kind === 'newline') return true;
  if (token.kind === 'name') return reader.language.ends.test(token.text);
  return token.kind === 'sign' && /^([)\]};,]|=>|\|\||&&|\||\?)$/.test(token.text);
}

/** A longer expression is unknown: keeps reading linear when brackets never close. */
const MAX_EXPRESSION_TOKENS = 200;

/** One expression: operands joined as texts; anything else makes it unknown. */
function readExpression(reader: ScriptReader, from: number, depth: number): Read {
  let { value, next } = readOperand(reader, from, depth);
  while (!endsExpression(reader, next)) {
    if (next - from > MAX_EXPRESSION_TOKENS) return { value: UNKNOWN, next };
    const sign = signAt(reader, next);
    if (sign === reader.language.concat) {
      const right = readOperand(reader, next + 1, depth);
      value = concatValues([value, right.value]);
      next = right.next;
    } else {
      value = UNKNOWN;
      next = OPEN.test(sign) ? skipGroup(reader, next) : next + 1;
    }
  }
  return { value, next };
}

/** Expressions separated by commas, up to a closing bracket, a separator or a word that ends them. */
export function readList(
  reader: ScriptReader,
  from: number,
  depth: number,
): { values: readonly Value[]; next: number } {
  const values: Value[] = [];
  let at = from;
  while (at < reader.tokens.length) {
    while (reader.tokens[at]?.kind === 'newline' && (values.length === 0 || /^(,|=>)$/.test(signAt(reader, at - 1))))
      at++;
    if (endsExpression(reader, at)) break;
    const named =
      reader.tokens[at]?.kind === 'name' && signAt(reader, at + 1) === ':' && signAt(reader, at + 2) !== ':';
    const read = readExpression(reader, named ? at + 2 : at, depth);
    if (!named) values.push(read.value);
    at = Math.max(read.next, at + 1);
    if (!/^(,|=>)$/.test(signAt(reader, at))) break;
    at++;
  }
  return { values, next: at };
}

/** Arguments of the call whose name ends before `at`, with or without parentheses. */
export function readArguments(reader: ScriptReader, at: number): readonly Value[] {
  const sign = signAt(reader, at);
  if (sign === '(') return readList(reader, at + 1, 0).values;
  // a block in front of the arguments: `eval {..}` has none, `exec {'rm'} 'rm', 'x'` has two
  return readList(reader, sign === '{' ? skipGroup(reader, at) : at, 0).values;
}

/** A name that stands for a text: a hash key, a method's own name in a definition. */
function isBareWord(reader: ScriptReader, at: number, next: number): boolean {
  const before = reader.tokens[at - 1];
  if (before?.kind === 'name' && /^(def|sub|package|use|require|class|module)$/.test(before.text)) return true;
  if (signAt(reader, next) === '=>') return true;
  const key = signAt(reader, at - 1) === '{' && signAt(reader, next) === '}';
  if (key && (reader.tokens[at - 2]?.kind === 'variable' || /^(->|[\]}])$/.test(signAt(reader, at - 2)))) return true;
  return signAt(reader, next) === ':' && signAt(reader, next + 1) !== ':';
}

function receiverOf(reader: ScriptReader, at: number): Value {
  const token = reader.tokens[at];
  if (token?.kind === 'variable') return variableValue(reader, token.name);
  if (token?.kind === 'words') return { kind: 'list', items: token.items.map(textValue) };
  return token?.kind === 'text' ? piecesValue(reader, token.pieces) : UNKNOWN;
}

function readCall(reader: ScriptReader, at: number): readonly CodeFinding[] {
  const { effects, member, methods } = reader.language;
  const isMethod = member.test(signAt(reader, at - 1));
  const { name, next } = dottedName(reader, at);
  if (isBareWord(reader, at, next)) return [];
  const { topic } = reader.language;
  const call = (called: string): Call => ({
    name: called,
    args: readArguments(reader, next),
    named: new Map(),
    ...(topic !== undefined && { topic: variableValue(reader, topic) }),
  });
  if (!isMethod) {
    const held = heldPath(reader, name);
    return effectOf(
      reader,
      held === undefined ? call(reader.language.canonical?.(name) ?? name) : { ...call(held.name), ...held },
    );
  }
  const receiver = objectBefore(reader, at - 2);
  const effect = receiver.kind === 'path' ? (methods.get(name) ?? effects.get(`.${name}`)) : effects.get(`.${name}`);
  return effect === undefined ? [] : effectsOf(effect, { ...call(`.${name}`), receiver });
}

/** `f.unlink`, where f is a path. */
function heldPath({ scope, language }: ScriptReader, name: string): Pick<CalledName, 'name' | 'receiver'> | undefined {
  const [object = '', method, ...more] = name.split('.');
  const receiver = scope.get(object);
  if (method === undefined || more.length > 0 || receiver?.kind !== 'path' || !language.methods.has(method))
    return undefined;
  return { name: method, receiver };
}

function effectOf(reader: ScriptReader, call: Call): readonly CodeFinding[] {
  if (/^(?:Dir\.)?chdir$/.test(call.name)) changeDirectory(reader, call.args[0]);
  const own = call.receiver?.kind === 'path' ? reader.language.methods.get(call.name) : undefined;
  const effect = own ?? reader.language.effects.get(call.receiver === undefined ? call.name : `.${call.name}`);
  return effect === undefined ? [] : effectsOf(effect, call);
}

const HOME: Value = { kind: 'text', parts: [{ home: true }] };

function changeDirectory(reader: ScriptReader, path: Value = HOME): void {
  const parts = joinPaths([...(reader.directory === undefined ? [] : [reader.directory]), path]);
  reader.directory = { kind: 'text', parts };
}

/** The object in front of a method: a variable, a text, or `Pathname.new(..)` that ends there. */
export function objectBefore(reader: ScriptReader, end: number, chain = 0): Value {
  const called = madeBefore(reader, end, chain);
  if (called !== undefined) return called;
  if (!/^[)\]]$/.test(signAt(reader, end))) return receiverOf(reader, end);
  let depth = 0;
  for (let at = end; at >= 0 && end - at < 200; at--) {
    const sign = signAt(reader, at);
    if (CLOSE.test(sign)) depth++;
    else if (OPEN.test(sign)) depth--;
    if (depth > 0) continue;
    let from = at - 1;
    while (reader.tokens[from]?.kind === 'name' && reader.language.member.test(signAt(reader, from - 1))) from -= 2;
    if (reader.tokens[from]?.kind === 'name') return readName(reader, from, 0).value;
    return signAt(reader, at) === '[' ? readGroup(reader, at, 0).value : UNKNOWN;
  }
  return UNKNOWN;
}

/** Methods in a row beyond these are not followed. */
const MAX_CHAIN = 12;

/** `path.join("x")`, `path.children`: what a method gives that ends there. */
function madeBefore(reader: ScriptReader, end: number, chain: number): Value | undefined {
  const { made, member } = reader.language;
  if (made === undefined || chain > MAX_CHAIN) return undefined;
  const open = signAt(reader, end) === ')' ? openOf(reader, end) : undefined;
  const at = open === undefined ? end : open - 1;
  const name = reader.tokens[at];
  if (name?.kind !== 'name' || !member.test(signAt(reader, at - 1))) return undefined;
  const args = open === undefined ? [] : readList(reader, open + 1, 0).values;
  return made(objectBefore(reader, at - 2, chain + 1), name.text, args);
}

/** The bracket that the one at `end` closes. */
function openOf(reader: ScriptReader, end: number): number | undefined {
  for (let at = end - 1; at >= 0 && end - at < MAX_EXPRESSION_TOKENS; at--)
    if (OPEN.test(signAt(reader, at)) && reader.groups.get(at) === end + 1) return at;
  return undefined;
}

function readAssignment(reader: ScriptReader, at: number): void {
  const token = reader.tokens[at];
  if (signAt(reader, at + 1) !== '=' || (token?.kind !== 'variable' && token?.kind !== 'name')) return;
  const name = token.kind === 'variable' ? token.name : token.text;
  reader.scope.set(name, readExpression(reader, at + 2, 0).value);
}

function followCode(reader: ScriptReader, pieces: readonly Piece[]): void {
  for (const piece of pieces) if (typeof piece !== 'string' && 'code' in piece) reader.nested(piece.code);
}

/** Deepest code that is evaluated by code. */
const MAX_NESTED = 5;

/** A language whose scripts are read by their tokens. */
export interface ScriptLanguage {
  /** for a doubt: `perl` */
  readonly name: string;
  readonly language: Language;
  tokens(source: string): readonly Token[];
}

/** Reads a script, and the code that it evaluates in turn. */
export function analyzeScript(
  script: ScriptLanguage,
  source: string,
  args: readonly Word[],
  depth = 0,
): readonly CodeFinding[] {
  const evaluated: CodeFinding[] = [];
  const nested = (code: string) => {
    if (depth < MAX_NESTED) evaluated.push(...analyzeScript(script, code, args, depth + 1));
    else evaluated.push({ kind: 'doubt', code: 'too-deep', detail: `${script.name} code` });
  };
  const tokens = script.tokens(source);
  const state = { scope: new Map(), args, shifted: 0, directory: undefined, nested, valueOf: () => UNKNOWN };
  const { language } = script;
  const reader: ScriptReader = {
    language,
    tokens,
    groups: groupsOf(tokens),
    ...state,
    valueOf: (code) => valueIn(reader, script, code),
  };
  return [...readScript(reader), ...evaluated];
}

/** A longer expression is not put into a text. */
const MAX_PUT = 200;

/** What one expression inside of a text gives; texts in it are not looked into again. */
function valueIn(outer: ScriptReader, script: ScriptLanguage, code: string): Value {
  if (code.length > MAX_PUT) return UNKNOWN;
  const tokens = script.tokens(code);
  const reader: ScriptReader = { ...outer, tokens, groups: groupsOf(tokens), valueOf: () => UNKNOWN };
  const { value, next } = readExpression(reader, 0, 0);
  return next >= tokens.length ? value : UNKNOWN;
}

/** The effects of all calls, in the order of the text. */
function readScript(reader: ScriptReader): readonly CodeFinding[] {
  const found: CodeFinding[] = [];
  for (const at of reader.tokens.keys()) readAssignment(reader, at);
  reader.language.readLoops(reader);
  reader.tokens.forEach((token, at) => {
    readAssignment(reader, at);
    if (token.kind === 'shell')
      found.push(inDirectory(shellFinding(piecesValue(reader, token.pieces)), reader.directory));
    if (token.kind === 'text' || token.kind === 'shell') followCode(reader, token.pieces);
    if (token.kind === 'code') reader.nested(token.text);
    const own = reader.language.ownCall?.(reader, at);
    const { directory } = reader;
    const add = (findings: readonly CodeFinding[]) =>
      found.push(...findings.map((finding) => inDirectory(finding, directory)));
    if (own !== undefined) add(effectOf(reader, { ...own, named: new Map() }));
    const before = reader.tokens[at - 2];
    const continues = reader.language.member.test(signAt(reader, at - 1)) && before?.kind === 'name';
    if (token.kind === 'name' && !continues) add(readCall(reader, at));
  });
  return found;
}
