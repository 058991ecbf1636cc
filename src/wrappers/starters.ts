import { WRAPPERS } from './index.ts';
import type { StartingArguments } from './wrapper.ts';

/**
 * Programs that start others, by base name: `true` = with any arguments. The build evaluates it to plain data, so that
 * a bundle contains it without all of wrappers/.
 */
export const STARTERS: Readonly<Record<string, true | StartingArguments>> = Object.fromEntries(
  [...WRAPPERS].map(([name, { onlyWith }]) => [name, onlyWith ?? true] as const),
);
