import type { Caller } from './hook.ts';

/**
 * Was the agent started with one of these words? Those with which it runs to its end by itself: its dialog would open
 * to nobody. `-p` is also found in `-pTEXT`, `--print` in `--print=TEXT`: seen where it is not, it only moves a question
 * to the inbox.
 */
export function isStartedWith({ commandLine }: Caller, words: readonly string[]): boolean {
  const [, ...given] = commandLine();
  return given.some((one) =>
    words.some((word) => one === word || (word.startsWith('-') && hasValueAttached(one, word))),
  );
}

function hasValueAttached(given: string, option: string): boolean {
  return given.startsWith(option.startsWith('--') ? `${option}=` : option);
}
