import {
  changes,
  type Effect,
  evaluates,
  hiddenCode,
  listItems,
  moves,
  reads,
  removes,
  runsProgram,
  runsShell,
  shellFinding,
  signals,
  standIn,
  startFinding,
  table,
  touches,
} from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeAnalyzer } from './finding.ts';
import { INPUT } from './given-lines.ts';
import { flattened, itemsOf, joinedItems, keysOf } from './keyed.ts';
import { perlAssigns, perlBlocks, perlOperand } from './perl-blocks.ts';
import { perlCalls, perlWrites, startsProcess } from './perl-calls.ts';
import { perlVariable, setVariable, VARIABLE } from './perl-values.ts';
import { closingOf, type Lexicon, type Piece, readTokens, type Token } from './script-lexer.ts';
import {
  type CalledName,
  type Language,
  nameAt,
  piecesValue,
  type Result,
  readList,
  type ScriptReader,
  shiftedValue,
  signAt,
  skipGroup,
} from './script-reader.ts';
import { analyzeScript, type ScriptLanguage } from './script-run.ts';
import { expandHome, globbed, joinPaths, listValue, partsOf, textOf, UNKNOWN, type Value } from './value.ts';
import { filledIn } from './value-methods.ts';

/** One text goes to a shell, several are a program and its words. */
const runs: Effect = (call) => {
  const [first, ...rest] = call.args;
  if (first === undefined) return [];
  if (first.kind === 'list') return startFinding([...first.items, ...rest]);
  return rest.length === 0 ? runsShell(call) : runsProgram(call);
};

/** `unlink` without words takes `$_`. */
function withDefault(effect: Effect): Effect {
  return (call) => effect(call.args.length === 0 ? { ...call, args: [call.topic ?? INPUT] } : call);
}

/** `open(F, "cmd |")`, `open(F, '-|', cmd)`, `open(F, '>', path)`, `open(F, ">path")`. */
const opensFile: Effect = ({ name, args }) => {
  const [, mode, ...rest] = args;
  if (mode === undefined) return [];
  const text = textOf(mode) ?? partsOf(mode).find((part) => typeof part === 'string') ?? '';
  const written = String(text).trim();
  const [target] = rest;
  if (target !== undefined) {
    if (/^(\|-|-\|)/.test(written)) return rest.length === 1 ? [shellFinding(target)] : startFinding(rest);
    return listItems(target).flatMap((file) =>
      /^\+?>|^\+</.test(written)
        ? [standIn(['tee', ...(written.includes('>>') ? ['-a'] : []), file], name)]
        : reads({ name, args: [file], named: new Map() }),
    );
  }
  if (written.startsWith('|') || written.endsWith('|')) return [shellFinding(strip(mode, /^\s*\||\|\s*$/g))];
  return /^\+?>/.test(written)
    ? [standIn(['tee', ...(written.startsWith('>>') ? ['-a'] : []), strip(mode, /^\s*\+?>{1,2}\s*/)], name)]
    : reads({ name, args: [strip(mode, /^\s*<\s*/)], named: new Map() });
};

function strip(value: Value, pattern: RegExp): Value {
  return {
    kind: 'text',
    parts: partsOf(value).map((part) => (typeof part === 'string' ? part.replace(pattern, '') : part)),
  };
}

/** chmod MODE, files; the mode comes first. */
function modeFirst(command: string, count: number): Effect {
  return ({ name, args }) =>
    args
      .slice(count)
      .flatMap((file) => changes(command, count)({ name, args: [file, ...args.slice(0, count)], named: new Map() }));
}

const TREE = removes('rm', '-rf');
const EFFECTS: ReadonlyMap<string, Effect> = table({
  system: runs,
  exec: runs,
  readpipe: runsShell,
  open: opensFile,
  unlink: withDefault(removes('rm', '-f')),
  rmdir: withDefault(removes('rmdir')),
  rmtree: TREE,
  remove_tree: TREE,
  'File::Path::rmtree': TREE,
  'File::Path::remove_tree': TREE,
  rename: moves('mv'),
  move: moves('mv'),
  copy: moves('cp'),
  symlink: moves('ln', '-s'),
  link: moves('ln'),
  truncate: touches('truncate', '-s', '0'),
  chmod: modeFirst('chmod', 1),
  chown: modeFirst('chown', 1),
  kill: ({ args: [signal, ...pids] }) => signals(signal, pids),
  eval: ({ name, args, named }) => (args.length === 0 ? [] : evaluates('perl')({ name, args, named })),
  do: ({ args }) => (args.length === 0 ? [] : [hiddenCode('a perl file')]),
  remove: removes('rm', '-f'),
  open3: ({ args }) => runs({ name: 'open3', args: args.slice(3), named: new Map() }),
  open2: ({ args }) => runs({ name: 'open2', args: args.slice(2), named: new Map() }),
  run: ({ args }) => {
    const at = args.findIndex((value) => textOf(value) === 'command');
    const command = at < 0 ? undefined : args[at + 1];
    return command === undefined ? [] : runs({ name: 'run', args: [command], named: new Map() });
  },
  '<>': ({ name, args: [list = UNKNOWN] }) =>
    listItems(list).flatMap((path) => reads({ name, args: [path], named: new Map() })),
  syscall: () => [hiddenCode('a system call')],
  '.remove_tree': TREE,
  '.spew': ({ name, receiver }) => (receiver === undefined ? [] : [standIn(['tee', receiver], name)]),
});

/** Starts of a program that the code may write to. */
const STARTS: ReadonlyMap<string, Effect> = table({
  open: opensFile,
  ...Object.fromEntries(['open2', 'open3'].flatMap((name) => [[name, EFFECTS.get(name) ?? opensFile]])),
});

function interpolate(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const pattern = new RegExp(IN_TEXT, 'gs');
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0].startsWith('\\')) continue;
    pieces.push(decodeEscapes(text.slice(at, match.index)));
    at = match.index + match[0].length;
    if (match[0].endsWith('{') && match[0].length === 2) {
      const end = closingOf(text, at - 1);
      const inner = text.slice(at, end);
      pieces.push(/^\w+$/.test(inner) ? { variable: `$${inner}` } : { code: inner.replace(/^\s*[[\\]|\]\s*$/g, '') });
      at = Math.min(end + 1, text.length);
      pattern.lastIndex = at;
    } else pieces.push({ variable: match[0] });
  }
  return [...pieces, decodeEscapes(text.slice(at))];
}

const IN_TEXT = `\\\\.|[$@](?:\\{|${VARIABLE}|\\d|&)`;

const QUOTE = /^(qq|qx|qw|qr|q|m|s|tr|y)(\s*)([^\s\w,;=)]|\s#)/;
const KINDS: Readonly<Record<string, 'text' | 'raw' | 'shell' | 'words' | 'skip' | 'substitute'>> = {
  q: 'raw',
  qq: 'text',
  qx: 'shell',
  qw: 'words',
  s: 'substitute',
  tr: 'substitute',
  y: 'substitute',
};

/** `<*.o>` is a glob, `<STDIN>` and `<$fh>` are input. */
const GLOB = /^<[\w/.~-]*[*?~/{[][^<>\n"'$;]*>/;

/** Behind a value `<` compares. */
function isOperand(before: Token | undefined): boolean {
  if (before?.kind === 'sign') return /^[)\]]$/.test(before.text);
  return before !== undefined && /^(?:variable|number|text|words)$/.test(before.kind);
}

const LEXICON: Lexicon = {
  interpolate,
  patternCode: /\(\?\??\{/g,
  variable: new RegExp(`^(?:[$@%](?:\\{\\w+\\}|${VARIABLE})|\\$(?:#\\w+|[0-9&!@;,./\\\\]|\\$(?![\\w{$])))`),
  name: /^[A-Za-z_]\w*(?:::\w+)*/,
  quoteLike: (rest, before) => {
    if (GLOB.test(rest) && !isOperand(before)) return { length: 0, kind: 'glob' };
    const match = QUOTE.exec(rest);
    if (match === null || (before?.kind === 'sign' && /^(->|\{)$/.test(before.text) && /^\w+\s*\}/.test(rest)))
      return undefined;
    if (before?.kind === 'sign' && before.text === '->') return undefined;
    const [whole, operator = '', , delimiter = ''] = match;
    if (delimiter === '=' || rest.startsWith(`${operator} =>`) || /^\w+\s*=>/.test(rest)) return undefined;
    return { length: whole.length - 1, kind: KINDS[operator] ?? 'skip' };
  },
};

const joinsPaths = (args: readonly Value[]): Value => ({ kind: 'text', parts: joinPaths(args) });

/** `shift` of the arguments of the function, or of the program, around it. */
function shifts(_: readonly Value[], reader: ScriptReader, at: number): Value {
  const open = signAt(reader, at + 1) === '(' ? at + 2 : at + 1;
  const variable = reader.tokens[open];
  if (variable?.kind !== 'variable') return shiftedValue(reader, at);
  return /^@(?:_|ARGV)$/.test(variable.name) ? shiftedValue(reader, at) : UNKNOWN;
}

const LANGUAGE: Language = {
  name: 'perl',
  effects: EFFECTS,
  results: table<Result>({
    shift: shifts,
    keys: ([value = UNKNOWN]) => keysOf(value),
    values: ([value = UNKNOWN]) => itemsOf(value),
    readdir: () => ({ kind: 'text', parts: [{ reason: 'glob' }] }),
    glob: ([pattern]) => globbed({ kind: 'text', parts: expandHome(partsOf(pattern)) }),
    join: ([separator, ...rest]) => joinedItems(listValue(flattened(rest)), textOf(separator) ?? ' '),
    sprintf: ([format = UNKNOWN, ...rest]) => filledIn(format, flattened(rest)) ?? UNKNOWN,
    catfile: joinsPaths,
    catdir: joinsPaths,
    'File.Spec.catfile': joinsPaths,
  }),
  concat: '.',
  member: /^->$/,
  variable: perlVariable,
  ends: /^(if|unless|or|and|for|foreach|while|until|xor|x)$/,
  methods: new Map(),
  operand: perlOperand,
  blocks: perlBlocks,
  assigns: (reader, at) => {
    perlAssigns(reader, at);
    perlCalls(reader, at);
    perlWrites(reader, at);
    const start = reader.tokens[at]?.kind === 'name' ? STARTS.get(nameAt(reader, at)) : undefined;
    if (start !== undefined) startsProcess(reader, at, start);
  },
  sets: setVariable,
  takesList: /^(?:join|sprintf|catfile|catdir)$/,
  bareKeys: true,
  listInText: ' ',
  topic: '$_',
  canonical: (name) => name.replace(/^(?:CORE::(?:GLOBAL::)?|POSIX::|IPC::Open[23]::|IPC::Cmd::|main::)/, ''),
  ownCall: (reader, at) => readsArguments(reader, at) ?? calledByName(reader, at),
};

/** `local @ARGV = (path); while (<>) {..}` */
function readsArguments(reader: ScriptReader, at: number): CalledName | undefined {
  if (signAt(reader, at) !== '<' || signAt(reader, at + 1) !== '>') return undefined;
  const list = reader.scope.get('@ARGV');
  return list === undefined ? undefined : { name: '<>', args: [list] };
}

/** `&{"system"}(..)`, `&$f(..)` and `$f->(..)` where the text of $f is known. */
function calledByName(reader: ScriptReader, at: number): CalledName | undefined {
  const isCode = signAt(reader, at) === '&';
  const isGroup = isCode && signAt(reader, at + 1) === '{';
  const from = isGroup ? at + 2 : isCode ? at + 1 : at;
  const token = reader.tokens[from];
  const next = isGroup ? skipGroup(reader, at + 1) : isCode ? from + 1 : from + 2;
  if (!isCode && signAt(reader, from + 1) !== '->') return undefined;
  if (signAt(reader, next) !== '(') return undefined;
  const name = token?.kind === 'text' ? textOf(piecesValue(reader, token.pieces)) : nameIn(reader, token);
  return name === undefined
    ? undefined
    : { name: name.replace(/^CORE::/, ''), args: readList(reader, next + 1, 0).values };
}

function nameIn(reader: ScriptReader, token: Token | undefined): string | undefined {
  return token?.kind === 'variable' ? textOf(reader.scope.get(token.name)) : undefined;
}

const PERL: ScriptLanguage = {
  name: 'perl',
  language: LANGUAGE,
  // a line may end anywhere
  tokens: (source) => readTokens(source, LEXICON).filter(({ kind }) => kind !== 'newline'),
};

/** Documentation begins at a line `=word` and ends with a line `=cut`. */
function withoutPod(source: string): string {
  if (!/^=cut$/m.test(source)) return source;
  let inPod = false;
  const code = source.split('\n').filter((line) => {
    const wasIn = inPod;
    inPod = wasIn ? line !== '=cut' : /^=\w/.test(line);
    return !wasIn && !inPod;
  });
  return code.join('\n');
}

/** Perl code, by its tokens: program starts, removals and writes with their arguments. */
export const analyzePerl: CodeAnalyzer = (source, args, _, given) =>
  analyzeScript(PERL, withoutPod(source), { args, given });
