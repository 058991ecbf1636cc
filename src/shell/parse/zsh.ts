import { type Ast, errorsOf, parseScript } from './parse.ts';

/**
 * Glob qualifiers that only choose among the matches or sort them: `build(N)`, `*(.)`, `*(om[1,3])`. Those with code, with a
 * function, with a text to put in front, and `D`, by which `*` matches more, are no part of it. Source: zshexpn(1) 5.9.
 */
const CHOOSES =
  /(?<=[\w*/\]}~.-])\((?:[-./=*%@!,^pNFUGRWXrwxstSAIE]|[oO][nLlamcdN]|[amcLl][MwhmskGTpP]?[-+]?\d+|Y\d+|\[-?\d+(?:,-?\d+)?\])+\)(?=$|[\s;&|)<>])/g;

/** Here `(..)` at the end of a word is a group of a pattern, or arithmetic, or text. */
const NO_GLOBS = /\[\[|\(\(|<<|`|(?<!\w)case\s|\b(?:ksh_?glob|bare_?glob_?qual)\b|\bemulate\b/i;

/** Each rewriting reads the text anew. */
const MAX_LENGTH = 16 * 1024;
const MAX_REWRITTEN = 100;

/** What bash's grammar reads of zsh's own: rewritten in it where that leaves no error; other text as it is. */
export function parseZsh(text: string): { readonly script: Ast.ParsedScript; readonly text: string } {
  if (text.length > MAX_LENGTH) return { script: parseScript(text), text };
  const plain = NO_GLOBS.test(text) ? text : withoutQualifiers(text);
  const script = parseScript(plain);
  if (!hasErrors(script, plain)) return { script, text: plain };
  const rewritten = withLongLoops(withNamedFunctions(withClosedBraces(plain)));
  const second = rewritten === plain ? script : parseScript(rewritten);
  return hasErrors(second, rewritten) ? { script: parseScript(text), text } : { script: second, text: rewritten };
}

const hasErrors = (script: Ast.ParsedScript, text: string) => errorsOf(script, text).length > 0;

const QUOTED = /\\[\s\S]|\$'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|(?<![^\s;&|()])#[^\n]*/g;

/** The text with `_` for what is quoted: signs in it are signs of the shell. */
const signsOf = (text: string) => text.replace(QUOTED, (quoted) => '_'.repeat(quoted.length));

/** The last one first, so that those before it stay where they are; nothing where there are too many. */
function lastFirst(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found = [...signsOf(text).matchAll(pattern)];
  return found.length > MAX_REWRITTEN ? [] : found.reverse();
}

/** Behind the last word of a command: redirections, and what ends it. */
const NO_MORE_WORDS = /^[ \t]*(?:\d?>[>&]?[ \t]*[^\s;&|()<>]+[ \t]*)*(?:$|[\n;&|)])/;
const ONE_WORD = /^[ \t]+[^\s;&|()<>]+$/;

/** A word may match nothing and go: with one behind it, `sudo a(N) rm x` would be another command. */
function withoutQualifiers(text: string): string {
  const signs = signsOf(text);
  let plain = text;
  let next = -1;
  for (const { 0: qualifier, index } of lastFirst(text, CHOOSES)) {
    const end = index + qualifier.length;
    const isLast = NO_MORE_WORDS.test(signs.slice(end)) || (next > 0 && ONE_WORD.test(signs.slice(end, next)));
    if (!isLast) continue;
    next = index;
    plain = replaceAt(plain, index, qualifier.length, ' '.repeat(qualifier.length));
  }
  return plain;
}

const replaceAt = (text: string, at: number, length: number, by: string) =>
  text.slice(0, at) + by + text.slice(at + length);

const OPENS = /\{(?=\s)(?<=(?:^|[;&|(){\n]|\bdo|\bthen|\belse)[ \t]*\{)/g;

/** `{ a }` is `{ a; }`. */
function withClosedBraces(text: string): string {
  let closed = text;
  for (const { index } of lastFirst(text, OPENS)) {
    const signs = signsOf(closed);
    const end = endOf(signs, index + 1, '}');
    if (signs[end] === '}' && !/[;&\n{]\s*$/.test(signs.slice(0, end))) closed = replaceAt(closed, end, 0, ';');
  }
  return closed;
}

const ANONYMOUS = /\(\)(?<=(?:^|[;{\n]|\bdo|\bthen|\belse)[ \t]*\(\))\s*(?=\{)/g;
const NAME = '_anonymous';

/** `() { a } b` is `f() { a; }; f b`. */
function withNamedFunctions(text: string): string {
  let named = text;
  for (const { 0: sign, index } of lastFirst(text, ANONYMOUS)) {
    const end = endOf(signsOf(named), index + sign.length + 1, '}') + 1;
    named = `${named.slice(0, index)}${NAME}${named.slice(index, end)}; ${NAME}${named.slice(end)}`;
  }
  return named;
}

const SHORT_LOOP =
  /for(?<=(?:^|[;&|(){\n]|\bdo|\bthen|\belse)[ \t]*for)\s+(\w+)\s*(?:\(((?:[^()]|\([^()]*\))*)\)|\sin\s([^;\n]*)[;\n])[\s;]*(?!do\s|[\s;])/g;

/** `for x (a b) c` and `for x in a b; c` are `for x in a b; do c; done`. */
function withLongLoops(text: string): string {
  let long = text;
  for (const { 0: head, 1: name = '', 2: listed, index } of lastFirst(text, SHORT_LOOP)) {
    if (/\sfor\s|\(for\s/.test(head.slice(1))) return text;
    const start = index + head.length;
    const end = endOf(signsOf(long), start, ';');
    const from = listed === undefined ? head.search(/\sin\s/) + 4 : head.indexOf('(') + 1;
    const words = text.slice(index + from, index + from + wordsLength(head, from, listed)).replaceAll('\n', ' ');
    const body = long.slice(start, end);
    long = `${long.slice(0, index)}for ${name} in ${words}; do ${body}; done${long.slice(end)}`;
  }
  return long;
}

const wordsLength = (head: string, from: number, listed: string | undefined) =>
  listed?.length ?? head.slice(from).search(/[;\n]/);

const STEP =
  /[(){}\n;]|(?<![<>&])&(?![&>])|(?:for|while|until|if|select)(?=\s)(?<=(?:^|[;&|(){\n]|\bdo|\bthen|\belse)[ \t]*\w+)|\b(?:done|fi)\b/g;

/** Where the list from here ends: at the bracket that closes it, or, asked for `;`, at the first sign that ends a command. */
function endOf(signs: string, from: number, asked: ';' | '}'): number {
  let open = 0;
  STEP.lastIndex = from;
  for (let step = STEP.exec(signs); step !== null; step = STEP.exec(signs)) {
    const [sign] = step;
    if (/^(?:[({]|for|while|until|if|select)$/.test(sign)) open++;
    else if (/^(?:[)}]|done|fi)$/.test(sign)) {
      if (open-- === 0) return step.index;
    } else if (asked === ';' && open === 0) return step.index;
  }
  return signs.length;
}
