import {
  type Effect,
  hiddenCode,
  moves,
  opens,
  reads,
  removes,
  runsProgram,
  runsShell,
  shellFinding,
  standIn,
  startFinding,
  table,
  touches,
  typedText,
} from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { atHome, concatValues, partsOfText, textValue, UNKNOWN, type Value } from './value.ts';

/** A smaller language: three kinds of tokens suffice to find a call and its literal arguments. */
type Token = { readonly kind: 'text' | 'name' | 'sign' | 'command'; readonly value: string };

interface Syntax {
  /** comments and everything else to skip */
  readonly skip: RegExp;
  readonly effects: ReadonlyMap<string, Effect>;
  /** the sign that joins texts */
  readonly concat: string;
  /** backticks are a command */
  readonly backticks?: boolean;
}

const TOKEN =
  /\[(=*)\[(.*?)\]\1\]|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([A-Za-z_][\w]*(?:[.:]\w+)*)|(\.\.|[^\s\w])/gsy;

function readTokens(source: string, { skip, backticks }: Syntax): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    skip.lastIndex = at;
    const skipped = skip.exec(source)?.[0];
    TOKEN.lastIndex = at;
    const match = skipped === undefined ? TOKEN.exec(source) : null;
    at += Math.max(1, (skipped ?? match?.[0] ?? '').length);
    if (match === null) continue;
    const [, , long, double, single, command, name, sign] = match;
    if (command !== undefined) tokens.push({ kind: backticks ? 'command' : 'text', value: command });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
    else tokens.push({ kind: 'text', value: long ?? decodeEscapes(double ?? single ?? '') });
  }
  return tokens;
}

/** Tokens that the arguments of one call may have: keeps reading linear. */
const MAX_ARGUMENT_TOKENS = 60;

/** Arguments in parentheses, or one text behind the name (Lua). */
function readArguments(
  tokens: readonly Token[],
  from: number,
  { concat, values }: Pick<Syntax, 'concat'> & { readonly values: ReadonlyMap<string, Value> },
): { args: Value[]; named: Map<string, Value> } {
  const named = new Map<string, Value>();
  const first = tokens[from];
  if (first?.kind === 'text') return { args: [textValue(first.value)], named };
  const args: Value[] = [];
  let value: Value | undefined;
  let depth = 0;
  let key: string | undefined;
  const close = () => {
    if (value !== undefined && key !== undefined) named.set(key, value);
    else if (value !== undefined) args.push(value);
    value = undefined;
    key = undefined;
  };
  const end = Math.min(tokens.length, from + MAX_ARGUMENT_TOKENS);
  for (let at = from; at < end; at++) {
    const { kind, value: text } = tokens[at] as Token;
    if (kind === 'sign' && /[([{]/.test(text)) depth++;
    else if (kind === 'sign' && /[)\]}]/.test(text)) {
      depth--;
      if (depth <= 0) break;
    } else if (kind === 'sign' && (text === ',' || text === ';')) close();
    else if (kind === 'sign' && text === '=' && depth > 0) {
      key = tokens[at - 1]?.value;
      value = undefined;
    } else if (kind === 'text') value = value === undefined ? textValue(text) : concatValues([value, textValue(text)]);
    else if (kind === 'name' && /^(TRUE|true|T)$/.test(text)) value = { kind: 'flag', on: true };
    else if (kind === 'name' && isHomeCall(tokens, at)) {
      value = value === undefined ? HOME : concatValues([value, HOME]);
      at += tokens[at + 1]?.kind === 'text' ? 1 : 3;
    } else if (kind === 'name' && text !== 'c') {
      const held = values.get(text) ?? UNKNOWN;
      value = value === undefined ? held : concatValues([value, held]);
    } else if (kind === 'sign' && text !== concat) value = value ?? UNKNOWN;
  }
  close();
  return { args, named };
}

const HOME: Value = { kind: 'text', parts: [{ home: true }] };

/** `os.getenv("HOME")` of Lua, `Sys.getenv("HOME")` of R. */
function isHomeCall(tokens: readonly Token[], at: number): boolean {
  const [name, open, given] = tokens.slice(at, at + 3);
  if (!/^(?:os|Sys)\.getenv$/.test(name?.value ?? '')) return false;
  const word = open?.kind === 'text' ? open : given;
  return word?.kind === 'text' && word.value === 'HOME';
}

/** What names hold that are assigned once: `local dir = "x"`. */
function assignedValues(tokens: readonly Token[], concat: string): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const twice = new Set<string>();
  tokens.forEach((token, at) => {
    const sign = tokens[at + 1];
    if (token.kind === 'name' && isLoopOrParameter(tokens, at)) twice.add(token.value);
    if (token.kind !== 'name' || sign?.value !== '=' || tokens[at + 2]?.value === '=') return;
    if (values.has(token.value)) twice.add(token.value);
    const end = statementEnd(tokens, at + 2, concat);
    const text = [
      { kind: 'sign', value: '(' } as const,
      ...tokens.slice(at + 2, end),
      { kind: 'sign', value: ')' } as const,
    ];
    const { args } = readArguments(text, 0, { concat, values });
    values.set(token.value, args.length === 1 ? (args[0] ?? UNKNOWN) : UNKNOWN);
  });
  for (const name of twice) values.set(name, UNKNOWN);
  return values;
}

/** `for f in ..`, `function(f)`: the name holds something else there. */
function isLoopOrParameter(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.kind === 'name' && before.value === 'for') return true;
  for (let from = at - 1; from > Math.max(0, at - 20); from--) {
    const token = tokens[from];
    if (token?.kind === 'sign' && token.value === '(')
      return tokens[from - 1]?.value === 'function' || tokens[from - 2]?.value === 'function';
    if (token?.kind !== 'name' && token?.value !== ',') return false;
  }
  return false;
}

/** The index behind an expression that joins values: where two of them stand side by side, the next statement begins. */
function statementEnd(tokens: readonly Token[], from: number, concat: string): number {
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + MAX_ARGUMENT_TOKENS); at++) {
    const { kind, value } = tokens[at] as Token;
    if (kind === 'sign' && /^[([{]$/.test(value)) depth++;
    else if (kind === 'sign' && /^[)\]}]$/.test(value)) depth--;
    if (depth < 0 || (depth === 0 && kind === 'sign' && value === ';')) return at;
    const before = tokens[at - 1];
    const isNext =
      kind === 'name' && at > from && !(before?.kind === 'sign' && before.value !== ')' && before.value !== ']');
    if (depth === 0 && isNext && before?.value !== concat) return at;
  }
  return Math.min(tokens.length, from + MAX_ARGUMENT_TOKENS);
}

function callAnalyzer(syntax: Syntax): CodeAnalyzer {
  return (source) => {
    const tokens = withDottedNames(readTokens(source, syntax), syntax.concat);
    const aliases = new Map<string, string>();
    const values = assignedValues(tokens, syntax.concat);
    return tokens.flatMap(({ kind, value }, at): readonly CodeFinding[] => {
      if (kind === 'command') return [shellFinding({ kind: 'text', parts: partsOfText(value) })];
      if (kind !== 'name') return [];
      readAlias(tokens, at, aliases);
      const name = fullName(value, aliases);
      const effect = syntax.effects.get(name);
      const next = tokens[at + 1];
      if (effect === undefined) return [];
      if (next?.kind === 'text' || next?.value === '(' || isHandedOn(tokens, at))
        return effect({ name, ...readArguments(tokens, at + 1, { concat: syntax.concat, values }) });
      return [];
    });
  };
}

const MAX_KEY_TOKENS = 16;

/** `os["exe".."cute"]` and `require("os").execute` are `os.execute`. */
function withDottedNames(tokens: readonly Token[], concat: string): readonly Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const [before, next, end] = [found.at(-1), tokens[at + 1], tokens[at + 2]];
    const follows = token.kind === 'sign' && before?.kind === 'name';
    if (follows && token.value === concat && next?.kind === 'text') continue;
    if (follows && token.value === '[' && next?.kind === 'text') {
      const inside = tokens.slice(at + 1, at + MAX_KEY_TOKENS);
      const length = inside.findIndex((one) => one.value === ']' && one.kind === 'sign');
      const key = inside.slice(0, length).filter((one) => one.kind === 'text' || one.value !== concat);
      if (length < 0 || !key.every((one) => one.kind === 'text')) found.push(token);
      else {
        found[found.length - 1] = { kind: 'name', value: `${before.value}.${key.map(({ value }) => value).join('')}` };
        at += length + 1;
      }
    } else if (
      follows &&
      before.value === 'require' &&
      token.value === '(' &&
      next?.kind === 'text' &&
      end?.value === ')'
    ) {
      found[found.length - 1] = { kind: 'name', value: next.value };
      at += 2;
    } else if (follows && token.value === '.' && next?.kind === 'name') {
      found[found.length - 1] = { kind: 'name', value: `${before.value}.${next.value}` };
      at++;
    } else found.push(token);
  }
  return found;
}

/** `local e = os.execute`, `local o = os`: names of a function or of what holds it. */
function readAlias(tokens: readonly Token[], at: number, aliases: Map<string, string>): void {
  const [name, sign, value, after] = tokens.slice(at, at + 4);
  if (name === undefined || sign?.value !== '=' || value?.kind !== 'name') return;
  if (after?.value !== '(' && after?.kind !== 'text') aliases.set(name.value, fullName(value.value, aliases));
}

function fullName(name: string, aliases: ReadonlyMap<string, string>): string {
  const plain = name.replace(/^_G\./, '');
  const dot = plain.search(/\.|$/);
  return aliases.get(plain) ?? `${aliases.get(plain.slice(0, dot)) ?? plain.slice(0, dot)}${plain.slice(dot)}`;
}

/** `pcall(os.execute, "x")`: a function among the arguments of one that may call it. */
function isHandedOn(tokens: readonly Token[], at: number): boolean {
  const [caller, open] = [tokens[at - 2], tokens[at - 1]];
  return open?.value === '(' && caller?.kind === 'name' && !/^(?:print|type|tostring|assert)$/.test(caller.value);
}

function withHome(effect: Effect): Effect {
  return (call) => effect({ ...call, args: call.args.map(atHome) });
}

/** R's unlink removes folders where `recursive` says so. */
const unlinks: Effect = (call) => {
  const recursive = call.named.get('recursive');
  return removes(...(recursive?.kind === 'flag' && recursive.on ? ['rm', '-rf'] : ['rm', '-f']))(call);
};

export const analyzeR: CodeAnalyzer = callAnalyzer({
  skip: /#[^\n]*|\s+/y,
  concat: '',
  effects: table({
    system: runsShell,
    shell: runsShell,
    pipe: runsShell,
    system2: runsProgram,
    unlink: withHome(unlinks),
    'file.remove': withHome(removes('rm', '-f')),
    'file.rename': withHome(moves('mv')),
    readLines: withHome(reads),
    writeLines: withHome(({ name, args: [, path] }) => (path === undefined ? [] : [standIn(['tee', path], name)])),
    eval: () => [hiddenCode('R code')],
  }),
});

const recursiveRm: Effect = (call) => touches(...(call.named.has('recursive') ? ['rm', '-rf'] : ['rm']))(call);

export const analyzeJulia: CodeAnalyzer = callAnalyzer({
  skip: /#=.*?=#|#[^\n]*|\s+/sy,
  concat: '*',
  backticks: true,
  effects: table({ rm: recursiveRm, mv: moves('mv'), cp: moves('cp'), open: opens, write: touches('tee') }),
});

/** `do shell script "code"`; `write text "code"` and `keystroke "code"` type it. */
export const analyzeApplescript: CodeAnalyzer = (source) =>
  [
    ...source.matchAll(
      /(do\s+(?:shell\s+)?script|write\s+text|write(?=\s+text)|keystroke)\s+(?:"((?:[^"\\]|\\.)*)"(\s*&)?|(\S+))/g,
    ),
  ].flatMap(([, how = '', text, joined, other]) => {
    if (!how.startsWith('do') && /^(return|tab|space|enter)$/.test(other ?? '')) return [];
    const literal = text === undefined ? UNKNOWN : textValue(decodeEscapes(text));
    const value = joined === undefined ? literal : concatValues([literal, UNKNOWN]);
    return how.startsWith('do') ? shellFinding(value) : typedText('osascript', value);
  });

/** Emacs Lisp: calls with literal texts. */
export const analyzeElisp: CodeAnalyzer = (source) =>
  [
    ...source.matchAll(
      /\((shell-command(?:-to-string)?|async-shell-command|call-process|start-process|delete-file|delete-directory|rename-file|write-region)\s+([^()]*)/g,
    ),
  ].flatMap(([, name = '', rest = '']) => elispCall(name, rest));

function elispCall(name: string, rest: string): readonly CodeFinding[] {
  const texts = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, text, other]) =>
    text === undefined ? { other } : { value: textValue(decodeEscapes(text)) },
  );
  const values = texts.map((text) => text.value ?? UNKNOWN);
  const literals = texts.flatMap((text) => text.value ?? []);
  const first = values[0];
  if (name.includes('shell-command')) return [shellFinding(first)];
  if (name === 'call-process') return startFinding(literals);
  if (name === 'start-process') return startFinding(literals.slice(1));
  if (first === undefined) return [];
  if (name === 'delete-file') return [standIn(['rm', '-f', atHome(first)], name)];
  if (name === 'delete-directory')
    return [standIn(values.length > 1 ? ['rm', '-rf', atHome(first)] : ['rmdir', atHome(first)], name)];
  if (name === 'rename-file') return [standIn(['mv', atHome(first), atHome(values[1] ?? UNKNOWN)], name)];
  return literals.length === 0 ? [] : [standIn(['tee', literals.at(-1) ?? UNKNOWN], name)];
}

const RUNS_OR_REMOVES =
  /\b(?:exec(?:ute)?|system|spawn|popen|process(?:builder)?|shell|sh|cmd|command|qx|run-program|runtime|delete|remove|unlink|rmdir|rm|rm_rf|del_(?:dir|file))[\w*!-]{0,20}\s*[.(!"'`]/i;

/** Languages without a reader of their own: a name that may start or remove something is a doubt. */
export const analyzeGeneric: CodeAnalyzer = (source) =>
  RUNS_OR_REMOVES.test(source) ? [hiddenCode('code of a language that is not read')] : [];
