import { inDirectory } from './directory.ts';
import {
  changes,
  type Effect,
  effectsOf,
  moves,
  opens,
  reads,
  runsProgram,
  startFinding,
  table,
  touches,
} from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { concatValues, textValue, UNKNOWN, type Value } from './value.ts';

/** Go and Rust, as far as calls of their standard libraries with literal arguments need them. */
interface Token {
  readonly kind: 'text' | 'name' | 'sign';
  readonly value: string;
  readonly at: number;
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"((?:[^"\\]|\\[\s\S])*)(?:"|$)|\br(#+)"([\s\S]*?)(?:"\2|$)|`([^`]*)(?:`|$)|'(?:[^'\\\n]|\\[^\n]{1,8})'|'\w+|([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*!?)|\d[\w.]*|(:=|[^\s\w])/g;

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { index: at, 1: double, 3: hashed, 4: raw, 5: name, 6: sign } of source.matchAll(TOKEN)) {
    if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('::', '.'), at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign, at });
    else if (double !== undefined) tokens.push({ kind: 'text', value: decodeEscapes(double), at });
    else if (hashed !== undefined || raw !== undefined) tokens.push({ kind: 'text', value: hashed ?? raw ?? '', at });
  }
  return tokens;
}

/** Names that are given one literal text in all of the code, and nothing else: no parameter and no loop has such a name. */
type Constants = ReadonlyMap<string, Value>;

function constantsIn(tokens: readonly Token[]): Constants {
  const found = new Map<string, Value>();
  tokens.forEach(({ kind, value }, at) => {
    const [before, next, end] = [tokens[at - 1]?.value ?? '', tokens[at + 1], tokens[at + 2]];
    if (kind === 'name' && isBound(before, next)) found.set(value, UNKNOWN);
    if (kind !== 'sign' || !/^:?=$/.test(value) || next?.value === '=' || /^[=!<>+]$/.test(before)) return;
    const name = nameBefore(tokens, at);
    if (name === undefined) return;
    const isAlone = next?.kind === 'text' && (end?.kind !== 'sign' || /^[;)}]$/.test(end.value));
    found.set(name, isAlone && !found.has(name) ? textValue(next.value) : UNKNOWN);
  });
  return found;
}

/** `(name string`, `, name: &str`, `for name in`, `|name|` */
function isBound(before: string, next: Token | undefined): boolean {
  if (/^(?:for|\|)$/.test(before)) return true;
  return /^[(,]$/.test(before) && (next?.kind === 'name' || next?.value === ':');
}

/** `x = `, `x string = `, `x: &str = ` */
function nameBefore(tokens: readonly Token[], at: number): string | undefined {
  for (let from = at - 1; from >= 0 && at - from < 6; from--) {
    const { kind, value } = tokens[from] as Token;
    const before = tokens[from - 1];
    if (kind === 'sign' && !/^[:&']$/.test(value)) return undefined;
    const isFirst = before === undefined || /^(?:let|mut|const|static|var|[;{}(,])$/.test(before.value);
    if (kind === 'name' && (isFirst || from === at - 1) && !/^(?:str|string|String)$/.test(value)) return value;
  }
  return undefined;
}

/** Tokens of the arguments of one call: keeps reading linear. */
const MAX_TOKENS = 80;

interface Given {
  readonly args: readonly Value[];
  /** behind the closing bracket */
  readonly next: number;
}

/** The items between brackets; those of an inner list are a list, and what is computed is not known. */
function itemsFrom(tokens: readonly Token[], open: number, constants: Constants): Given {
  const args: Value[] = [];
  let item: Token[] = [];
  let depth = 0;
  let at = open;
  const close = () => {
    if (item.length > 0) args.push(itemValue(item, constants));
    item = [];
  };
  for (; at < Math.min(tokens.length, open + MAX_TOKENS); at++) {
    const token = tokens[at] as Token;
    const { value } = token;
    const isSign = token.kind === 'sign';
    if (isSign && /[([{]/.test(value)) depth++;
    if (isSign && /[)\]}]/.test(value) && --depth === 0) {
      close();
      return { args, next: at + 1 };
    }
    if (depth === 1 && isSign && value === ',') close();
    else if (at > open) item.push(token);
  }
  return { args: [UNKNOWN], next: at };
}

function itemValue(item: readonly Token[], constants: Constants): Value {
  const from = item[0]?.value === '&' ? 1 : 0;
  const first = item[from];
  const open = item.findIndex(({ kind, value }) => kind === 'sign' && /[[{]/.test(value));
  if (first?.kind === 'text' || (first?.kind === 'name' && constants.has(first.value)))
    return joined(item.slice(from), constants);
  // `String::from("x")`, `Path::new("x")`
  if (first?.kind === 'name' && /^(?:String|PathBuf)\.from$|^Path\.new$/.test(first.value)) {
    const { args, next } = itemsFrom(item, from + 1, constants);
    return next === item.length ? (args[0] ?? UNKNOWN) : UNKNOWN;
  }
  const isList = /^(?:vec!|\[)$/.test(first?.value ?? '');
  if (!isList || open < 0) return UNKNOWN;
  // `[]string{"a"}`
  const braces = item.findIndex(({ kind, value }) => kind === 'sign' && value === '{');
  const { args, next } = itemsFrom(item, braces < 0 ? open : braces, constants);
  return next === item.length ? { kind: 'list', items: args } : UNKNOWN;
}

/** Texts joined by `+`; what is done to a text in Rust leaves it the same: `.to_string()`. */
function joined(item: readonly Token[], constants: Constants): Value {
  const values: Value[] = [];
  for (let at = 0; at < item.length; at++) {
    const { kind, value } = item[at] as Token;
    const next = item[at + 1];
    const constant = kind === 'name' ? constants.get(value) : undefined;
    if (kind === 'text') values.push(textValue(value));
    else if (constant !== undefined && next?.value !== '(') values.push(constant);
    else if (value === '.' && /^(?:to_string|to_owned|into|as_str)$/.test(next?.value ?? '')) at += 3;
    else if (value !== '+') return UNKNOWN;
  }
  return concatValues(values);
}

interface Library {
  /** by the last two names of a path */
  readonly effects: ReadonlyMap<string, Effect>;
  /** methods behind a call whose arguments it takes as well */
  readonly chain?: RegExp;
  /** sets the directory of the program itself */
  readonly chdir: string;
  /** code that gives a start another directory */
  readonly elsewhere: RegExp;
}

function analyzer({ effects, chain, chdir, elsewhere }: Library): CodeAnalyzer {
  return (source) => {
    const tokens = tokensOf(source);
    const constants = constantsIn(tokens);
    const isElsewhere = elsewhere.test(source);
    const found: CodeFinding[] = [];
    let directory: Value | undefined;
    let [line, counted] = [1, 0];
    tokens.forEach((token, at) => {
      if (token.kind !== 'name' || tokens[at + 1]?.value !== '(') return;
      const name = token.value.split('.').slice(-2).join('.');
      if (name === chdir)
        directory = directory === undefined ? (itemsFrom(tokens, at + 1, constants).args[0] ?? UNKNOWN) : UNKNOWN;
      const effect = effects.get(name);
      if (effect === undefined || tokens[at - 1]?.value === '.' || /^(?:func|fn)$/.test(tokens[at - 1]?.value ?? ''))
        return;
      const args = argumentsOf(tokens, at + 1, constants, chain);
      for (; counted < token.at; counted++) if (source[counted] === '\n') line++;
      const isStart = effect === runsProgram || effect === withContext;
      const cwd = isElsewhere && isStart ? UNKNOWN : directory;
      for (const one of effectsOf(effect, { name, args, named: new Map() }))
        found.push({ ...inDirectory(one, cwd), line });
    });
    return found;
  };
}

function argumentsOf(
  tokens: readonly Token[],
  open: number,
  constants: Constants,
  chain: RegExp | undefined,
): readonly Value[] {
  let { args, next } = itemsFrom(tokens, open, constants);
  while (chain !== undefined && tokens[next]?.value === '.' && chain.test(tokens[next + 1]?.value ?? '')) {
    const more = itemsFrom(tokens, next + 2, constants);
    args = [...args, ...more.args];
    next = more.next;
  }
  return args;
}

/** `CommandContext(ctx, program, words)` */
const withContext: Effect = (call) => runsProgram({ ...call, args: call.args.slice(1) });

/** `syscall.Exec(path, argv, env)` */
const executes: Effect = ({ args: [path = UNKNOWN, argv] }) =>
  startFinding([path, ...(argv?.kind === 'list' ? argv.items.slice(1) : [UNKNOWN])]);

/** Source: pkg.go.dev/os, os/exec, go 1.22. */
export const analyzeGo: CodeAnalyzer = analyzer({
  effects: table({
    'exec.Command': runsProgram,
    'exec.CommandContext': withContext,
    'syscall.Exec': executes,
    'unix.Exec': executes,
    'os.RemoveAll': touches('rm', '-rf'),
    'os.Remove': touches('rm', '-f'),
    'os.Rename': moves('mv'),
    'os.Truncate': touches('truncate', '-s', '0'),
    'os.WriteFile': touches('tee'),
    'ioutil.WriteFile': touches('tee'),
    'os.Create': touches('tee'),
    'os.ReadFile': reads,
    'ioutil.ReadFile': reads,
    'os.Open': reads,
    'os.Symlink': moves('ln', '-s'),
    'os.Link': moves('ln'),
    'os.Chmod': changes('chmod', 1),
  }),
  chdir: 'os.Chdir',
  elsewhere: /\.Dir\s*=|\bDir:/,
});

const FS = {
  remove_dir_all: touches('rm', '-rf'),
  remove_file: touches('rm', '-f'),
  remove_dir: touches('rmdir'),
  rename: moves('mv'),
  copy: moves('cp'),
  write: touches('tee'),
  read_to_string: reads,
  hard_link: moves('ln'),
};

/** Source: doc.rust-lang.org/std, 1.80. */
export const analyzeRust: CodeAnalyzer = analyzer({
  effects: table({
    'Command.new': runsProgram,
    remove_dir_all: FS.remove_dir_all,
    remove_file: FS.remove_file,
    ...Object.fromEntries(Object.entries(FS).map(([name, effect]) => [`fs.${name}`, effect])),
    'File.create': touches('tee'),
    'File.open': opens,
    'fs.symlink': moves('ln', '-s'),
  }),
  chain: /^args?$/,
  chdir: 'env.set_current_dir',
  elsewhere: /\.current_dir\s*\(/,
});
