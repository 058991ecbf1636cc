import type { Word } from '../../model/word.ts';
import { knownWord } from '../../model/word.ts';
import { unknownWord } from '../words.ts';

/** The commands in a text of tmux's own language, each with its words. Source: tmux(1) 3.3a, COMMAND PARSING AND EXECUTION. */
export function tmuxCommandsIn(text: string): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]];
  for (let at = 0; at < text.length; ) {
    const separator = /[ \t]+|\\\n|[;\n]|#[^\n]*|%(?:if|elif|else|endif|hidden)\b[^\n]*/y;
    separator.lastIndex = at;
    const skipped = separator.exec(text)?.[0];
    if (skipped !== undefined) {
      if (/^[;\n]/.test(skipped)) commands.push([]);
      at += skipped.length;
      continue;
    }
    const { word, end } = readWord(text, at);
    commands.at(-1)?.push(word);
    at = end;
  }
  return commands.filter((words) => words.length > 0);
}

const PIECE = /'([^']*)'?|\$\{?\w+\}?|\\([\s\S])|"((?:[^"\\]|\\.)*)"?|([^\s;'"$\\]+|\$)/y;

function readWord(text: string, from: number): { readonly word: Word; readonly end: number } {
  if (text[from] === '{') return readBraces(text, from);
  let at = from;
  const pieces: (string | undefined)[] = [];
  while (at < text.length && !/[\s;]/.test(text[at] as string)) {
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    if (match === null) break;
    at += match[0].length;
    const [, single, escaped, double, bare] = match;
    if (double !== undefined) pieces.push(...doubleQuoted(double));
    else pieces.push(single ?? escaped ?? bare);
  }
  return { word: wordOf(pieces), end: Math.max(at, from + 1) };
}

/** undefined = the value of a variable. */
function doubleQuoted(text: string): readonly (string | undefined)[] {
  return text.split(/(\$\{?\w+\}?)/).map((part, at) => (at % 2 === 1 ? undefined : unescaped(part)));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', e: '\x1b' };

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3}|[\s\S])/g, (_, code: string) =>
    /^\d{3}$/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

function wordOf(pieces: readonly (string | undefined)[]): Word {
  const first = pieces.indexOf(undefined);
  if (first < 0) return knownWord(pieces.join(''));
  const suffix = pieces.slice(pieces.lastIndexOf(undefined) + 1).join('');
  return unknownWord({ prefix: pieces.slice(0, first).join(''), suffix, reason: 'variable' });
}

/** `{ commands }` is one word, with quotes and braces inside. */
function readBraces(text: string, from: number): { readonly word: Word; readonly end: number } {
  const token = /'[^']*'|"(?:[^"\\]|\\.)*"|\\[\s\S]|[{}]|[^'"\\{}]+|[\s\S]/y;
  let depth = 0;
  let at = from;
  while (at < text.length) {
    token.lastIndex = at;
    const piece = token.exec(text)?.[0] ?? '';
    at += Math.max(1, piece.length);
    if (piece === '{') depth++;
    if (piece === '}' && --depth === 0) break;
  }
  return { word: knownWord(text.slice(from + 1, depth === 0 ? at - 1 : at)), end: at };
}
