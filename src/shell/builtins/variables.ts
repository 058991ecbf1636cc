import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { arrayOf, someArray } from '../arrays.ts';
import { type Feed, linesLeft } from '../feed.ts';
import { A_NUMBER, known, placeOf, unknown, type Value } from '../value.ts';
import { evaluateName } from '../walk/test-command.ts';
import { evaluateValue } from '../word/expand.ts';
import { formatText } from '../word/format.ts';
import { wordToValue } from '../word/word-value.ts';
import type { Call } from './builtin.ts';

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
    const words = line.known ? line.text.split(/[ \t]+/).filter((text) => text !== '') : undefined;
    const contents = words === undefined ? someArray(unknown('stdin')) : arrayOf(words.map(known));
    frame.scope.assign(array, contents.value, contents);
    return;
  }
  shareOut(names.length > 0 ? names : ['REPLY'], line, frame.scope);
}

function nextLine(stdin: Feed, raw: boolean): Value {
  const [line] = linesLeft(stdin) ?? [];
  if (stdin.kind !== 'data' || line === undefined) {
    const data = stdin.kind === 'data' && !stdin.data.known ? stdin.data : undefined;
    return unknown('stdin', {
      from: data?.from ?? [],
      numeric: data?.numeric ?? false,
      ...(data?.paths === undefined ? {} : placeOf(data.paths)),
    });
  }
  stdin.taken.lines = (stdin.taken.lines ?? 0) + 1;
  return known(raw ? line : line.replace(/\\([\s\S])/g, '$1'));
}

function shareOut(names: readonly string[], line: Value, scope: Call['frame']['scope']): void {
  if (!line.known) {
    for (const name of names) scope.assign(name, line);
    return;
  }
  let rest = line.text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
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
    const contents = arrayOf(data.text.replace(/\n$/, '').split('\n').map(known));
    frame.scope.assign(target, contents.value, contents);
    return;
  }
  const value = data?.known === false ? { ...data, reason: 'stdin' as const } : unknown('stdin');
  frame.scope.assign(target, value, someArray(value));
}

/** `getopts spec name`. */
export function getopts({ start, frame }: Call): void {
  const name = wordValue(start.argv[2]);
  if (name !== undefined) frame.scope.assign(name, unknown('variable'));
  frame.scope.assign('OPTARG', unknown('variable'));
}
