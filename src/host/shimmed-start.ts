import type { Analysis, Invocation } from '../model/invocation.ts';

/** Is there a shim for this program, which will judge its final words? */
export type IsShimmed = (program: string) => boolean;

/** Its first word is looked up in PATH on this machine. */
export function hasShim({ argv, program, role, via, standsFor }: Invocation, isShimmed: IsShimmed): boolean {
  const [word] = argv;
  const isPlain = role === 'program' && standsFor === undefined && word?.kind === 'known' && program !== undefined;
  return isPlain && via.every((one) => one.elsewhere === undefined && !one.clearsEnv) && isShimmed(word.value);
}

/** Loops and `read` set PATH as well as assignments do, and `command -p` looks programs up elsewhere. */
const OTHER_PATH = /\bPATH\b|\bcommand\s+-\w*p/;

/** Has each of these starts one, which is surely found, or is it started by one that has? `indexes`: into Analysis.invocations. */
export function haveShims(
  indexes: readonly number[],
  { text, invocations }: Pick<Analysis, 'text' | 'invocations'>,
  isShimmed: IsShimmed,
): boolean {
  if (OTHER_PATH.test(text)) return false;
  return indexes.every((at) => {
    const start = invocations[at];
    if (start === undefined) return false;
    return start.via.some(({ invocation }) => indexes.includes(invocation)) || hasShim(start, isShimmed);
  });
}
