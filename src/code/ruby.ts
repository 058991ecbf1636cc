import type { Word } from '../model/word.ts';
import {
  type Call,
  changes,
  type Effect,
  evaluates,
  moves,
  opens,
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
import type { CodeFinding } from './finding.ts';
import { readParameters } from './ruby-methods.ts';
import { closingOf, type Lexicon, type Piece, readTokens, type Token } from './script-lexer.ts';
import {
  analyzeScript,
  type CalledName,
  type Language,
  objectBefore,
  piecesValue,
  readList,
  type ScriptLanguage,
  type ScriptReader,
  signAt,
  skipGroup,
} from './script-reader.ts';
import {
  contentOf,
  expandHome,
  globbed,
  joinPaths,
  loopItem,
  partsOf,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOfWord,
} from './value.ts';

/** One text goes to a shell, several are a program and its words. */
const runs: Effect = (call) => {
  const [first, ...rest] = call.args;
  if (first === undefined) return [];
  if (first.kind === 'list') return startFinding(first.items);
  return rest.length === 0 ? runsShell(call) : runsProgram(call);
};

const READERS = ['read', 'binread', 'readlines', 'foreach'];

/** `open("|cmd")` of Kernel. */
const opensFile: Effect = (call) => {
  const text = textOf(call.args[0]);
  return text?.startsWith('|') ? [shellFinding(textValue(text.slice(1)))] : opens(call);
};

/** chmod MODE, files; the mode comes first. */
function modeFirst(...command: readonly string[]): Effect {
  return ({ name, args: [mode = UNKNOWN, ...files] }) =>
    files
      .flatMap((file) => (file.kind === 'list' ? file.items : [file]))
      .map((file) => standIn([...command, mode, file], name));
}

const FILE_UTILS: Readonly<Record<string, Effect>> = {
  rm: removes('rm'),
  rm_f: removes('rm', '-f'),
  rm_r: removes('rm', '-r'),
  rm_rf: removes('rm', '-rf'),
  rmtree: removes('rm', '-rf'),
  rmdir: removes('rmdir'),
  remove_dir: touches('rm', '-r'),
  remove_file: touches('rm'),
  remove_entry: touches('rm', '-rf'),
  remove_entry_secure: touches('rm', '-rf'),
  safe_unlink: removes('rm', '-f'),
  mv: moves('mv'),
  move: moves('mv'),
  cp: moves('cp'),
  cp_r: moves('cp', '-r'),
  ln_s: moves('ln', '-s'),
  ln_sf: moves('ln', '-sf'),
  chmod: modeFirst('chmod'),
  chmod_R: modeFirst('chmod', '-R'),
  chown_R: modeFirst('chown', '-R'),
};

function prefixed(prefix: string, entries: Readonly<Record<string, Effect>>): Readonly<Record<string, Effect>> {
  return Object.fromEntries(Object.entries(entries).map(([name, effect]) => [prefix + name, effect]));
}

const STARTS = { system: runs, exec: runs, spawn: runs, popen: runs };
const OPEN3 = ['capture2', 'capture2e', 'capture3', 'popen2', 'popen2e', 'popen3', 'pipeline'];

/** `send(:system, 'x')`. */
const sends: Effect = ({ args: [name, ...rest] }) => {
  const effect = EFFECTS.get((textOf(name) ?? '').replace(/^:/, ''));
  return effect === undefined ? [] : effect({ name: textOf(name) ?? '', args: rest, named: new Map() });
};

const EFFECTS: ReadonlyMap<string, Effect> = table({
  ...STARTS,
  ...prefixed('Kernel.', STARTS),
  ...prefixed('Process.', STARTS),
  ...prefixed('IO.', STARTS),
  ...prefixed('PTY.', STARTS),
  ...Object.fromEntries(OPEN3.map((name) => [`Open3.${name}`, runs])),
  ...prefixed('FileUtils.', FILE_UTILS),
  ...Object.fromEntries(Object.entries(FILE_UTILS).filter(([name]) => name.includes('_'))),
  'File.delete': removes('rm', '-f'),
  'File.unlink': removes('rm', '-f'),
  'File.rename': moves('mv'),
  'File.symlink': moves('ln', '-s'),
  'File.truncate': touches('truncate', '-s', '0'),
  'File.chmod': modeFirst('chmod'),
  'File.write': touches('tee'),
  'File.binwrite': touches('tee'),
  'IO.write': touches('tee'),
  ...Object.fromEntries(['File', 'IO'].flatMap((of) => READERS.map((name) => [`${of}.${name}`, reads]))),
  'File.open': opens,
  'File.new': opens,
  open: opensFile,
  'Dir.rmdir': removes('rmdir'),
  'Dir.delete': removes('rmdir'),
  'Dir.unlink': removes('rmdir'),
  'Process.kill': ({ args: [signal, ...pids] }) => signals(signal, pids),
  eval: evaluates('ruby'),
  instance_eval: ({ name, args, named }) => (args.length === 0 ? [] : evaluates('ruby')({ name, args, named })),
  send: sends,
  '.send': sends,
  '.public_send': sends,
  '.__send__': sends,
  'Kernel.send': sends,
  'Object.send': sends,
  '.rmtree': removes('rm', '-rf'),
  public_send: sends,
  __send__: sends,
  'Kernel.public_send': sends,
  'Kernel.__send__': sends,
  ...Object.fromEntries(
    ['.eval', '.instance_eval', '.class_eval', '.module_eval', 'class_eval', 'module_eval', 'Object.class_eval'].map(
      (name) => [
        name,
        (call: Call) => (call.args[0]?.kind === 'text' ? evaluates('ruby')({ ...call, name: 'eval' }) : []),
      ],
    ),
  ),
  'binding.eval': evaluates('ruby'),
});

const METHODS: ReadonlyMap<string, Effect> = table({
  delete: removes('rm', '-f'),
  unlink: removes('rm', '-f'),
  rmdir: removes('rmdir'),
  rmtree: removes('rm', '-rf'),
  write: ({ name, receiver }) => (receiver === undefined ? [] : [standIn(['tee', receiver], name)]),
  rename: moves('mv'),
  chmod: changes('chmod', 1),
});

function interpolate(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const pattern = /\\.|#\{/gs;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] !== '#{') continue;
    pieces.push(decodeEscapes(text.slice(at, match.index)));
    const end = closingOf(text, match.index + 1);
    const inner = text.slice(match.index + 2, end).trim();
    pieces.push(/^(?:@{0,2}\w+(?:\[[^\]]*\])?|Dir\.(?:home|pwd))$/.test(inner) ? { variable: inner } : { code: inner });
    at = Math.min(end + 1, text.length);
    pattern.lastIndex = at;
  }
  return [...pieces, decodeEscapes(text.slice(at))];
}

const PERCENT = /^%([qQwWiIxrs]?)([^\w\s=])/;
const PERCENT_KINDS: Readonly<Record<string, 'text' | 'raw' | 'shell' | 'words' | 'skip'>> = {
  '': 'text',
  Q: 'text',
  q: 'raw',
  s: 'raw',
  w: 'words',
  W: 'words',
  i: 'words',
  I: 'words',
  x: 'shell',
  r: 'skip',
};

/** `%` is an operator behind a value. */
function isValue(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'sign') return /^[)\]}]$/.test(token.text);
  return /^(variable|number|text|words)$/.test(token.kind);
}

const LEXICON: Lexicon = {
  interpolate,
  opensCode: '#{',
  variable: /^(?:@{1,2}\w+|\$(?:\w+|[!@&~0-9$?]))/,
  name: /^[A-Za-z_]\w*[?!]?/,
  quoteLike: (rest, before) => {
    const symbol = /^:(\w+[?!]?|")/.exec(rest);
    if (symbol !== null && before?.kind !== 'text') return undefined;
    const match = PERCENT.exec(rest);
    if (match === null || isValue(before)) return undefined;
    return { length: (match[1] ?? '').length + 1, kind: PERCENT_KINDS[match[1] ?? ''] ?? 'skip' };
  },
};

function variable(name: string, reader: ScriptReader): Value | undefined {
  if (name === 'Dir.home') return HOME;
  if (name === 'Dir.pwd') return textValue('.');
  const index = /^ARGV\[(\d+)\]$/.exec(name)?.[1];
  if (index !== undefined) return valueOfWord(reader.args[Number(index)]);
  return /^ENV\[['"]HOME['"]\]$/.test(name) ? { kind: 'text', parts: [{ home: true }] } : undefined;
}

const HOME: Value = { kind: 'text', parts: [{ home: true }] };

/** The name of an entry of a folder. */
const ENTRY: Value = { kind: 'text', parts: [{ reason: 'glob' }] };

const LANGUAGE: Language = {
  name: 'ruby',
  effects: EFFECTS,
  results: table<(args: readonly Value[], reader: ScriptReader) => Value>({
    'File.join': (args) => ({ kind: 'text', parts: joinPaths(args) }),
    'File.expand_path': ([path]) => ({ kind: 'text', parts: expandHome(partsOf(path)) }),
    'Dir.glob': ([pattern]) => globbed(pattern),
    'File.read': ([path]) => contentOf(path),
    'IO.read': ([path]) => contentOf(path),
    Dir: ([pattern]) => globbed(pattern),
    'Dir.home': () => HOME,
    'Dir.pwd': () => textValue('.'),
    ENV: ([name]) => (textOf(name) === 'HOME' ? HOME : UNKNOWN),
    ARGV: ([index], reader) =>
      index === undefined
        ? { kind: 'list', items: reader.args.map(valueOfWord) }
        : valueOfWord(reader.args[Number(textOf(index))]),
    'ARGV.shift': (_, reader) => valueOfWord(reader.args[reader.shifted++]),
    'Dir.children': () => ENTRY,
    'Dir.entries': () => ENTRY,
    'Dir.each_child': () => ENTRY,
    'Pathname.glob': ([pattern]) => ({ kind: 'path', parts: partsOf(globbed(pattern)) }),
    'Pathname.new': ([path]) => ({ kind: 'path', parts: partsOf(path) }),
    Pathname: ([path]) => ({ kind: 'path', parts: partsOf(path) }),
  }),
  concat: '+',
  member: /^(\.|::|&\.)$/,
  variable,
  ends: /^(if|unless|or|and|while|until|do|then|rescue|end)$/,
  methods: METHODS,
  made,
  readLoops: (reader) => {
    readBlocks(reader);
    readParameters(reader);
  },
  ownCall: (reader, at) => calledOnEach(reader, at) ?? calledMethod(reader, at),
};

/** Methods of a path object that give paths, and of a list those that keep its items. */
function made(receiver: Value, method: string, args: readonly Value[]): Value | undefined {
  if (
    /^(?:sort|reverse|uniq|to_a|each_entry|compact|select|reject|filter|expand_path|realpath|cleanpath)$/.test(method)
  )
    return receiver;
  if (receiver.kind !== 'path') return undefined;
  if (method === 'join') return { kind: 'path', parts: joinPaths([receiver, ...args]) };
  if (/^(?:children|each_child|entries)$/.test(method))
    return { kind: 'path', parts: [...receiver.parts, '/', { reason: 'glob' }, ''] };
  return method === 'glob'
    ? { kind: 'path', parts: partsOf(globbed({ kind: 'text', parts: joinPaths([receiver, ...args]) })) }
    : undefined;
}

/** `paths.each(&:delete)`: the method is called on each. */
function calledOnEach(reader: ScriptReader, at: number): CalledName | undefined {
  const token = reader.tokens[at];
  if (token?.kind !== 'text' || signAt(reader, at - 1) !== '&' || signAt(reader, at - 2) !== '(') return undefined;
  const method = /^:(\w+[?!]?)$/.exec(textOf(piecesValue(reader, token.pieces)) ?? '')?.[1];
  const receiver = loopItem(objectBefore(reader, at - 5));
  return method === undefined || receiver.kind === 'unknown' ? undefined : { name: method, args: [], receiver };
}

/** `method(:system).call(..)`, `list.each(&File.method(:delete))`: the method that the symbol names. */
function calledMethod(reader: ScriptReader, at: number): CalledName | undefined {
  const token = reader.tokens[at];
  const symbol = reader.tokens[at + 2];
  if (token?.kind !== 'name' || token.text !== 'method' || signAt(reader, at + 1) !== '(') return undefined;
  if (symbol?.kind !== 'text') return undefined;
  const isOwned = signAt(reader, at - 1) === '.';
  const owner = isOwned ? reader.tokens[at - 2] : undefined;
  const own = (textOf(piecesValue(reader, symbol.pieces)) ?? '').replace(/^:/, '');
  const name = owner?.kind === 'name' ? `${owner.text}.${own}` : own;
  const from = isOwned ? at - 2 : at;
  const next = skipGroup(reader, at + 1);
  if (/^[[(]$/.test(signAt(reader, next))) return { name, args: readList(reader, next + 1, 0).values };
  if (signAt(reader, next) === '.') {
    const called = reader.tokens[next + 1];
    const open = called?.kind === 'name' && /^(?:call|===|yield)$/.test(called.text) ? next + 2 : next + 1;
    return signAt(reader, open) === '(' ? { name, args: readList(reader, open + 1, 0).values } : undefined;
  }
  // `list.each(&method(..))`
  const isBlock = signAt(reader, from - 1) === '&' && signAt(reader, from - 2) === '(';
  return isBlock ? { name, args: [loopItem(objectBefore(reader, from - 5))] } : undefined;
}

/** `LIST.each do |f| ..`, `Dir.glob("*") { |f| .. }`: the block's variable is what the list holds. */
function readBlocks(reader: ScriptReader): void {
  const { tokens, scope } = reader;
  tokens.forEach((token, at) => {
    const opens = signAt(reader, at) === '{' || (token.kind === 'name' && token.text === 'do');
    const variable = tokens[at + 2];
    if (opens && signAt(reader, at + 1) !== '|' && /^&?\.$/.test(signAt(reader, at - 2))) {
      const item = loopItem(objectBefore(reader, at - 3)); // the block's own names for what it is called with
      for (const name of ['_1', 'it']) scope.set(name, item);
    }
    if (!opens || signAt(reader, at + 1) !== '|' || variable?.kind !== 'name') return;
    const isNamed = tokens[at - 1]?.kind === 'name' && /^&?\.$/.test(signAt(reader, at - 2));
    scope.set(variable.text, loopItem(objectBefore(reader, isNamed ? at - 3 : at - 1)));
  });
}

/** `:system` as an argument is the text `:system`. */
function withSymbols(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, at): readonly Token[] => {
    const next = tokens[at + 1];
    const before = tokens[at - 1];
    const symbol = before?.kind === 'sign' && before.text === ':' && tokens[at - 2]?.kind !== 'name';
    if (token.kind === 'name' && symbol) return [];
    if (token.kind !== 'sign' || token.text !== ':' || next?.kind !== 'name' || before?.kind === 'name') return [token];
    return [{ kind: 'text', pieces: [`:${next.text}`] }];
  });
}

const RUBY: ScriptLanguage = {
  name: 'ruby',
  language: LANGUAGE,
  tokens: (source) => withSymbols(readTokens(source, LEXICON)),
};

/** Ruby code, by its tokens: program starts, removals and writes with their arguments. */
export function analyzeRuby(source: string, args: readonly Word[]): readonly CodeFinding[] {
  return analyzeScript(RUBY, source, args);
}

/** What rake adds to the names of a Rakefile: `sh`, and all of FileUtils. */
const RAKE: ScriptLanguage = {
  ...RUBY,
  language: {
    ...LANGUAGE,
    effects: new Map([
      ...EFFECTS,
      ...table({
        ...FILE_UTILS,
        sh: runs,
        ruby: ({ args }) => startFinding([textValue('ruby'), ...args]),
      }),
    ]),
  },
};

export function analyzeRake(source: string, args: readonly Word[]): readonly CodeFinding[] {
  return analyzeScript(RAKE, source, args);
}
