import { codeFile } from '../wrappers/peeled.ts';
import { type Effect, evaluates, moves, opens, runsShell, table, touches } from './effects.ts';
import type { CodeAnalyzer } from './finding.ts';
import { anyLine } from './given-lines.ts';
import { itemAtKey, joinedItems, keyedValue } from './keyed.ts';
import { luaBlockEnds, luaTokens } from './lua-tokens.ts';
import {
  callArguments,
  isCalled,
  isLuaKey,
  luaAssigns,
  luaBlocks,
  luaCalls,
  luaOperand,
  luaPostfix,
  luaWrites,
} from './lua-values.ts';
import { isProcess } from './processes.ts';
import {
  type CalledName,
  dottedName,
  type Language,
  nameAt,
  type Result,
  readList,
  type ScriptReader,
  signAt,
} from './script-reader.ts';
import { analyzeScript, type ScriptLanguage } from './script-run.ts';
import { textOf, textValue, UNKNOWN, valueOfWord, wordOf } from './value.ts';
import { filledIn } from './value-methods.ts';

const loads = evaluates('lua');

const EFFECTS: ReadonlyMap<string, Effect> = table({
  'os.execute': runsShell,
  'io.popen': runsShell,
  'os.remove': touches('rm', '-rf'),
  'os.rename': moves('mv'),
  'io.open': opens,
  'vim.fn.system': runsShell,
  load: loads,
  loadstring: loads,
  dofile: ({ args: [path] }) => (path === undefined ? [] : [codeFile('lua', wordOf(path))]),
});

/** `arg`: its first item is the first argument. */
const programArguments: Result = ([index], { args }) => {
  const list = keyedValue(
    args.map((word) => [undefined, valueOfWord(word)] as const),
    1,
  );
  return index === undefined ? list : itemAtKey(list, index);
};

const environment: Result = ([name], { given }) => {
  const key = textOf(name);
  const text = key === undefined ? undefined : given.variable(key);
  if (key === 'HOME') return { kind: 'text', parts: [{ home: true }] };
  return text === undefined ? UNKNOWN : textValue(text);
};

const LANGUAGE: Language = {
  name: 'lua',
  effects: EFFECTS,
  results: table<Result>({
    'os.getenv': environment,
    'io.read': (_, { given }) => anyLine(given),
    'string.format': ([format = UNKNOWN, ...args]) => filledIn(format, args) ?? UNKNOWN,
    'table.concat': ([list = UNKNOWN, separator]) => joinedItems(list, textOf(separator) ?? ''),
    tostring: ([value = UNKNOWN]) => value,
    arg: programArguments,
    'io.popen': (args, reader, at) =>
      reader.processes.started(at, runsShell({ name: 'io.popen', args: args.slice(0, 1), named: new Map() })),
  }),
  concat: '..',
  member: /^[.:]$/,
  variable: () => undefined,
  ends: /^(?:do|then|end|else|elseif|until|in|return|local|if|while|for|repeat|break|goto)$/,
  methods: new Map(),
  operand: luaOperand,
  postfix: luaPostfix,
  blocks: luaBlocks,
  assigns: (reader, at) => {
    luaAssigns(reader, at);
    luaCalls(reader, at);
    luaWrites(reader, at);
  },
  isKey: isLuaKey,
  isCall: isCalled,
  firstKey: 1,
  goesOn: /^(?:and|or)$/,
  ownCall: (reader, at) => handedOn(reader, at) ?? calledByAlias(reader, at),
};

/** What only looks at a function. */
const LOOKS = /^(?:print|type|tostring|assert)$/;

/** `pcall(os.execute, "x")`: a function among the arguments of one that may call it. */
function handedOn(reader: ScriptReader, at: number): CalledName | undefined {
  const caller = nameAt(reader, at);
  if (caller === '' || LOOKS.test(caller) || signAt(reader, at + 1) !== '(') return undefined;
  const [first, ...args] = readList(reader, at + 2, 0).values;
  return first?.kind === 'name' && EFFECTS.has(first.name) ? { name: first.name, args } : undefined;
}

/** `local e = os.execute; e("x")`, `local o = os; o.execute("x")` */
function calledByAlias(reader: ScriptReader, at: number): CalledName | undefined {
  const held = reader.scope.get(nameAt(reader, at));
  if (held?.kind !== 'name' || isProcess(held) || /^[.:]$/.test(signAt(reader, at - 1))) return undefined;
  const { name, next } = dottedName(reader, at);
  const full = name.replace(/^[^.]*/, held.name);
  return isCalled(reader, next) ? { name: full, args: callArguments(reader, next).values } : undefined;
}

const LUA: ScriptLanguage = { name: 'lua', language: LANGUAGE, tokens: luaTokens, blockEnds: luaBlockEnds };

/** Lua code, by its tokens: program starts, removals and writes with their arguments. */
export const analyzeLua: CodeAnalyzer = (source, args, _, given) => analyzeScript(LUA, source, { args, given });
