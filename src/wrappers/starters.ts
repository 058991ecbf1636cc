import { WRAPPERS } from './index.ts';
import type { StartingArguments } from './wrapper.ts';

/**
 * Programs that start others, by base name: `true` = with any arguments.
 * Plain data: bundles hold it without what it is made from.
 */
export const STARTERS: Readonly<Record<string, true | StartingArguments>> = Object.fromEntries(
  [...WRAPPERS].map(([name, { onlyWith }]) => [name, onlyWith ?? true] as const),
);
