import type { GuardMode } from '../model/mode.ts';

/** What a mode means, as the end of a sentence. */
export const MODE_TEXT: Readonly<Record<GuardMode, string>> = {
  guard: 'rules are enforced',
  watch:
    'what rules would stop is recorded, and runs; what protects the guard itself, and rules with `overridable: false`, are enforced',
};
