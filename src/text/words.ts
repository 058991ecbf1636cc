import { quote } from 'shell-quote';

/** Words as a person would type them: quoted only where a shell needs it. */
export function shownWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote([word]))).join(' ');
}
