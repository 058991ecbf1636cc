import { WRAPPERS } from './wrappers/index.ts';

/**
 * Programs that start others, by base name: `true`, or with which first arguments; an option is always one of them.
 * Plain data: bundles hold it without what it is made from.
 */
export const STARTERS: Readonly<Record<string, true | readonly string[]>> = Object.fromEntries(
  [...WRAPPERS].map(([name, { onlyWith }]) => [name, onlyWith ?? true] as const),
);
