import type { Effect } from './effects.ts';
import { flattened } from './keyed.ts';
import { nameOfSub } from './perl-blocks.ts';
import { isProcess } from './processes.ts';
import { isBareWord } from './script-calls.ts';
import { nameAt, readArguments, readList, type ScriptReader, signAt, skipGroup } from './script-reader.ts';
import { concatValues, textOf, textValue, UNKNOWN, type Value } from './value.ts';
import { filledIn } from './value-methods.ts';

/** The names by which the code's own functions are called, found once for each code. */
const NAMES = new WeakMap<object, Names>();

interface Names {
  readonly functions: ReadonlySet<string>;
  /** of functions in variables: `$run`, `$do{clean}`, by the name of the variable */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

function namesIn(reader: ScriptReader): Names {
  const known = NAMES.get(reader.tokens);
  if (known !== undefined) return known;
  const all = reader.tokens.flatMap((_, at) => (nameAt(reader, at) === 'sub' ? (nameOfSub(reader, at) ?? []) : []));
  const held = new Map<string, string[]>();
  for (const name of all)
    if (name.startsWith('$')) held.set(baseOf(name), [...(held.get(baseOf(name)) ?? []), name].slice(0, MAX_HELD));
  const names = { functions: new Set(all.filter((name) => !name.startsWith('$'))), held };
  NAMES.set(reader.tokens, names);
  return names;
}

const MAX_HELD = 100;

function baseOf(name: string): string {
  return /^[$@%](\w*)/.exec(name)?.[1] ?? '';
}

/** Notes what the code's own functions are called with. */
export function perlCalls(reader: ScriptReader, at: number): void {
  const token = reader.tokens[at];
  const names = namesIn(reader);
  if (token?.kind === 'name' && names.functions.has(token.text)) calledByName(reader, at, token.text);
  if (token?.kind === 'variable' && names.held.has(baseOf(token.name))) calledInVariable(reader, at, token.name, names);
  const [only, ...more] = token?.kind === 'text' ? token.pieces : [];
  if (typeof only === 'string' && more.length === 0 && names.functions.has(only) && signAt(reader, at + 1) !== '=>')
    reader.functions.mention(only);
}

function calledByName(reader: ScriptReader, at: number, name: string): void {
  if (isBareWord(reader, at, at + 1)) return;
  const isReference = signAt(reader, at - 1) === '&' && signAt(reader, at - 2) === '\\';
  const isPassed = signAt(reader, at - 1) === '&' && signAt(reader, at + 1) !== '(';
  if (isReference || isPassed) {
    reader.functions.mention(name);
    return;
  }
  const isMethod = signAt(reader, at - 1) === '->';
  const { values, named } = readArguments(reader, at + 1);
  reader.functions.add(name, { args: [...(isMethod ? [UNKNOWN] : []), ...flattened(values)], named });
}

/** `$run->(..)`, `&$run(..)`, `$do{clean}->(..)` */
function calledInVariable(reader: ScriptReader, at: number, name: string, { held }: Names): void {
  const all = held.get(baseOf(name)) ?? [];
  const isDefined = signAt(reader, at + 1) === '=' && !signAt(reader, at + 2).startsWith('=');
  const isCall = signAt(reader, at + 1) === '->' && signAt(reader, at + 2) === '(';
  const open = isCall ? at + 2 : signAt(reader, at - 1) === '&' && signAt(reader, at + 1) === '(' ? at + 1 : undefined;
  const called = name.replace(/\{['"](\w+)['"]\}$/, '{$1}');
  if (open !== undefined && all.includes(called)) {
    const { values, named } = readList(reader, open + 1, 0);
    reader.functions.add(called, { args: flattened(values), named });
  } else if (!isDefined) for (const one of all) reader.functions.mention(one);
}

const WRITES = /^(?:print|printf|say|syswrite)$/;

/** Notes programs that are started to be written to, and what is written. */
export function perlWrites(reader: ScriptReader, at: number): void {
  const name = nameAt(reader, at);
  if (WRITES.test(name)) writes(reader, at, name);
}

/** `open my $h, "|-", "sh"`, `open(SH, "| sh")`, `open2(my $out, my $in, "sh")` */
export function startsProcess(reader: ScriptReader, at: number, effect: Effect): void {
  const name = nameAt(reader, at);
  const { values, named } = readArguments(reader, at + 1);
  const isPiped = name !== 'open' || /^\s*\|/.test(String(textOf(values[1]) ?? beginning(values[1])));
  if (!isPiped) return;
  const process = reader.processes.started(at, effect({ name, args: values, named }));
  for (const handle of handlesAt(reader, signAt(reader, at + 1) === '(' ? at + 2 : at + 1, name === 'open' ? 1 : 2))
    reader.scope.set(handle, process);
}

function beginning(value: Value | undefined): unknown {
  return value?.kind === 'text' ? value.parts[0] : undefined;
}

function handlesAt(reader: ScriptReader, from: number, count: number): readonly string[] {
  const found: string[] = [];
  for (let at = from; at < from + MAX_HANDLE && found.length < count; at++) {
    const token = reader.tokens[at];
    if (token?.kind === 'variable') found.push(token.name);
    else if (token?.kind === 'name' && !/^(?:my|our|local)$/.test(token.text)) found.push(token.text);
  }
  return found;
}

const MAX_HANDLE = 8;

/** `print $h ..`, `print {$h} ..`, `printf SH ..` */
function writes(reader: ScriptReader, at: number, name: string): void {
  const inner = signAt(reader, at + 1) === '(' ? at + 2 : at + 1;
  const isBlock = signAt(reader, inner) === '{';
  const isMethod = signAt(reader, at - 1) === '->';
  const place = isMethod ? at - 2 : isBlock ? inner + 1 : inner;
  const token = reader.tokens[place];
  const handle =
    token?.kind === 'variable'
      ? reader.scope.get(token.name)
      : token?.kind === 'name'
        ? reader.scope.get(token.text)
        : undefined;
  if (!isProcess(handle)) return;
  const from = isMethod ? inner : isBlock ? skipGroup(reader, inner) : inner + 1;
  const start = name === 'syswrite' || signAt(reader, from) === ',' ? from + 1 : from;
  const { values } = readList(reader, start, 0);
  const items = flattened(values);
  const [format = UNKNOWN, ...rest] = items;
  const text =
    name === 'printf' ? (filledIn(format, rest) ?? UNKNOWN) : concatValues(name === 'syswrite' ? [format] : items);
  reader.processes.write(handle, name === 'say' ? concatValues([text, textValue('\n')]) : text);
}
