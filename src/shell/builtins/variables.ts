import type { Assignment } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { assignInShell, wordToValue } from '../environment.ts';
import { type Feed, linesLeft } from '../feed.ts';
import type { Declared } from '../machine.ts';
import type { Variable } from '../scope.ts';
import { A_NUMBER, concat, EMPTY, known, unknown, type Value } from '../value.ts';
import { evaluateName } from '../walk/test-command.ts';
import { evaluateValue } from '../word/expand.ts';
import { valueWord } from '../word/fields.ts';
import { formatText } from '../word/format.ts';
import type { Call } from './builtin.ts';

/** `export`, `declare`, `typeset`, `local`, `readonly`: their options and their assignments. */
export function declare(call: Call): void {
  const { start, frame } = call;
  const name = wordValue(start.argv[0]) ?? '';
  let options = '';
  for (const word of start.argv.slice(1)) {
    const value = wordValue(word);
    const declared = start.declared?.get(word);
    if (declared === undefined && value !== undefined && /^[-+][A-Za-z]+$/.test(value)) {
      options += value.startsWith('-') ? value.slice(1) : '';
      continue;
    }
    const assignment = declared ?? readAssignment(word, call);
    if (assignment !== undefined) assign(assignment, name, options, word, call);
    else if (value !== undefined) mark(value, name, options, call);
    else if (name !== 'export' && name !== 'readonly')
      evaluateName(wordToValue(word, call.machine), call.machine, frame);
  }
}

/** A word that is an assignment only after expansion: `"X=$y"`. */
function readAssignment(word: Word, { machine }: Call): Declared | undefined {
  const value = wordToValue(word, machine);
  const start = value.known ? value.text : value.prefix;
  const match = /^([A-Za-z_]\w*)(\+?)=/.exec(start);
  if (match === null) return undefined;
  const [all, name = '', plus] = match;
  const rest: Value = value.known
    ? known(value.text.slice(all.length))
    : { ...value, prefix: value.prefix.slice(all.length) };
  return { name, value: rest, isArray: false, append: plus === '+' };
}

function assign(declared: Declared, builtin: string, options: string, word: Word, call: Call): void {
  const { machine, frame } = call;
  const held = frame.scope.variable(declared.name);
  const joined = declared.append ? concat(held?.value ?? unknown('variable'), declared.value) : declared.value;
  const value = options.includes('i') ? evaluateValue(joined, declared.name, machine, frame) : joined;
  const exported = builtin === 'export' || options.includes('x') || held?.exported === true;
  const more: Omit<Variable, 'value'> = {
    ...(exported ? { exported } : {}),
    ...(declared.isArray && !declared.append && declared.elements !== undefined
      ? { elements: declared.elements }
      : declared.isArray
        ? { list: true }
        : {}),
    ...(options.includes('A') ? { associative: true, list: true } : {}),
    ...(options.includes('n') && value.known ? { target: value.text } : {}),
  };
  const text = word.text.slice(word.text.indexOf('=') + 1);
  const written: Assignment = {
    name: declared.name,
    value: valueWord(value, { text }),
    ...(word.span === undefined ? {} : { span: word.span }),
  };
  assignInShell(declared.name, value, written, { machine, frame, more });
}

/** A name without a value: `export X`, `export -f f`, `export -n X`. */
function mark(name: string, builtin: string, options: string, { machine, frame }: Call): void {
  const { scope } = frame;
  if (options.includes('f')) {
    const held = scope.functions.get(name);
    if (held !== undefined) scope.functions.set(name, { ...held, exported: true });
    return;
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    if (builtin !== 'export' && builtin !== 'readonly') evaluateName(known(name), machine, frame);
    return;
  }
  const held = scope.variable(name);
  if (builtin === 'export' || options.includes('x')) {
    const value = held?.value ?? unknown('variable');
    assignInShell(
      name,
      value,
      { name, value: valueWord(value, { text: name }) },
      { machine, frame, more: { ...held, exported: true } },
    );
  } else if (options.includes('A')) scope.assign(name, unknown('variable'), { associative: true, list: true });
  else if (builtin === 'local') scope.assign(name, EMPTY);
}

/** `unset X`, `unset -f f`. */
export function unset({ start, frame, machine }: Call): void {
  let functions = false;
  for (const word of start.argv.slice(1)) {
    const name = wordValue(word);
    if (name === '-f') functions = true;
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name)) {
      if (name === undefined || !name.startsWith('-')) evaluateName(wordToValue(word, machine), machine, frame);
      continue;
    }
    if (functions || frame.scope.variable(name) === undefined)
      frame.scope.functions.set(name, { bodies: [], certain: false });
    if (!functions) frame.scope.variables.set(name, { value: EMPTY, unset: true });
  }
}

/** `let "x=1"`: each argument is arithmetic. */
export function evaluateAll({ start, frame, machine }: Call): void {
  for (const word of start.argv.slice(1)) {
    const value = wordToValue(word, machine);
    const assigned = value.known ? undefined : /^([A-Za-z_]\w*)=/.exec(value.prefix)?.[1];
    if (assigned !== undefined) frame.scope.assign(assigned, A_NUMBER);
    evaluateValue(value, word.text, machine, frame);
  }
}

/** `test -v name`. */
export function test({ start, frame, machine }: Call): void {
  start.argv.forEach((word, index) => {
    const name = start.argv[index + 1];
    if (wordValue(word) === '-v' && name !== undefined) evaluateName(wordToValue(name, machine), machine, frame);
  });
}

/** `printf -v name ..`. What it prints otherwise is told by output.ts. */
export function printf({ start, frame, machine }: Call): void {
  if (wordValue(start.argv[1]) !== '-v' || start.argv[2] === undefined) return;
  const name = wordValue(start.argv[2]);
  const values = start.argv.slice(3).map((word) => wordToValue(word, machine));
  if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) frame.scope.assign(name, formatText(values));
  else evaluateName(wordToValue(start.argv[2] as Word, machine), machine, frame);
}

const READ_OPTIONS_WITH_VALUE = /^-[a-zA-Z]*[adinNptu]$/;

/** `read x y`: the next line of a known input, else values that are not known. */
export function read({ start, frame, machine }: Call): void {
  const names: string[] = [];
  let raw = false;
  let array: string | undefined;
  for (let i = 1; i < start.argv.length; i++) {
    const word = start.argv[i] as Word;
    const value = wordValue(word);
    if (value?.startsWith('-') && names.length === 0) {
      if (/^-[a-zA-Z]*r/.test(value)) raw = true;
      if (READ_OPTIONS_WITH_VALUE.test(value)) {
        i++;
        if (value.endsWith('a')) array = wordValue(start.argv[i]);
      }
    } else if (value !== undefined && /^[A-Za-z_]\w*$/.test(value)) names.push(value);
    else evaluateName(wordToValue(word, machine), machine, frame);
  }
  const line = nextLine(frame.stdin, raw);
  if (array !== undefined) {
    const elements = line.known
      ? line.text
          .split(/[ \t]+/)
          .filter((text) => text !== '')
          .map(known)
      : undefined;
    frame.scope.assign(
      array,
      elements?.[0] ?? unknown('stdin'),
      elements === undefined ? { list: true } : { elements },
    );
    return;
  }
  shareOut(names.length > 0 ? names : ['REPLY'], line, frame.scope);
}

function nextLine(stdin: Feed, raw: boolean): Value {
  const [line] = linesLeft(stdin) ?? [];
  if (stdin.kind !== 'data' || line === undefined) {
    const data = stdin.kind === 'data' && !stdin.data.known ? stdin.data : undefined;
    return unknown('stdin', { from: data?.from ?? [], numeric: data?.numeric ?? false });
  }
  stdin.taken.lines = (stdin.taken.lines ?? 0) + 1;
  return known(raw ? line : line.replace(/\\([\s\S])/g, '$1'));
}

function shareOut(names: readonly string[], line: Value, scope: Call['frame']['scope']): void {
  if (!line.known) {
    for (const name of names) scope.assign(name, line);
    return;
  }
  let rest = line.text.replace(/^[ \t]+|[ \t]+$/g, '');
  names.forEach((name, index) => {
    const cut = index === names.length - 1 ? -1 : rest.search(/[ \t]/);
    scope.assign(name, known(cut < 0 ? rest : rest.slice(0, cut)));
    rest = cut < 0 ? '' : rest.slice(cut).replace(/^[ \t]+/, '');
  });
}

/** `mapfile lines`: an array of what is read. */
export function mapfile({ start, frame }: Call): void {
  const name = wordValue(start.argv.at(-1));
  const data = frame.stdin.kind === 'data' ? frame.stdin.data : undefined;
  const target = start.argv.length > 1 && name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? name : 'MAPFILE';
  if (data?.known && start.argv.some((word) => wordValue(word) === '-t')) {
    const elements = data.text.replace(/\n$/, '').split('\n').map(known);
    frame.scope.assign(target, elements[0] ?? EMPTY, { elements });
  } else frame.scope.assign(target, unknown('stdin', data?.known === false ? { from: data.from } : {}), { list: true });
}

/** `getopts spec name`. */
export function getopts({ start, frame }: Call): void {
  const name = wordValue(start.argv[2]);
  if (name !== undefined) frame.scope.assign(name, unknown('variable'));
  frame.scope.assign('OPTARG', unknown('variable'));
}
