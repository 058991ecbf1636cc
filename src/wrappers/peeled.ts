import type { DoubtCode } from '../model/invocation.ts';
import type { ShellName } from '../model/request.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { isPlain, joinWords } from './words.ts';
import type { Effects, Peeled } from './wrapper.ts';

/** The language of every POSIX-like shell, csh and fish; which of them is in `shell`. */
export const SHELL_CODE = 'shell';

function withEffects<T extends object>(what: T, effects: Effects | undefined): T & { effects?: Effects } {
  return effects === undefined || Object.keys(effects).length === 0 ? what : { ...what, effects };
}

/** A start of `argv`; nothing where no word is left. */
export function startOf(argv: readonly Word[], effects?: Effects): readonly Peeled[] {
  return argv.length === 0 ? [] : [withEffects({ kind: 'argv', argv }, effects)];
}

/** A start of `argv`; where no word is left, the shell that the wrapper starts instead. */
export function startOrShell(argv: readonly Word[], effects?: Effects): readonly Peeled[] {
  if (argv.length > 0) return startOf(argv, effects);
  return [withEffects({ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown' }, effects)];
}

/** Source text of another language. `args` are what the program sees as its arguments; like a shell's they follow a $0. */
export function codeOf(language: string, code: Word, args?: readonly Word[], effects?: Effects): Peeled {
  return withEffects(
    {
      kind: 'code',
      language,
      code,
      ...(args === undefined || args.length === 0 ? {} : { positional: [knownWord('-'), ...args] }),
    },
    effects,
  );
}

/** Files that are the standard input. */
const INPUTS = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

/** A file of code that a program runs; code from its input where the file is that. */
export function codeFile(language: string, path: Word, positional?: readonly Word[]): Peeled {
  const args = positional === undefined ? {} : { positional };
  if (INPUTS.includes(wordValue(path) ?? '')) return { kind: 'stdin-code', language, ...args };
  return { kind: 'script-file', language, path, ...args };
}

/** Text that `sh -c` reads; `shell` where another one does. */
export function shellCode(code: Word, effects?: Effects, shell: ShellName = 'sh'): Peeled {
  return withEffects({ kind: 'code', language: SHELL_CODE, code, shell }, effects);
}

/**
 * Words that are joined with blanks before a shell reads them; nothing where there are none. Plain words around a
 * dynamic one stay an argv, so that it hides no other.
 */
export function joinedCode(words: readonly Word[], effects?: Effects, shell: ShellName = 'sh'): readonly Peeled[] {
  const first = words[0];
  if (first === undefined) return [];
  if (words.every((word) => word.kind === 'known') || first.kind !== 'known' || !words.every(isPlain)) {
    return [shellCode(joinWords(words), effects, shell)];
  }
  const split = words.map((word) => (word.kind === 'unknown' ? { ...word, fields: 'any' as const } : word));
  return startOf(split, effects);
}

export function doubt(code: DoubtCode, detail: string): Peeled {
  return { kind: 'doubt', code, detail };
}

/** A user for Effects: '' where it is not known who. */
export function userOf(word: Word | undefined): string {
  return wordValue(word) ?? '';
}

/** Words of a program line without shell syntax, as rsync -e and proot split it: at blanks. */
export function splitBlanks(text: string): readonly string[] {
  return text.split(/[ \t\n]+/).filter((part) => part !== '');
}
