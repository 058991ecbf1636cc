import { decodeEscapes } from './escapes.ts';
import type { Token } from './script-lexer.ts';

const TOKEN =
  /--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|\s+|\[(=*)\[([\s\S]*?)\]\2\]|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|([A-Za-z_]\w*)|(\d[\w.]*)|(\.\.\.?|[=~<>]=|::|[\s\S])/y;

/** Tokens of Lua; a line may end anywhere. What does not close makes of its first character a token of its own. */
export function luaTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null) break;
    const [whole, , , long, double, single, name, number, sign] = match;
    at += whole.length;
    const text =
      long ?? (double === undefined && single === undefined ? undefined : decodeEscapes(double ?? single ?? ''));
    if (text !== undefined) tokens.push({ kind: 'text', pieces: [text] });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return withPlainMembers(tokens);
}

/** Texts between the brackets of one key. */
const MAX_KEY = 16;

/** `os["exe".."cute"]`, `_G.os.execute`, `require("os").execute` are `os.execute`. */
function withPlainMembers(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const before = found.at(-1);
    const key = isSign(token, '[') && before?.kind === 'name' ? keyAt(tokens, at) : undefined;
    if (key !== undefined && before?.kind === 'name') {
      if (before.text === '_G') found.pop();
      else found.push({ kind: 'sign', text: '.' });
      found.push({ kind: 'name', text: key.text });
      at = key.end;
    } else if (token.kind === 'name' && token.text === '_G' && isSign(tokens[at + 1], '.')) at++;
    else if (token.kind === 'name' && token.text === 'require') {
      const open = isSign(tokens[at + 1], '(') ? at + 2 : at + 1;
      const module = tokens[open];
      const name = module?.kind === 'text' ? String(module.pieces[0]) : '';
      if (/^(?:os|io|string|table)$/.test(name)) {
        found.push({ kind: 'name', text: name });
        at = open === at + 2 ? open + 1 : open;
      } else found.push(token);
    } else found.push(token);
  }
  return found;
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}

/** `["a" .. "b"]`, where it names a member. */
function keyAt(tokens: readonly Token[], open: number): { readonly text: string; readonly end: number } | undefined {
  let text = '';
  for (let at = open + 1; at < open + MAX_KEY; at++) {
    const token = tokens[at];
    if (token?.kind === 'text') text += String(token.pieces[0]);
    else if (isSign(token, ']') && /^[A-Za-z_]\w*$/.test(text)) return { text, end: at };
    else if (!isSign(token, '..')) return undefined;
  }
  return undefined;
}

const OPENERS = /^(?:function|do|if|repeat)$/;

/** For each word that opens a block the index behind the one that closes it. */
export function luaBlockEnds(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name') continue;
    if (OPENERS.test(token.text)) open.push(at);
    else if (token.text === 'end' || token.text === 'until') {
      const from = open.pop();
      if (from !== undefined) ends.set(from, at + 1);
    }
  }
  return ends;
}
