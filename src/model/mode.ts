/** Of the whole guard. `guard`: rules are enforced; `watch`: what they would stop is recorded, and runs. */
export const GUARD_MODES = ['guard', 'watch'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];
