/**
 * One line of `seals.jsonl`: what a range of bytes of a file held when it was sealed, or that a file was removed. Each
 * names the hash of the line before it, so that none can be changed, added between or taken out without all that follow.
 */
export type Seal = {
  readonly time: string;
  readonly file: string;
  /** hash of the seal before; '' = the first */
  readonly previous: string;
  readonly hash: string;
} & (
  | { readonly type: 'seal'; readonly from: number; readonly to: number; readonly sha256: string }
  | { readonly type: 'dropped'; readonly bytes: number }
);

export type RangeSeal = Extract<Seal, { type: 'seal' }>;

/** What is sealed of each file that we did not remove. One that begins anew after that has only what was sealed since. */
export function rangesByFile(seals: readonly Seal[]): ReadonlyMap<string, readonly RangeSeal[]> {
  const ranges = new Map<string, RangeSeal[]>();
  for (const seal of seals) {
    if (seal.type === 'dropped') ranges.delete(seal.file);
    else {
      const before = ranges.get(seal.file);
      if (before === undefined) ranges.set(seal.file, [seal]);
      else before.push(seal);
    }
  }
  return ranges;
}
