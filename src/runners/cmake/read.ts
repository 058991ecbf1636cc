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
  let depth = 0;
  let [line, counted] = [1, 0];
  CALL.lastIndex = 0;
  for (let match = CALL.exec(text); match !== null && calls.length < MAX_CALLS; match = CALL.exec(text)) {
    const name = match[1]?.toLowerCase();
    if (name === undefined) continue;
    const { words, end } = readWords(text, CALL.lastIndex, variable);
    CALL.lastIndex = end;
    if (/^(?:if|foreach|while|function|macro|block)$/.test(name)) depth++;
    else if (/^end(?:if|foreach|while|function|macro|block)$/.test(name)) depth--;
    else if (depth === 0) {
      line += text.slice(counted, match.index).split('\n').length - 1;
      counted = match.index;
      calls.push({ name, words, line });
    }
    if (name === 'return' && depth === 0) break;
  }
  return calls;
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
