import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { joinWords } from './words.ts';

/** Keys by tmux's name for them, as the bytes that a shell's line editor takes them for; '' = they edit nothing. */
const KEYS: Readonly<Record<string, string>> = {
  enter: '\n',
  kpenter: '\n',
  space: ' ',
  tab: '\t',
  escape: '',
  bspace: '\x7f',
  dc: '\x04',
  left: '\x02',
  right: '\x06',
  home: '\x01',
  end: '\x05',
};
const SILENT_KEY = /^(ic|up|down|btab|[np]page|pg(up|dn)|page(up|down)|f\d+|[ms]-.+)$/;

/** The bytes of one key as `tmux send-keys` takes it: a name, `C-x`, a character code, or text. */
function keyBytes(word: Word): Word {
  const value = wordValue(word);
  const name = value?.toLowerCase() ?? '';
  const control = /^(?:c-|\^)(.)$/.exec(name)?.[1];
  if (Object.hasOwn(KEYS, name)) return knownWord(KEYS[name] as string);
  if (control !== undefined) return knownWord(controlKey(control));
  if (/^0x[0-9a-f]{1,5}$/.test(name)) return knownWord(String.fromCodePoint(Number.parseInt(name, 16)));
  return SILENT_KEY.test(name) ? knownWord('') : word;
}

export function controlKey(letter: string): string {
  return String.fromCharCode(letter.toUpperCase().charCodeAt(0) & 0x1f);
}

export function namedKeys(words: readonly Word[]): Word {
  return joinWords(words.map(keyBytes), '');
}

/** Bytes as numbers: `send-keys -H 72 6d`, `zellij action write 114 109`. */
export function numberedKeys(words: readonly Word[], base: number): Word {
  const bytes = words.map((word) => {
    const code = Number.parseInt(wordValue(word) ?? '', base);
    return wordValue(word) === undefined ? word : knownWord(code > 0 && code < 256 ? String.fromCharCode(code) : '');
  });
  return joinWords(bytes, '');
}

/**
 * What a shell's line editor makes of typed bytes: one line for each return. Keys that end or drop a line (C-c) end it here, so
 * that what was typed before them is still looked at. Source: readline(3) 8.2, emacs mode.
 */
export function editedText(typed: string): string {
  if (!/[\x01-\x08\x0b-\x1f\x7f]/.test(typed)) return typed;
  const lines: string[] = [];
  let before = '';
  let after = '';
  let killed = '';
  const kill = (text: string) => {
    if (text !== '') killed = text;
  };
  for (const key of typed) {
    if (key === '\n' || key === '\r' || key === '\x03') {
      lines.push(before + after);
      before = '';
      after = '';
    } else if (key === '\x7f' || key === '\b') before = before.slice(0, -1);
    else if (key === '\x04') after = after.slice(1);
    else if (key === '\x01') [before, after] = ['', before + after];
    else if (key === '\x05') [before, after] = [before + after, ''];
    else if (key === '\x02') [before, after] = [before.slice(0, -1), before.slice(-1) + after];
    else if (key === '\x06') [before, after] = [before + after.slice(0, 1), after.slice(1)];
    else if (key === '\x0b') {
      kill(after);
      after = '';
    } else if (key === '\x15' || key === '\x17') {
      const kept = key === '\x15' ? '' : before.replace(/\S+\s*$/, '');
      kill(before.slice(kept.length));
      before = kept;
    } else if (key === '\x19') before += killed;
    else if (key >= ' ' || key === '\t') before += key;
  }
  return [...lines, before + after].join('\n');
}
