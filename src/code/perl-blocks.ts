import { eachAsList, flattened, placeOf } from './keyed.ts';
import { linesRead, pushed, setTogether } from './perl-values.ts';
import type { Definition } from './script-functions.ts';
import type { Token } from './script-lexer.ts';
import {
  type Block,
  nameAt,
  type Read,
  readArguments,
  readEntries,
  readExpression,
  readList,
  readOperand,
  type ScriptReader,
  signAt,
  skipGroup,
} from './script-reader.ts';
import { listValue, loopItem, partsOf, UNKNOWN, type Value } from './value.ts';

const LOOP = /^(?:for|foreach)$/;
/** File::Find: `find(sub {..}, folder)` sets `$_` to each entry, in its folder. */
const FINDS = /^(?:File::Find::)?find(?:depth)?$/;
const EACH = /^(?:map|grep|first|any|all)$/;
const DECLARES = /^(?:my|our|state|local)$/;

function belowLast(folder: Value | undefined): Value {
  return {
    kind: 'text',
    parts: folder === undefined ? [{ reason: 'glob' }] : [...partsOf(folder), '/', { reason: 'glob' }],
  };
}

/** All that stands in a list, lists in it without their brackets. */
function listAt(reader: ScriptReader, at: number): readonly Value[] {
  const { values } = readList(reader, signAt(reader, at) === '(' ? at + 1 : at, 0);
  const [only, ...more] = values;
  const isOfLists = values.length > 1 && values.every(({ kind }) => kind === 'list');
  if (only?.kind === 'list' && more.length === 0) return only.items;
  return isOfLists ? values : flattened(values);
}

/** What the variable of a loop holds that goes through a list. */
function itemAt(reader: ScriptReader, at: number): Value {
  return loopItem(listValue(listAt(reader, at)));
}

/** Loops, statements with a loop behind them, and functions. */
export function perlBlocks(reader: ScriptReader): readonly Block[] {
  const { tokens } = reader;
  const starts = statementStarts(tokens);
  const declared = declarations(tokens);
  return tokens.flatMap((token, at): readonly Block[] => {
    if (token.kind !== 'name') return [];
    if (LOOP.test(token.text)) return loopHead(reader, at) ?? loopBehind(reader, at, starts[at] ?? at);
    if (EACH.test(token.text) && signAt(reader, at + 1) === '{') {
      const end = skipGroup(reader, at + 1);
      return [{ from: at + 1, end, bound: () => new Map([['$_', itemAt(reader, end)]]) }];
    }
    if (token.text === 'while' && signAt(reader, at + 2) === '<') return readsLines(reader, at);
    if (FINDS.test(token.text)) return findsFiles(reader, at);
    return token.text === 'sub' ? subBlock(reader, at, declared) : [];
  });
}

/** `for my $x (LIST) {..}` */
function loopHead(reader: ScriptReader, at: number): readonly Block[] | undefined {
  const named = DECLARES.test(nameAt(reader, at + 1)) ? at + 2 : at + 1;
  const variable = reader.tokens[named];
  const isNamed = variable?.kind === 'variable';
  const open = isNamed ? named + 1 : at + 1;
  const body = skipGroup(reader, open);
  if (signAt(reader, open) !== '(' || signAt(reader, body) !== '{') return undefined;
  const name = isNamed ? variable.name : '$_';
  return [{ from: body, end: skipGroup(reader, body), bound: () => new Map([[name, itemAt(reader, open)]]) }];
}

function loopBehind(reader: ScriptReader, at: number, from: number): readonly Block[] {
  return [{ from, end: at, bound: () => new Map([['$_', itemAt(reader, at + 1)]]) }];
}

/** `while (<STDIN>) {..}` */
function readsLines(reader: ScriptReader, at: number): readonly Block[] {
  const body = skipGroup(reader, at + 1);
  const isInput = nameAt(reader, at + 3) === 'STDIN';
  return [{ from: body, end: skipGroup(reader, body), bound: () => new Map([['$_', linesRead(reader, isInput)]]) }];
}

/** A function that is named is somewhere else. */
function findsFiles(reader: ScriptReader, at: number): readonly Block[] {
  const end = skipGroup(reader, at + 1);
  const isHere = signAt(reader, at + 1) === '(' && nameAt(reader, at + 2) === 'sub';
  const bound = () => new Map([['$_', belowLast(readArguments(reader, at + 1).values.at(-1))]]);
  return [isHere ? { from: at, end, bound } : { from: 0, end: reader.tokens.length, bound }];
}

/** For each token the first one of its statement. */
function statementStarts(tokens: readonly Token[]): readonly number[] {
  const outer: number[] = [];
  let start = 0;
  return tokens.map((token, at) => {
    const sign = token.kind === 'sign' ? token.text : '';
    const before = start;
    if (/^[{([]$/.test(sign)) {
      outer.push(start);
      start = at + 1;
    } else if (/^[})\]]$/.test(sign)) start = outer.pop() ?? at + 1;
    else if (sign === ';') start = at + 1;
    return before;
  });
}

interface Declared {
  readonly at: number;
  readonly names: readonly string[];
}

/** The variables that code declares, in order. */
function declarations(tokens: readonly Token[]): readonly Declared[] {
  return tokens.flatMap((token, at): readonly Declared[] => {
    if (token.kind !== 'name' || !DECLARES.test(token.text)) return [];
    const names: string[] = [];
    for (let next = at + 1; next < at + MAX_DECLARED; next++) {
      const one = tokens[next];
      if (one?.kind === 'variable') names.push(one.name);
      else if (one?.kind !== 'sign' || !/^[(,]$/.test(one.text)) break;
      if (tokens[at + 1]?.kind === 'variable') break;
    }
    return [{ at, names }];
  });
}

const MAX_DECLARED = 40;
/** Declarations in one function beyond these keep their values behind it. */
const MAX_OWN = 100;

function subBlock(reader: ScriptReader, at: number, declared: readonly Declared[]): readonly Block[] {
  const named = reader.tokens[at + 1]?.kind === 'name' ? at + 2 : at + 1;
  const hasSignature = signAt(reader, named) === '(';
  const from = hasSignature ? skipGroup(reader, named) : named;
  if (signAt(reader, from) !== '{') return [];
  const end = skipGroup(reader, from);
  const first = firstBehind(declared, from);
  const inside = declared.slice(first, first + MAX_OWN).filter((one) => one.at < end);
  const definition: Definition = { name: nameOfSub(reader, at) ?? '', parameters: [{ name: '@_', kind: 'rest' }] };
  const places = hasSignature ? variablesIn(reader, named) : [];
  const bound = () => {
    const all = new Map(reader.functions.bound(definition));
    const given = all.get('@_') ?? UNKNOWN;
    for (const [place, name] of places.entries()) all.set(name, placeOf(given, place));
    return all;
  };
  return [{ from, end, bound, own: inside.flatMap(({ names }) => names), isFunction: true, shifts: '@_' }];
}

function firstBehind(declared: readonly Declared[], from: number): number {
  let [low, high] = [0, declared.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((declared[middle] as Declared).at < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function variablesIn(reader: ScriptReader, open: number): readonly string[] {
  const inside = reader.tokens.slice(open + 1, Math.min(skipGroup(reader, open), open + MAX_DECLARED));
  return inside.flatMap((token) => (token.kind === 'variable' ? [token.name] : []));
}

/** `sub clean`, `my $clean = sub`, `my %do = (clean => sub`: by which it is called. */
export function nameOfSub(reader: ScriptReader, at: number): string | undefined {
  const name = nameAt(reader, at + 1);
  if (name !== '') return name;
  const before = reader.tokens[at - 2];
  if (signAt(reader, at - 1) === '=' && before?.kind === 'variable') return before.name;
  if (signAt(reader, at - 1) !== '=>') return undefined;
  const key = before?.kind === 'name' ? before.text : before?.kind === 'text' ? String(before.pieces[0]) : undefined;
  const hash = key === undefined ? undefined : hashAround(reader, at);
  return hash === undefined ? undefined : `${hash}{${key}}`;
}

/** `$do` or `$do->` of the hash that is assigned around a token. */
function hashAround(reader: ScriptReader, at: number): string | undefined {
  for (let open = at - 1; open > 1 && at - open < MAX_AROUND; open--) {
    if (!/^[({]$/.test(signAt(reader, open)) || skipGroup(reader, open) <= at) continue;
    const variable = reader.tokens[open - 2];
    if (signAt(reader, open - 1) !== '=' || variable?.kind !== 'variable') return undefined;
    const base = variable.name.slice(1);
    return variable.name.startsWith('%') ? `$${base}` : `$${base}->`;
  }
  return undefined;
}

const MAX_AROUND = 400;

/** Operands that only Perl has: `map {..} LIST`, `<STDIN>`, `{ a => 1 }`, `@$x`, `@{..}`, `sub {..}`. */
export function perlOperand(reader: ScriptReader, at: number, depth: number): Read | undefined {
  const token = reader.tokens[at];
  if (token?.kind === 'name') return listOperand(reader, at, depth);
  if (token?.kind !== 'sign') return undefined;
  if (token.text === '{') return readEntries(reader, at, depth);
  if (token.text === '+' && /^[({]$/.test(signAt(reader, at + 1))) return readOperand(reader, at + 1, depth + 1);
  if (token.text === '<' && signAt(reader, at + 1) === '>') return { value: linesRead(reader), next: at + 2 };
  if (token.text === '<' && signAt(reader, at + 2) === '>') {
    const isInput = nameAt(reader, at + 1) === 'STDIN';
    return { value: isInput ? linesRead(reader, true) : UNKNOWN, next: at + 3 };
  }
  if (!/^[@%]$/.test(token.text)) return undefined;
  if (reader.tokens[at + 1]?.kind === 'variable') return readOperand(reader, at + 1, depth + 1);
  if (signAt(reader, at + 1) !== '{') return undefined;
  return { value: readExpression(reader, at + 2, depth + 1).value, next: skipGroup(reader, at + 1) };
}

const KEEPS_ITEMS = /^(?:grep|sort|reverse|uniq|keys|values)$/;

/** What a function of lists gives, whose first argument may be a block. */
function listOperand(reader: ScriptReader, at: number, depth: number): Read | undefined {
  const name = nameAt(reader, at);
  const open = signAt(reader, at + 1) === '(' ? at + 2 : at + 1;
  const isBlock = signAt(reader, open) === '{';
  if (DECLARES.test(name)) return readOperand(reader, at + 1, depth + 1);
  if (name === 'sub') return { value: UNKNOWN, next: behindSub(reader, at) };
  if (name !== 'map' && !KEEPS_ITEMS.test(name)) return undefined;
  const { values, next } = readList(reader, isBlock ? skipGroup(reader, open) : open, depth + 1);
  const end = open === at + 2 ? skipGroup(reader, at + 1) : next;
  if (/^(?:keys|values)$/.test(name)) return undefined;
  const items = listValue(flattened(!isBlock && /^(?:map|grep)$/.test(name) ? values.slice(1) : values));
  if (name !== 'map') return { value: items, next: end };
  return { value: isBlock ? mapped(reader, open, items, depth) : UNKNOWN, next: end };
}

function behindSub(reader: ScriptReader, at: number): number {
  const from = signAt(reader, at + 1) === '(' ? skipGroup(reader, at + 1) : at + 1;
  return signAt(reader, from) === '{' ? skipGroup(reader, from) : from;
}

/** What the one expression of a block gives for each item. */
function mapped(reader: ScriptReader, open: number, items: Value, depth: number): Value {
  const { scope } = reader;
  const before = scope.get('$_');
  scope.set('$_', loopItem(items));
  const { value, next } = readExpression(reader, open + 1, depth + 1);
  if (before === undefined) scope.delete('$_');
  else scope.set('$_', before);
  return next === skipGroup(reader, open) - 1 ? eachAsList(value) : UNKNOWN;
}

/** `my ($a, $b) = ..`, `push @x, ..`, `my @x;` */
export function perlAssigns(reader: ScriptReader, at: number): void {
  const name = nameAt(reader, at);
  const variable = reader.tokens[at + 1];
  if (signAt(reader, at) === '(') setTogether(reader, at);
  else if (/^(?:push|unshift)$/.test(name)) {
    const open = signAt(reader, at + 1) === '(' ? at + 2 : at + 1;
    pushed(reader, open, flattened(readList(reader, open, 0).values.slice(1)));
  } else if (DECLARES.test(name) && variable?.kind === 'variable' && signAt(reader, at + 2) === ';')
    reader.scope.set(variable.name, variable.name.startsWith('$') ? UNKNOWN : listValue([]));
}
