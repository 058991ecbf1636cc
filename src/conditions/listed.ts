import type { Pattern } from '../model/policy.ts';

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
