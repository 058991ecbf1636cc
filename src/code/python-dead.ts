import { mayBeCalledByOthers, wordCounts } from './tree.ts';

/** Texts and comments; a text that is not closed ends with its line. Each character is looked at once. */
const TEXTS =
  /#[^\n]*|([A-Za-z]{0,2})("""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/g;

const HEADER = /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm;

interface Lines {
  /** where each begins; the last is the end of the text */
  readonly starts: readonly number[];
  /** how many blanks it begins with; none for an empty one */
  readonly indents: readonly (number | undefined)[];
  readonly isInText: readonly boolean[];
}

/** What a function may bind that is not its own: `global x`, `x.y = ..`, `x[y], z = ..`, `x.append(..)`, `as x.y`, `for x.y in`. */
const BINDS_OUTSIDE =
  /\b(?:global|nonlocal)\b|(?:\.\s{0,9}\w+|\])\s{0,9}(?:[,:=]|[-+*/|&%^@<>]{1,3}=)|\.\s{0,9}(?:append|add|insert|extend|set|setdefault|update|push|unshift|__setitem__)\s{0,9}\(|\b(?:as|for)\s{1,9}\w+\s{0,9}[.[]/;

const MAX_LOOKS = 4;

export interface Live {
  readonly text: string;
  /** of each line of it the number that it had */
  readonly lines: readonly number[];
  /** how often each word occurs in all of the code */
  readonly words: ReadonlyMap<string, number>;
}

/**
 * The text of a file without the functions that nobody calls, as their name occurs nowhere else, and that could do nothing: to parse is
 * what reading costs. A function stays where it is not certain that all of it is one: with a decorator,
 * with lines that begin left of it, behind a text that might not end where it seems to. Undefined where nothing is left out.
 */
export function withoutDead(
  source: string,
  mayAct: (code: string) => boolean,
  calledOutside: ReadonlySet<string> = new Set(),
): Live | undefined {
  const words = wordCounts(source);
  const dead = [...source.matchAll(HEADER)].filter(([, name = '']) => {
    return words.get(name) === 1 && !mayBeCalledByOthers(name) && !calledOutside.has(name);
  });
  const texts = dead.length === 0 ? undefined : textsIn(source);
  if (texts === undefined) return undefined;
  const lines = linesOf(source, texts);
  const gone = new Map<number, number>();
  let [line, last, looked] = [0, -1, 0];
  for (const { index } of dead) {
    while ((lines.starts[line + 1] ?? Number.POSITIVE_INFINITY) <= index) line++;
    const end = line <= last ? undefined : lastLine(source, lines, line);
    if (end === undefined) continue;
    const code = source.slice(index, lines.starts[end + 1]);
    looked += code.length;
    // functions in functions are looked at again
    if (looked > MAX_LOOKS * source.length) break;
    if (BINDS_OUTSIDE.test(code) || mayAct(code)) continue;
    gone.set(line, end);
    last = end;
  }
  return gone.size === 0 ? undefined : { ...without(source, lines, gone), words };
}

/** The lines that are not in a function that is gone, nor empty. In a block a statement stays, as it may be the only one. */
function without(
  source: string,
  { starts, indents, isInText }: Lines,
  gone: ReadonlyMap<number, number>,
): Pick<Live, 'text' | 'lines'> {
  const [kept, lines]: [string[], number[]] = [[], []];
  for (let line = 0; line < starts.length; line++) {
    const [end, indent, from] = [gone.get(line), indents[line], starts[line] as number];
    const isKept = end === undefined ? indent !== undefined || isInText[line] : indent !== 0;
    if (isKept) {
      const to = end === undefined ? (starts[line + 1] ?? source.length + 1) - 1 : from + (indent ?? 0);
      kept.push(end === undefined ? source.slice(from, to) : `${source.slice(from, to)}pass`);
      lines.push(line + 1);
    }
    line = end ?? line;
  }
  return { text: kept.join('\n'), lines };
}

/** Where texts of several lines begin and end; undefined where that is not certain. */
function textsIn(source: string): readonly (readonly [number, number])[] | undefined {
  const found: (readonly [number, number])[] = [];
  for (const { 0: all, 1: prefix = '', 2: text, index } of source.matchAll(TEXTS)) {
    if (text === undefined) continue;
    // `f"{x["a"]}"` has quotes inside of quotes
    if (/f/i.test(prefix) && text.split('{').length !== text.split('}').length) return undefined;
    if (text.includes('\n')) found.push([index, index + all.length]);
  }
  return found;
}

function linesOf(source: string, texts: readonly (readonly [number, number])[]): Lines {
  const [starts, indents, isInText]: [number[], (number | undefined)[], boolean[]] = [[], [], []];
  let text = 0;
  for (let at = 0; at <= source.length; ) {
    while ((texts[text]?.[1] ?? Number.POSITIVE_INFINITY) <= at) text++;
    const next = source.indexOf('\n', at);
    const end = next < 0 ? source.length : next;
    let first = at;
    while (first < end && (source.charCodeAt(first) === 32 || source.charCodeAt(first) === 9)) first++;
    starts.push(at);
    indents.push(first < end ? first - at : undefined);
    isInText.push((texts[text]?.[0] ?? Number.POSITIVE_INFINITY) < at);
    at = end + 1;
  }
  return { starts, indents, isInText };
}

/** The last line of the function that begins on a line; undefined where it may be something else, or more. */
function lastLine(source: string, { starts, indents, isInText }: Lines, header: number): number | undefined {
  const indent = indents[header];
  if (indent === undefined || isInText[header] || isDecorated(source, { starts, indents, isInText }, header, indent))
    return undefined;
  let last = header;
  for (let line = header + 1; line < starts.length; line++) {
    const own = indents[line];
    if (own === undefined) continue;
    if (own <= indent && isInText[line]) return undefined;
    // what closes a bracket begins no statement
    if (own <= indent && !(own === indent && source[(starts[line] as number) + own] === ')')) break;
    last = line;
  }
  return last;
}

/** Whether the statement before is a decorator, or may be one. */
function isDecorated(source: string, { starts, indents, isInText }: Lines, header: number, indent: number): boolean {
  for (let line = header - 1; line >= 0; line--) {
    const own = indents[line];
    const first = own === undefined ? '' : source.charAt((starts[line] as number) + own);
    if (own === undefined || isInText[line] || own > indent || first === '#' || /[)\]}]/.test(first)) continue;
    return own === indent && first === '@';
  }
  return false;
}
