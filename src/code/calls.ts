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
import { atHome, concatValues, partsOfText, textOf, textValue, UNKNOWN, type Value } from './value.ts';

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
  concat: string,
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
    else if (kind === 'name' && text !== 'c') value = value === undefined ? UNKNOWN : concatValues([value, UNKNOWN]);
    else if (kind === 'sign' && text !== concat) value = value ?? UNKNOWN;
  }
  close();
  return { args, named };
}

function callAnalyzer(syntax: Syntax): CodeAnalyzer {
  return (source) => {
    const tokens = readTokens(source, syntax);
    return tokens.flatMap(({ kind, value }, at): readonly CodeFinding[] => {
      if (kind === 'command') return [shellFinding({ kind: 'text', parts: partsOfText(value) })];
      const next = tokens[at + 1];
      const effect = kind === 'name' ? syntax.effects.get(value) : undefined;
      if (effect === undefined || !(next?.kind === 'text' || next?.value === '(')) return [];
      return effect({ name: value, ...readArguments(tokens, at + 1, syntax.concat) });
    });
  };
}

export const analyzeLua: CodeAnalyzer = callAnalyzer({
  skip: /--\[\[.*?\]\]|--[^\n]*|\s+/sy,
  concat: '..',
  effects: table({
    'os.execute': runsShell,
    'io.popen': runsShell,
    'os.remove': touches('rm', '-rf'),
    'os.rename': moves('mv'),
    'io.open': opens,
    'vim.fn.system': runsShell,
    load: ({ args }) => (textOf(args[0]) === undefined ? [hiddenCode('lua code')] : []),
  }),
});

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
