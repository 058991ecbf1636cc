import type { Pattern } from '../model/policy.ts';
import type { Lowering } from './condition.ts';

/** `a`, `b` or `c`: for sentences about a condition. */
export function anyOfText(words: readonly string[]): string {
  return joined(words, 'or');
}

/** `a`, `b` and `c` */
export function allOfText(words: readonly string[]): string {
  return joined(words, 'and');
}

export function patternsText(patterns: readonly Pattern[]): string {
  return anyOfText(patterns.map(({ written }) => written));
}

function joined(words: readonly string[], last: string): string {
  const quoted = words.map((word) => `\`${word}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(` ${last} `);
}

/** One of `value` matches, and none of `except`. */
export interface GlobsExcept {
  readonly value: readonly Pattern[];
  readonly except?: readonly Pattern[];
}

/** Globs on texts; those behind `!` are exceptions. */
export function globsExcept(written: string | readonly string[], lowering: Lowering): GlobsExcept {
  const globs = (some: readonly string[]) => some.map((one) => lowering.glob(one, 'text'));
  const { value, except } = splitExcept(written, lowering);
  return { value: globs(value), ...(except.length > 0 && { except: globs(except) }) };
}

/** Separates `!GLOB` from the others, of which there has to be one. */
export function splitExcept(written: string | readonly string[], lowering: Lowering) {
  const all = [written].flat();
  const value = all.filter((one) => !one.startsWith('!'));
  if (value.length === 0) lowering.fail('a glob without `!`');
  return { value, except: all.filter((one) => one.startsWith('!')).map((one) => one.slice(1)) };
}

export function globsExceptText({ value, except }: GlobsExcept): string {
  return patternsText(value) + (except === undefined ? '' : ` and not ${patternsText(except)}`);
}
