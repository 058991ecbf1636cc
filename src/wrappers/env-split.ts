import type { Word } from '../model/word.ts';
import { knownWord } from '../model/word.ts';
import { unknownWord } from './words.ts';

const ESCAPES: Readonly<Record<string, string>> = { f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', _: ' ' };
const BLANKS = ' \t\n\v\f\r';

interface Splitter {
  readonly words: Word[];
  value: string;
  open: boolean;
  /** a `${NAME}` was met: what came before it */
  prefix: string | undefined;
}

function closeWord(state: Splitter): void {
  if (!state.open) return;
  const { value, prefix } = state;
  state.words.push(
    prefix === undefined ? knownWord(value) : unknownWord({ text: value, prefix, suffix: value, reason: 'variable' }),
  );
  Object.assign(state, { value: '', open: false, prefix: undefined });
}

/** A backslash outside single quotes; the index of its last character, or undefined where env refuses or stops (`\c`). */
function readEscape(state: Splitter, text: string, at: number, quoted: boolean): number | undefined {
  const next = text[at + 1];
  if (next === undefined || (next === 'c' && quoted)) return undefined;
  if (next === 'c') return text.length;
  if (next === '_' && !quoted) closeWord(state);
  else {
    state.value += ESCAPES[next] ?? next;
    state.open = true;
  }
  return at + 1;
}

/**
 * env's own quoting for -S: blanks split, quotes group, `\_` is a blank, `#` at the start of a word ends the text.
 * `${NAME}` becomes an unknown word. undefined where env itself refuses the text. Source: env(1) coreutils 9.1.
 */
export function splitEnvString(text: string): readonly Word[] | undefined {
  const state: Splitter = { words: [], value: '', open: false, prefix: undefined };
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '\\' && (quote !== "'" || text[at + 1] === "'" || text[at + 1] === '\\')) {
      const end = readEscape(state, text, at, quote !== '');
      if (end === undefined) return undefined;
      at = end;
    } else if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      state.open = true;
    } else if (quote === '' && BLANKS.includes(char)) closeWord(state);
    else if (quote === '' && char === '#' && !state.open) break;
    else if (char === '$' && quote !== "'") {
      const end = text.indexOf('}', at);
      if (text[at + 1] !== '{' || end < 0) return undefined;
      state.prefix ??= state.value;
      Object.assign(state, { value: '', open: true });
      at = end;
    } else {
      state.value += char;
      state.open = true;
    }
  }
  if (quote !== '') return undefined;
  closeWord(state);
  return state.words;
}
