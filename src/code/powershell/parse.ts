import { Reader } from './reader.ts';
import type { Element, Redirection, Statement, Value } from './syntax.ts';
import { type ReadBody, readOperation, readValue, textValue, UNKNOWN } from './values.ts';

/** All statements of a text. Throws where it is nested too deeply; what makes no sense is passed over. */
export function parsePowershell(text: string): readonly Statement[] {
  const reader = new Reader(text);
  const found: Statement[] = [];
  while (!reader.isAtEnd) {
    found.push(...statements(reader));
    reader.at++; // a bracket that nothing opened
  }
  return found;
}

const readBody: ReadBody = (reader, end) => {
  const found = statements(reader);
  // what stands in the way of the end is passed over
  while (!reader.isAtEnd && reader.char !== end) {
    reader.at++;
    found.push(...statements(reader));
  }
  reader.at++;
  return found;
};

function statements(reader: Reader): Statement[] {
  const found: Statement[] = [];
  for (;;) {
    reader.skipSeparators();
    if (reader.isAtEnd || /[)}]/.test(reader.char)) return found;
    const before = reader.at;
    found.push(...statement(reader));
    if (reader.at === before) reader.at++;
  }
}

function statement(reader: Reader): readonly Statement[] {
  const keyword = reader.peek(/[a-z]+(?=[\s({;}]|$)/iy).toLowerCase();
  const read = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
  if (read === undefined) return pipeline(reader);
  reader.at += keyword.length;
  return reader.nested(() => read(reader));
}

type ReadStatement = (reader: Reader) => readonly Statement[];

const bodyOnly: ReadStatement = (reader) => optionalBlock(reader) ?? [];
const skipLine: ReadStatement = (reader) => {
  reader.take(/[^\n;]*/y);
  return [];
};
const loop: ReadStatement = (reader) => {
  const head = group(reader);
  return [{ kind: 'loop', head, body: optionalBlock(reader) ?? [] }];
};

const KEYWORDS: Readonly<Record<string, ReadStatement>> = {
  if: (reader) => {
    const head = [...group(reader)];
    const bodies = [optionalBlock(reader) ?? []];
    for (;;) {
      const word = reader
        .take(/\s*(?:elseif|else)\b/iy)
        .trim()
        .toLowerCase();
      if (word === '') return [{ kind: 'branch', head, bodies }];
      if (word === 'elseif') head.push(...group(reader));
      bodies.push(optionalBlock(reader) ?? []);
    }
  },
  switch: (reader) => {
    reader.skipBlanks();
    while (reader.take(/-[a-z]+\s+/iy) !== '');
    const head = group(reader);
    return [{ kind: 'branch', head, bodies: [optionalBlock(reader) ?? []] }];
  },
  foreach: (reader) => {
    if (reader.peek(/\s*\(/y) === '') return pipelineOf('foreach', reader);
    reader.take(/\s*\(\s*/y);
    const variable = reader.take(/\$\w+/y).slice(1).toLowerCase();
    reader.take(/\s+in\s/iy);
    const source = readBody(reader, ')');
    return [{ kind: 'each', variable, source, body: optionalBlock(reader) ?? [] }];
  },
  for: loop,
  while: loop,
  do: (reader) => {
    const body = optionalBlock(reader) ?? [];
    reader.take(/\s*(?:while|until)\b/iy);
    return [...body, { kind: 'branch', head: group(reader), bodies: [] }];
  },
  try: (reader) => {
    const body = optionalBlock(reader) ?? [];
    const bodies: (readonly Statement[])[] = [];
    while (reader.take(/\s*(?:catch|finally)\b(?:\s*\[[^\]]*\],?)*/iy) !== '') bodies.push(optionalBlock(reader) ?? []);
    return [...body, { kind: 'branch', head: [], bodies }];
  },
  function: functionOf,
  filter: functionOf,
  param: (reader) => {
    group(reader);
    return [];
  },
  begin: bodyOnly,
  process: bodyOnly,
  end: bodyOnly,
  trap: bodyOnly,
  return: pipeline,
  throw: pipeline,
  exit: pipeline,
  break: skipLine,
  continue: skipLine,
  using: skipLine,
};

function functionOf(reader: Reader): readonly Statement[] {
  const name = reader.take(/\s*[^\s({]+/y).trim();
  if (reader.peek(/\s*\(/y) !== '') group(reader);
  return [{ kind: 'function', name: name.toLowerCase(), body: optionalBlock(reader) ?? [] }];
}

function pipelineOf(name: string, reader: Reader): readonly Statement[] {
  return elementsFrom([command({ kind: 'text', parts: [{ text: name }], bare: true }, reader)], reader);
}

function group(reader: Reader): readonly Statement[] {
  reader.skipLines();
  return reader.take(/\(/y) === '' ? [] : readBody(reader, ')');
}

function optionalBlock(reader: Reader): readonly Statement[] | undefined {
  reader.skipLines();
  return reader.take(/\{/y) === '' ? undefined : readBody(reader, '}');
}

/** `$x =`, `[string]$x =`, `$env:X +=`. */
const ASSIGNS = /(?:\[[^\]\n]*\]\s*)?\$(?:\{[^}\n]*\}|(?:\w+:)?\w+)\s*(?:[-+*/%]|\?\?)?=(?!=)/y;
/** `$a.b =`, `$a[0] =`, `$a, $b =`: nothing here follows what they then hold. */
const ASSIGNS_PART = /\$\w+(?:\.\w+|\[[^\]\n]*\]|\s*,\s*\$\w+)+\s*[-+*/%]?=(?!=)/y;

function pipeline(reader: Reader): readonly Statement[] {
  reader.skipBlanks();
  const assigned = reader.take(ASSIGNS);
  if (assigned === '' && reader.take(ASSIGNS_PART) === '') return elementsFrom([element(reader)], reader);
  reader.skipLines();
  const value = statement(reader);
  const name = /\$\{?((?:\w+:)?\w+)/.exec(assigned)?.[1]?.toLowerCase();
  const [only, ...more] = value;
  if (name === undefined || only?.kind !== 'pipeline' || more.length > 0) return value;
  return [{ ...only, to: only.to ?? name, ...(/\+=$/.test(assigned) && { adds: true as const }) }];
}

function elementsFrom(first: readonly (Element | undefined)[], reader: Reader): readonly Statement[] {
  const elements = first.flatMap((one) => one ?? []);
  while (reader.take(/\s*\|(?!\|)\s*/y) !== '') {
    const next = element(reader);
    if (next !== undefined) elements.push(next);
  }
  reader.take(/[ \t]*&(?!&)/y); // in the background
  return elements.length === 0 ? [] : [{ kind: 'pipeline', elements }];
}

function element(reader: Reader): Element | undefined {
  reader.skipBlanks();
  if (reader.take(/&(?!&)\s*|\.(?=\s+\S)\s*|\.(?=[{$('"])/y) !== '') {
    const name = readValue(reader, readBody);
    return name === undefined ? undefined : command(name, reader);
  }
  if (reader.peek(/[$'"\u2018-\u201e([@{!]|[-+]?\d[\d.]*(?=[\s;|)}+*/]|$)|-not\b/iy) !== '') {
    const value = readOperation(reader, readBody);
    const redirects = redirections(reader);
    return value === UNKNOWN ? undefined : { kind: 'value', value, redirects };
  }
  const name = readValue(reader, readBody);
  return name === undefined ? undefined : command(name, reader);
}

function command(name: Value, reader: Reader): Element {
  return { kind: 'command', name, ...rest(reader) };
}

/** Behind a value; a block that follows it is a case of a switch. */
function redirections(reader: Reader): readonly Redirection[] {
  const found: Redirection[] = [];
  for (;;) {
    reader.skipBlanks();
    if (reader.take(STREAM) !== '') continue;
    const operator = reader.take(REDIRECT);
    if (operator === '') return found;
    reader.skipBlanks();
    const target = readValue(reader, readBody);
    if (target !== undefined) found.push({ append: operator.endsWith('>>'), target });
  }
}

/** `2>&1` */
const STREAM = /[\d*]?>&\d/y;
const REDIRECT = /[\d*]?>>?/y;

/** Arguments and redirections up to the end of a command. */
function rest(reader: Reader): { readonly args: readonly Value[]; readonly redirects: readonly Redirection[] } {
  const args: Value[] = [];
  const redirects: Redirection[] = [];
  for (;;) {
    reader.skipBlanks();
    if (reader.isAtEnd || /[\n;|&)}]/.test(reader.char)) return { args, redirects };
    if (reader.take(/--%/y) !== '') {
      args.push(...(reader.take(/[^\n|]*/y).match(/\S+/g) ?? []).map(textValue));
      continue;
    }
    redirects.push(...redirections(reader));
    const before = reader.at;
    const value = list(reader);
    if (value !== undefined) args.push(value);
    else if (reader.at === before && !/[\n;|&)}]/.test(reader.char)) reader.at++;
  }
}

/** `a, b`: one argument. */
function list(reader: Reader): Value | undefined {
  const first = readValue(reader, readBody);
  if (first === undefined) return undefined;
  const items = [first];
  while (reader.take(/[ \t]*,\s*/y) !== '') {
    const next = readValue(reader, readBody);
    if (next === undefined) break;
    items.push(next);
  }
  return items.length === 1 ? first : { kind: 'list', items };
}
