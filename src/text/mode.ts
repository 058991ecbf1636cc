import type { GuardMode } from '../model/mode.ts';

/** What a mode means, as the end of a sentence. */
export const MODE_TEXT: Readonly<Record<GuardMode, string>> = {
  guard: 'rules are enforced',
  watch:
    'commands that rules would stop run and are recorded; rules that protect the guard itself, or have `overridable: false`, stay enforced',
};
