import { DOUBLE, type Reader, SINGLE } from './reader.ts';
import type { Part, Statement, Value } from './syntax.ts';

/** Reads statements up to a closing bracket, and goes behind it. */
export type ReadBody = (reader: Reader, end: ')' | '}') => readonly Statement[];

export const UNKNOWN: Value = { kind: 'unknown', inside: [] };

export function textValue(text: string): Value {
  return { kind: 'text', parts: [{ text }], bare: false };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', a: '\x07', e: '\x1b' };
/** What ends a word without quotes. */
const WORD_END = /[\s|;&(){},]/;
const VARIABLE = /\$(?:\{[^}]*\}|(?:[A-Za-z]\w*:)?[A-Za-z_]\w*|[$?^_]|\d+)/y;

/** One value as an argument or an operand; undefined = none begins here. */
export function readValue(reader: Reader, readBody: ReadBody): Value | undefined {
  const first = readFirst(reader, readBody);
  return first === undefined ? undefined : readMembers(first, reader, readBody);
}

function readFirst(reader: Reader, readBody: ReadBody): Value | undefined {
  const { char } = reader;
  if (/@['"\u2018-\u201e]/.test(reader.text.slice(reader.at, reader.at + 2))) return hereString(reader, readBody);
  const group = reader.take(/[$@]?\(/y);
  if (group !== '') return { kind: 'script', body: reader.nested(() => readBody(reader, ')')) };
  if (reader.take(/@\{/y) !== '') return reader.nested(() => table(reader, readBody));
  if (char === '{') {
    reader.at++;
    return { kind: 'block', body: reader.nested(() => readBody(reader, '}')) };
  }
  if (char === '[' && reader.peek(/\[[A-Za-z_][^\]\n]*\]?\]/y) !== '') return typed(reader, readBody);
  if (reader.take(/@(?=[A-Za-z_])/y) !== '') {
    reader.take(/\w+/y);
    return UNKNOWN;
  }
  return word(reader, readBody);
}

/** A word with all that stands in it: quotes, variables, `$( )`. */
function word(reader: Reader, readBody: ReadBody): Value | undefined {
  const parts: Part[] = [];
  let isBare = true;
  const startsWithVariable = reader.char === '$';
  while (!reader.isAtEnd && !WORD_END.test(reader.char)) {
    const { char } = reader;
    if (SINGLE.test(char)) {
      parts.push({ text: singleQuoted(reader) });
      isBare &&= parts.length > 1;
    } else if (DOUBLE.test(char)) {
      parts.push(...doubleQuoted(reader, readBody));
      isBare = false;
    } else if (char === '$') {
      parts.push(variablePart(reader, readBody));
      // a member of the variable, or a sum
      if (startsWithVariable && parts.length === 1 && reader.peek(/\??\.[A-Za-z_]|\[|::|\+/y) !== '') break;
    } else if (char === '`') {
      reader.at++;
      parts.push({ text: ESCAPES[reader.char] ?? reader.char });
      reader.at++;
    } else {
      parts.push({ text: reader.take(/[^\s|;&(){},'"`$\u2018-\u201e]+/y) || reader.take(/[\s\S]/y) });
    }
  }
  return parts.length === 0 ? undefined : { kind: 'text', parts, bare: isBare };
}

function singleQuoted(reader: Reader): string {
  reader.at++;
  let text = '';
  while (!reader.isAtEnd) {
    text += reader.take(/[^'\u2018-\u201b]+/y);
    if (reader.isAtEnd) break;
    reader.at++;
    if (!SINGLE.test(reader.char)) break;
    text += reader.char;
    reader.at++;
  }
  return text;
}

function doubleQuoted(reader: Reader, readBody: ReadBody): readonly Part[] {
  reader.at++;
  const parts: Part[] = [];
  while (!reader.isAtEnd) {
    if (DOUBLE.test(reader.char)) {
      reader.at++;
      if (!DOUBLE.test(reader.char)) break;
      parts.push({ text: '"' });
      reader.at++;
    } else parts.push(inQuotes(reader, readBody));
  }
  return parts.length === 0 ? [{ text: '' }] : parts;
}

function inQuotes(reader: Reader, readBody: ReadBody): Part {
  if (reader.char === '$') return variablePart(reader, readBody);
  if (reader.char === '`') {
    reader.at += 2;
    const char = reader.text[reader.at - 1] ?? '';
    return { text: ESCAPES[char] ?? char };
  }
  return { text: reader.take(/[^$`"\u201c-\u201e]+/y) || reader.take(/[\s\S]/y) };
}

function variablePart(reader: Reader, readBody: ReadBody): Part {
  if (reader.take(/\$\(/y) !== '') return { body: reader.nested(() => readBody(reader, ')')) };
  const name = reader.take(VARIABLE);
  if (name === '') return { text: reader.take(/\$/y) };
  return { variable: name.replace(/^\$\{?|\}$/g, '').toLowerCase() };
}

/** `@'..'@` and `@".."@`, whose end stands at the beginning of a line. */
function hereString(reader: Reader, readBody: ReadBody): Value {
  const quote = reader.text[reader.at + 1] ?? '';
  const isSingle = SINGLE.test(quote);
  reader.take(/@.[ \t]*\n?/y);
  const end = reader.text.slice(reader.at).search(isSingle ? /(?:^|\n)['\u2018-\u201b]@/ : /(?:^|\n)["\u201c-\u201e]@/);
  const stop = end < 0 ? reader.text.length : reader.at + end;
  if (isSingle) {
    const text = reader.text.slice(reader.at, stop);
    reader.at = stop;
    reader.take(/\n?.@/y);
    return textValue(text);
  }
  const parts: Part[] = [];
  while (reader.at < stop) {
    if (DOUBLE.test(reader.char)) {
      parts.push({ text: reader.char });
      reader.at++;
    } else parts.push(inQuotes(reader, readBody));
  }
  reader.take(/\n?["\u201c-\u201e]@/y);
  return { kind: 'text', parts, bare: false };
}

/** `@{ name = value; .. }`: what is in it runs. */
function table(reader: Reader, readBody: ReadBody): Value {
  const inside: Value[] = [];
  for (;;) {
    reader.skipSeparators();
    if (reader.isAtEnd || reader.take(/\}/y) !== '') break;
    if (reader.take(/[\w'". -]*=/y) !== '') continue;
    const value = readValue(reader, readBody);
    if (value === undefined) reader.at++;
    else inside.push(value);
  }
  return { kind: 'unknown', inside };
}

/** `[type]::member`, or a cast, which is what it casts. */
function typed(reader: Reader, readBody: ReadBody): Value {
  const name = reader.take(/\[[^\]\n]*\]+/y).replace(/[[\]]/g, '');
  reader.take(/[ \t]+(?=[[$'"(@{])/y);
  if (reader.take(/::/y) === '') return reader.nested(() => readFirst(reader, readBody)) ?? UNKNOWN;
  const method = reader.take(/[A-Za-z_]\w*/y);
  if (reader.take(/\(/y) === '') return UNKNOWN;
  return { kind: 'call', on: name.toLowerCase(), method: method.toLowerCase(), args: args(reader, readBody) };
}

/** Behind a value: `.Name`, `.Method(args)`, `[0]`. */
function readMembers(value: Value, reader: Reader, readBody: ReadBody): Value {
  if (value.kind === 'text' && value.bare && !isVariable(value)) return value;
  let result = value;
  for (let count = 0; ; count++) {
    if (count > MAX_CHAIN) throw new Error('nested too deeply');
    const member = reader.take(/(?:\?\.|\.|::)(?=[A-Za-z_'"$])/y);
    if (member !== '') {
      const name = reader
        .take(/['"]?[$\w]+['"]?/y)
        .replace(/['"]/g, '')
        .toLowerCase();
      if (reader.take(/\(/y) !== '') result = { kind: 'call', on: result, method: name, args: args(reader, readBody) };
      else if (!PATH_MEMBER.test(name)) result = unknownOf([result]);
    } else if (reader.take(/\[/y) !== '') {
      const index = readOperation(reader, readBody);
      reader.take(/[^\]\n]*\]/y);
      result = unknownOf([result, index]);
    } else return result;
  }
}

/** Nobody writes more calls in a row. */
const MAX_CHAIN = 100;

function unknownOf(values: readonly Value[]): Value {
  return { kind: 'unknown', inside: values.flatMap((value) => (value.kind === 'unknown' ? value.inside : [value])) };
}

/** What names the same file. */
const PATH_MEMBER = /^(fullname|path|pspath|providerpath|name|value)$/;

function isVariable(value: Value): boolean {
  const [part, ...more] = value.kind === 'text' ? value.parts : [];
  return part !== undefined && 'variable' in part && more.length === 0;
}

function args(reader: Reader, readBody: ReadBody): readonly Value[] {
  return reader.nested(() => {
    reader.skipLines();
    const value = readOperation(reader, readBody);
    reader.skipLines();
    while (!reader.isAtEnd && reader.take(/\)/y) === '') reader.at++;
    return value.kind === 'list' ? value.items : value === UNKNOWN ? [] : [value];
  });
}

const OPERATOR = /-[a-z]+\b|\+\+|--|\.\.|[+*/%!=?:-]+/iy;

/** Values with operators between them: texts that are added are one, a comma makes a list, the rest is not known. */
export function readOperation(reader: Reader, readBody: ReadBody): Value {
  const items: Value[] = [];
  const inside: Value[] = [];
  let isKnown = true;
  let operator = ',';
  for (;;) {
    reader.skipBlanks();
    if (reader.take(OPERATOR_BEFORE) !== '') {
      isKnown = false;
      continue;
    }
    const value = readValue(reader, readBody);
    if (value === undefined) break;
    inside.push(value);
    const last = items.at(-1);
    if (operator === ',') items.push(value);
    else if (operator === '+' && last?.kind === 'text' && value.kind === 'text')
      items.splice(-1, 1, { kind: 'text', parts: [...last.parts, ...value.parts], bare: false });
    else isKnown = false;
    reader.skipBlanks();
    operator = reader.take(/,\s*/y).trim() || reader.take(OPERATOR);
    if (operator === '') break;
    reader.skipLines();
  }
  if (inside.length === 0) return UNKNOWN;
  if (!isKnown) return { kind: 'unknown', inside };
  const [first, ...more] = items;
  return first !== undefined && more.length === 0 ? first : { kind: 'list', items };
}

const OPERATOR_BEFORE = /(?:!|-not\b|-join\b|-split\b|-bnot\b|\+\+|--|[+-](?=[$(\d]))\s*/iy;
