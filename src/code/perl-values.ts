import { anyLine, INPUT } from './given-lines.ts';
import { flattened, itemAtKey, pairedValue, placeOf, restOf, withItem } from './keyed.ts';
import type { ScriptReader } from './script-reader.ts';
import { nameAt, readExpression, signAt, skipGroup, variableValue } from './script-reader.ts';
import { listValue, textValue, UNKNOWN, type Value, valueOfWord } from './value.ts';

/** `[0]`, `{key}`, behind a name or another of them. */
const SUBSCRIPT = '(?:(?:->)?(?:\\[[^\\][\\n]{0,80}\\]|\\{[^{}\\n]{0,80}\\}))';

/** A variable with what stands behind its name, as source of a pattern. */
export const VARIABLE = `[A-Za-z_]\\w*(?:::\\w+)*${SUBSCRIPT}{0,4}`;

const SUBSCRIPTS = new RegExp(SUBSCRIPT, 'g');

/** Any of the lines that the program reads from its standard input. */
export function linesRead({ given, args }: ScriptReader, isInput = false): Value {
  return args.length > 0 && !isInput ? INPUT : anyLine(given);
}

/** `$x`, `@x`, `$x[0]`, `$x{key}`, `$x->{a}[0]`; undefined where it is in no list. */
export function perlVariable(name: string, reader: ScriptReader): Value | undefined {
  const held = reader.scope.get(name);
  if (held !== undefined) return held;
  if (name === '@ARGV') return listValue(reader.args.map(valueOfWord));
  if (name === '$_') return linesRead(reader);
  const { base, subscripts } = partsOfName(name);
  const [first, ...rest] = subscripts;
  if (first === undefined) return undefined;
  if (base === 'ENV' && first.startsWith('{')) return environment(reader, keyText(first));
  const list = listNamed(base, first, reader);
  return [first, ...rest].reduce<Value>((value, one) => itemAtKey(value, keyOf(one, reader)), list);
}

function partsOfName(name: string): { readonly base: string; readonly subscripts: readonly string[] } {
  const base = /^[$@%](\w+(?:::\w+)*)/.exec(name)?.[1] ?? '';
  return { base, subscripts: name.slice(base.length + 1).match(SUBSCRIPTS) ?? [] };
}

/** The variable that an element belongs to. */
export function ownerOf(name: string): string {
  const { base, subscripts } = partsOfName(name);
  const [first] = subscripts;
  if (first === undefined) return name;
  return first.startsWith('->') ? `$${base}` : `${first.startsWith('[') ? '@' : '%'}${base}`;
}

function listNamed(base: string, subscript: string, reader: ScriptReader): Value {
  return variableValue(reader, ownerOf(`$${base}${subscript}`));
}

function keyText(subscript: string): string {
  return subscript
    .replace(/^->/, '')
    .slice(1, -1)
    .replace(/^\s*['"]?|['"]?\s*$/g, '');
}

function keyOf(subscript: string, reader: ScriptReader): Value {
  const text = keyText(subscript);
  if (/^[-\w.]*$/.test(text)) return textValue(text);
  return /^\$\w+$/.test(text) ? variableValue(reader, text) : UNKNOWN;
}

function environment(reader: ScriptReader, name: string): Value | undefined {
  if (name === 'HOME') return { kind: 'text', parts: [{ home: true }] };
  if (name === 'PWD') return staysInFolder(reader) ? textValue('.') : undefined;
  const text = reader.given.variable(name);
  return text === undefined ? undefined : textValue(text);
}

/** After chdir the variable still names the folder before. */
function staysInFolder({ tokens }: ScriptReader): boolean {
  return !tokens.some((token) => token.kind === 'name' && token.text === 'chdir');
}

/** Assigns to a variable, or to an element of one. */
export function setVariable(
  reader: ScriptReader,
  name: string,
  { value, at }: { readonly value: Value; readonly at: number },
): void {
  const { scope } = reader;
  const { base, subscripts } = partsOfName(name);
  const [first, ...more] = subscripts;
  if (first === undefined) reader.branches.set(scope, name, { value: ofSigil(name, value), at });
  else if (base === 'ENV') scope.set(name, value);
  else {
    const owner = ownerOf(name);
    scope.set(owner, more.length > 0 ? UNKNOWN : withItem(scope.get(owner), keyOf(first, reader), value));
  }
}

function ofSigil(name: string, value: Value): Value {
  if (name.startsWith('$')) return value;
  const list = value.kind === 'text' || value.kind === 'path' ? listValue([value]) : value;
  return name.startsWith('%') ? pairedValue(list) : list;
}

/** `my ($a, @rest) = ..`: each of the variables takes what stands at its place. */
export function setTogether(reader: ScriptReader, open: number): void {
  const end = skipGroup(reader, open);
  if (signAt(reader, open) !== '(' || signAt(reader, end) !== '=' || signAt(reader, end + 1) === '=') return;
  const names = reader.tokens.slice(open + 1, Math.min(end - 1, open + MAX_TOGETHER));
  if (
    !names.every(
      (token) => token.kind === 'variable' || (token.kind === 'sign' && token.text === ',') || isUndef(token),
    )
  )
    return;
  const { value } = readExpression(reader, end + 1, 0);
  const list = value.kind === 'text' || value.kind === 'path' ? listValue([value]) : value;
  const places = names.filter((token) => token.kind !== 'sign');
  for (const [place, token] of places.entries()) {
    if (token.kind !== 'variable') continue;
    const value = token.name.startsWith('$') ? placeOf(list, place) : restOf(list, place);
    if (/^(?:my|our|local|state)$/.test(nameAt(reader, open - 1))) reader.branches.forget(token.name);
    setVariable(reader, token.name, { value, at: open });
  }
}

const MAX_TOGETHER = 60;

function isUndef(token: { readonly kind: string; readonly text?: string }): boolean {
  return token.kind === 'name' && token.text === 'undef';
}

/** `push @x, ..`, `unshift @x, ..` */
export function pushed(reader: ScriptReader, at: number, items: readonly Value[]): void {
  const variable = reader.tokens[at];
  if (variable?.kind !== 'variable' || !variable.name.startsWith('@')) return;
  const before = reader.scope.get(variable.name) ?? listValue([]);
  const known = before.kind === 'list' && before.keys === undefined ? before.items : undefined;
  const isFirst = reader.tokens
    .slice(Math.max(0, at - 2), at)
    .some((one) => one.kind === 'name' && one.text === 'unshift');
  const all = flattened(isFirst ? [...items, ...(known ?? [])] : [...(known ?? []), ...items]);
  reader.scope.set(variable.name, known === undefined ? UNKNOWN : listValue(all));
}
