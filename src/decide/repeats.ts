import type { Analysis, Input, Invocation } from '../model/invocation.ts';
import type { Word } from '../model/word.ts';

/**
 * Is a start the same as the two before it, so that each rule says of it what it said of the last one? The first changes what
 * holds for the second, as `ln -s a b` does; the second leaves all as it was. A line may have a thousand of them.
 */
export function repeats({ invocations }: Analysis): (at: number) => boolean {
  let joined: ReadonlySet<number> | undefined;
  const isPlain = (at: number, { via, inputs, assignments, redirects, code }: Invocation) => {
    if (via.length + inputs.length + assignments.length + redirects.length > 0 || code !== undefined) return false;
    joined ??= new Set(invocations.flatMap((one) => [...one.inputs.flatMap(from), ...one.via.map(outer)]));
    return !joined.has(at);
  };
  const isSame = (at: number) => {
    const [one, before] = [invocations[at], invocations[at - 1]];
    return (
      one !== undefined && before !== undefined && isAlike(one, before) && isPlain(at, one) && isPlain(at - 1, before)
    );
  };
  return (at) => isSame(at) && isSame(at - 1);
}

function from(input: Input): readonly number[] {
  return 'from' in input ? input.from : [];
}

function outer({ invocation }: Invocation['via'][number]): number {
  return invocation;
}

function isAlike(one: Invocation, other: Invocation): boolean {
  return (
    one.text === other.text &&
    one.cwd !== undefined &&
    one.cwd === other.cwd &&
    one.program === other.program &&
    one.role === other.role &&
    one.depth === other.depth &&
    one.inFile === other.inFile &&
    one.mayNotRun === other.mayNotRun &&
    one.standsFor === other.standsFor &&
    one.source?.file === other.source?.file &&
    one.argv.length === other.argv.length &&
    one.argv.every((word, at) => isSameWord(word, other.argv[at]))
  );
}

function isSameWord(one: Word, other: Word | undefined): boolean {
  if (one.kind !== 'known' || other?.kind !== 'known') return false;
  return one.text === other.text && one.value === other.value && one.temporary === other.temporary;
}
