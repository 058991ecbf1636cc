import { HOLE } from '../model/hole.ts';
import { hiddenCode, reads, shellFinding, standIn } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { textValue } from './value.ts';

/** The index behind a text that ends with `delimiter`; bracket expressions hide it in a pattern. */
function skipText(source: string, from: number, delimiter: string, pattern: boolean): number {
  for (let at = from; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (pattern && char === '[') at = bracketEnd(source, at, delimiter);
    else if (char === delimiter) return at + 1;
  }
  return source.length;
}

/** The last index of `[..]`, where `]` is literal as its first character; of itself where it never closes. */
function bracketEnd(source: string, from: number, delimiter: string): number {
  let at = from + 1;
  if (source[at] === '^') at++;
  const end = source.indexOf(']', at + 1);
  const line = source.indexOf('\n', from);
  if (end < 0 || (line >= 0 && line < end) || delimiter === '[') return from;
  return end;
}

const ADDRESS = /^(?:[\s;]+|\d+(?:~\d+)?|\$|[+~]\d+|,|!)/;

/** Skips blanks, line numbers, patterns and the signs between them. */
function skipAddress(source: string, from: number): number {
  let at = from;
  for (;;) {
    const plain = ADDRESS.exec(source.slice(at, at + 64))?.[0];
    if (plain !== undefined) at += plain.length;
    else if (source[at] === '/') at = skipFlags(source, skipText(source, at + 1, '/', true));
    else if (source[at] === '\\' && source[at + 1] !== undefined) {
      at = skipFlags(source, skipText(source, at + 2, source[at + 1] as string, true));
    } else return at;
  }
}

function skipFlags(source: string, from: number): number {
  return source[from] === 'I' || source[from] === 'M' ? from + 1 : from;
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** A substitution: with the flag e its result is run, with w it is written. */
function substitute(source: string, from: number, { found, inserted, lines }: SedReader): number {
  const delimiter = source[from + 1] ?? '';
  const middle = skipText(source, from + 2, delimiter, true);
  const end = skipText(source, middle, delimiter, false);
  const flags = /^[gpiIMme0-9]*/.exec(source.slice(end, end + 32))?.[0] ?? '';
  const after = end + flags.length;
  inserted.push(source.slice(middle, Math.max(middle, end - 1)).replace(/\\(.)/g, '$1'));
  if (flags.includes('e')) {
    const pattern = source.slice(from + 2, Math.max(from + 2, middle - 1));
    found.push(...executed(pattern, source.slice(middle, Math.max(middle, end - 1)), lines));
  }
  if (source[after] !== 'w') return after;
  const stop = lineEnd(source, after);
  found.push(standIn(['tee', textValue(source.slice(after + 1, stop).trim())], 'sed w'));
  return stop;
}

interface SedReader {
  readonly found: CodeFinding[];
  readonly inserted: string[];
  /** that it reads; undefined = not known */
  readonly lines: readonly string[] | undefined;
}

/** Lines beyond these are not known. */
const MAX_LINES = 32;
/** All of a line, its beginning, its end. */
const WHOLE = /^\^?\.\*\$?$/;

/** What s///e runs is the pattern space after the replacement: certain only where nothing else is in it. */
function executed(pattern: string, replacement: string, lines: readonly string[] | undefined): readonly CodeFinding[] {
  const made = replacementFor(pattern, replacement, lines);
  if (made !== undefined) return made.map((one) => shellFinding(textValue(one)));
  const certain = replacement.replace(/\\n/g, '\n').split(/&|\\\d/)[0] ?? '';
  const doubt = hiddenCode('the text that s///e makes');
  return certain.trim() === '' ? [doubt] : [shellFinding(textValue(unescaped(certain))), doubt];
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

/** The lines that a replacement makes, where it takes the place of all of a line or stands at an end of lines that are known. */
function replacementFor(
  pattern: string,
  replacement: string,
  lines: readonly string[] | undefined,
): readonly string[] | undefined {
  const isConstant = !/(?<!\\)&|\\[\dlLuUE]/.test(replacement);
  const text = unescaped(replacement.replace(/\\n/g, '\n'));
  if (isConstant && WHOLE.test(pattern)) return [text];
  if (lines === undefined || lines.length === 0 || lines.length > MAX_LINES) return undefined;
  if (isConstant && pattern === '^') return lines.map((line) => text + line);
  if (isConstant && pattern === '$') return lines.map((line) => line + text);
  const isWithLine = WHOLE.test(pattern) && !/\\/.test(replacement);
  return isWithLine ? lines.map((line) => replacement.split('&').join(line)) : undefined;
}

/** Commands that take the rest of their line: text, labels, file names. */
const TAKES_LINE = 'aicbtT:}#qQlLv';

/** sed code: the `e` command, s///e, and files that `r` reads and `w` writes. Source: sed(1) 4.9 */
export const analyzeSed: CodeAnalyzer = (source, args, _, given) =>
  readSed(source, args.length === 0 ? given?.lines : undefined).found;

/** The texts that a script inserts into its input. */
export function insertedBySed(source: string): readonly string[] {
  return readSed(source).inserted;
}

function readSed(source: string, lines?: readonly string[]): SedReader {
  const reader: SedReader = { found: [], inserted: [], lines };
  const { found, inserted } = reader;
  for (let at = skipAddress(source, 0); at < source.length; at = skipAddress(source, at)) {
    const command = source[at] as string;
    if (command === 's') at = substitute(source, at, reader);
    else if (command === 'y') {
      const delimiter = source[at + 1] ?? '';
      at = skipText(source, skipText(source, at + 2, delimiter, false), delimiter, false);
    } else if (command === 'e') {
      const end = lineEnd(source, at);
      const code = source.slice(at + 1, end).trim();
      if (code === '' || code === '}') found.push(hiddenCode('sed runs the text it reads'));
      else found.push(shellFinding(textValue(code)));
      at = end;
    } else if (command === 'w' || command === 'W') {
      const end = lineEnd(source, at);
      const path = source.slice(at + 1, end).trim();
      if (!/^\/dev\/(stdout|stderr)$/.test(path)) found.push(standIn(['tee', textValue(path)], 'sed w'));
      at = end;
    } else if (command === HOLE) at++;
    else if ('aic'.includes(command)) {
      const end = textEnd(source, at + 1);
      inserted.push(
        source
          .slice(at + 1, end)
          .replace(/^[ \t]*\\?\n?/, '')
          .replace(/\\\n/g, '\n'),
      );
      at = end;
    } else if (command === 'r' || command === 'R') {
      const end = lineEnd(source, at);
      found.push(...reads({ name: 'sed r', args: [textValue(source.slice(at + 1, end).trim())], named: new Map() }));
      at = end;
    } else if (TAKES_LINE.includes(command)) at = commandEnd(source, at + 1);
    else at++;
  }
  return reader;
}

/** The text of a, i and c goes on over lines that end with a backslash. */
function textEnd(source: string, from: number): number {
  let at = lineEnd(source, from);
  while (source[at - 1] === '\\' && at < source.length) at = lineEnd(source, at + 1);
  return at;
}

function commandEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at++) if (/[\n;}]/.test(source[at] as string)) return at;
  return source.length;
}
