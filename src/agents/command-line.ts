import type { Caller } from './hook.ts';

/**
 * Was the agent started with one of these options? They are those of its non-interactive mode, where no person sees a
 * dialog. `-p` also matches `-pTEXT`, `--print` also `--print=TEXT`: a wrong match only moves a question to the inbox.
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
