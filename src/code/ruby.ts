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
import type { CodeAnalyzer } from './finding.ts';
import { anyLine } from './given-lines.ts';
import { placeOf } from './keyed.ts';
import { fed } from './processes.ts';
import { rubyBlockEnds, rubyBlocks } from './ruby-blocks.ts';
import { rubyAssigns, rubyCalls, rubyOperand, rubyPostfix, rubyWrites } from './ruby-values.ts';
import { objectBefore } from './script-calls.ts';
import { closingOf, type Lexicon, type Piece, readTokens, type Token } from './script-lexer.ts';
import {
  type CalledName,
  type Language,
  piecesValue,
  type Result,
  readList,
  type ScriptReader,
  shiftedValue,
  signAt,
  skipGroup,
} from './script-reader.ts';
import { analyzeScript, type ScriptLanguage } from './script-run.ts';
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

/** One text goes to a shell, several are a program and its words; an environment may stand in front. */
const runs: Effect = (call) => {
  const [first, ...rest] = call.args;
  if (first === undefined) return [];
  if (first.kind === 'list' && first.keys !== undefined) return runs({ ...call, args: rest });
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

/** `popen(command, mode)` */
const pipes: Effect = (call) => {
  const isMode = /^[rwa]b?\+?(?::|$)/.test(textOf(call.args.at(-1)) ?? '') && call.args.length > 1;
  return runs(isMode ? { ...call, args: call.args.slice(0, -1) } : call);
};

/** `capture2(command, stdin_data: text)` */
const runsFed: Effect = (call) => {
  const input = call.named.get('stdin_data');
  return input === undefined ? runs(call) : runs(call).map((one) => fed(one, input));
};

const STARTS = { system: runs, exec: runs, spawn: runs, popen: pipes };
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
  ...Object.fromEntries(OPEN3.map((name) => [`Open3.${name}`, runsFed])),
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
    pieces.push(/^(?:[@$]{0,2}\w+|Dir\.(?:home|pwd))$/.test(inner) ? { variable: inner } : { code: inner });
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
  return name === '$_' ? (reader.scope.get(name) ?? anyLine(reader.given)) : undefined;
}

/** `ENV["X"]` */
function environment([name]: readonly Value[], { given }: ScriptReader): Value {
  const key = textOf(name);
  const text = key === undefined ? undefined : given.variable(key);
  return key === 'HOME' ? HOME : text === undefined ? UNKNOWN : textValue(text);
}

const HOME: Value = { kind: 'text', parts: [{ home: true }] };

/** The name of an entry of a folder. */
const ENTRY: Value = { kind: 'text', parts: [{ reason: 'glob' }] };

/** Starts of a program that the code may write to. */
const startsProcess =
  (name: string): Result =>
  (args, reader, at) =>
    reader.processes.started(at, EFFECTS.get(name)?.({ name, args, named: new Map() }) ?? []);

const PIPES = ['IO.popen', 'Open3.popen2', 'Open3.popen2e', 'Open3.popen3'];

/** Of parameters the value behind `=` is what they hold where no call gives them any. */
function isParameter({ tokens }: ScriptReader, at: number): boolean {
  for (let from = at - 1; from > at - MAX_BEFORE; from--) {
    const token = tokens[from];
    if (token === undefined || token.kind === 'newline') return false;
    if (token.kind === 'sign' && /^[;){}|]$/.test(token.text)) return false;
    if (token.kind === 'name' && token.text === 'def') return from < at - 1;
  }
  return false;
}

const MAX_BEFORE = 40;

const LANGUAGE: Language = {
  name: 'ruby',
  effects: EFFECTS,
  results: table<Result>({
    'File.join': (args) => ({ kind: 'text', parts: joinPaths(args) }),
    'File.expand_path': ([path]) => ({ kind: 'text', parts: expandHome(partsOf(path)) }),
    'Dir.glob': ([pattern]) => globbed(pattern),
    'File.read': ([path]) => contentOf(path),
    'IO.read': ([path]) => contentOf(path),
    Dir: ([pattern]) => globbed(pattern),
    'Dir.home': () => HOME,
    'Dir.pwd': () => textValue('.'),
    ENV: environment,
    'ENV.fetch': environment,
    ...Object.fromEntries(PIPES.map((name) => [name, startsProcess(name)])),
    ARGV: ([index], reader) => {
      const all: Value = { kind: 'list', items: reader.args.map(valueOfWord) };
      return index === undefined ? all : placeOf(all, Number(textOf(index)));
    },
    'ARGV.shift': (_, reader, at) => shiftedValue(reader, at),
    gets: (_, reader) => (reader.args.length > 0 ? UNKNOWN : anyLine(reader.given)),
    'STDIN.gets': (_, reader) => anyLine(reader.given),
    '$stdin.gets': (_, reader) => anyLine(reader.given),
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
  operand: rubyOperand,
  postfix: rubyPostfix,
  blocks: rubyBlocks,
  assigns: (reader, at) => {
    rubyAssigns(reader, at);
    rubyCalls(reader, at);
    rubyWrites(reader, at);
  },
  isKey: isParameter,
  ownCall: (reader, at) => calledOnEach(reader, at) ?? calledMethod(reader, at),
};

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
  blockEnds: rubyBlockEnds,
};

/** Ruby code, by its tokens: program starts, removals and writes with their arguments. */
export const analyzeRuby: CodeAnalyzer = (source, args, _, given) => analyzeScript(RUBY, source, { args, given });

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

export const analyzeRake: CodeAnalyzer = (source, args, _, given) => analyzeScript(RAKE, source, { args, given });
