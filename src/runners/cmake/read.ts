import { HOLE } from '../../model/hole.ts';

/** `add_test(name "command")`: a call, with its words; a variable that nobody gave is a HOLE. */
export interface CmakeCall {
  readonly name: string;
  readonly words: readonly string[];
  readonly line: number;
}

const CALL = /([A-Za-z_]\w*)[ \t]*\(|#\[(=*)\[[\s\S]*?\]\2\]|#[^\n]*|"(?:\\[\s\S]|[^"\\])*"/g;
const WORD =
  /\[(=*)\[([\s\S]*?)\]\1\]|"((?:\\[\s\S]|[^"\\])*)"|#\[(=*)\[[\s\S]*?\]\4\]|#[^\n]*|([()])|((?:\\.|[^\s()"#\\])+)/g;
const MAX_CALLS = 5_000;

/** Calls that are certain to be made: those in functions, macros, loops and conditions are left out. Source: cmake-language(7) 3.25. */
export function readCmake(text: string, variable: (name: string) => string | undefined): readonly CmakeCall[] {
  const calls: CmakeCall[] = [];
  const set = new Map<string, string | undefined>();
  const find = (name: string) => (set.has(name) ? set.get(name) : variable(name));
  let depth = 0;
  let [line, counted] = [1, 0];
  CALL.lastIndex = 0;
  for (let match = CALL.exec(text); match !== null && calls.length < MAX_CALLS; match = CALL.exec(text)) {
    const name = match[1]?.toLowerCase();
    if (name === undefined) continue;
    const { words, end } = readWords(text, CALL.lastIndex, find);
    CALL.lastIndex = end;
    if (/^(?:if|foreach|while|function|macro|block)$/.test(name)) depth++;
    else if (/^end(?:if|foreach|while|function|macro|block)$/.test(name)) depth--;
    else if (name === 'set') bind(words, depth === 0, set);
    else if (name === 'unset') set.set(words[0] ?? '', undefined);
    else if (depth === 0) {
      line += text.slice(counted, match.index).split('\n').length - 1;
      counted = match.index;
      calls.push({ name, words, line });
    }
    if (name === 'return' && depth === 0) break;
  }
  return calls;
}

/** `set(NAME value)`; in a function, a loop or a branch it may be done, or not. */
function bind(
  [name = '', ...words]: readonly string[],
  isCertain: boolean,
  set: Map<string, string | undefined>,
): void {
  const end = words.findIndex((word) => word === 'CACHE' || word === 'PARENT_SCOPE');
  const values = end < 0 ? words : words.slice(0, end);
  if (words[end] === 'CACHE' && set.has(name)) return;
  const env = /^ENV\{([\w.-]+)\}$/.exec(name)?.[1];
  set.set(env === undefined ? name : `ENV:${env}`, isCertain ? values.join(';') : undefined);
}

function readWords(
  text: string,
  from: number,
  variable: (name: string) => string | undefined,
): { readonly words: readonly string[]; readonly end: number } {
  const words: string[] = [];
  let depth = 1;
  WORD.lastIndex = from;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const [, , bracket, quoted, , sign, plain] = match;
    if (sign !== undefined) depth += sign === '(' ? 1 : -1;
    if (depth === 0) break;
    const written = quoted ?? plain;
    if (bracket !== undefined) words.push(bracket);
    else if (written !== undefined) words.push(expanded(written, variable));
  }
  return { words, end: depth === 0 ? WORD.lastIndex : text.length };
}

function expanded(text: string, variable: (name: string) => string | undefined): string {
  return text
    .replace(/\$(ENV)?\{([\w.-]+)\}/g, (_, env, name) => variable(env === undefined ? name : `ENV:${name}`) ?? HOLE)
    .replace(/\$<[^>]*>|\$\{[^}]*\}/g, HOLE)
    .replace(/\\([\s\S])/g, (_, one) => (one === 'n' ? '\n' : one));
}
