import type { Analysis, Invocation } from '../model/invocation.ts';

/** Is there a shim for this program, which will judge its final words? */
export type IsShimmed = (program: string) => boolean;

/** Its first word is looked up in PATH on this machine. */
export function hasShim({ argv, program, role, via, standsFor }: Invocation, isShimmed: IsShimmed): boolean {
  const [word] = argv;
  const isPlain = role === 'program' && standsFor === undefined && word?.kind === 'known' && program !== undefined;
  return isPlain && via.every(({ elsewhere }) => elsewhere === undefined) && isShimmed(word.value);
}

/** Has each of these starts one? `indexes`: into Analysis.invocations. */
export function haveShims(
  indexes: readonly number[],
  { invocations }: Pick<Analysis, 'invocations'>,
  isShimmed: IsShimmed,
): boolean {
  return indexes.every((at) => {
    const start = invocations[at];
    return start !== undefined && hasShim(start, isShimmed);
  });
}
