import type { Git } from '../../git/start-git.ts';
import { typesOf } from './holding.ts';
import { readObjects } from './read-objects.ts';
import { isProblem, type Problem } from './repository.ts';

/** The object of an annotated tag. No other object can hold it, and a ref for each of them would be thousands: so its bytes are kept. */
export interface TagObject {
  readonly object: string;
  readonly bytes: Buffer;
}

/** Of tags of tags of .. */
const MAX_DEPTH = 10;
const TARGET = /^object ([0-9a-f]{40,64})\ntype ([a-z]+)\n/;

/** The tags, those that they are of after them; and what is to be held for them. */
export function readTags(
  git: Git,
  names: readonly string[],
): { readonly tags: readonly TagObject[]; readonly targets: readonly string[] } | Problem {
  const tags: TagObject[] = [];
  const targets: string[] = [];
  let open = [...new Set(names)];
  for (let depth = 0; open.length > 0; depth += 1) {
    const read = readObjects(git, open, 'tag');
    if (isProblem(read)) return read;
    if (depth > MAX_DEPTH) return { problem: 'a tag is of a tag of a tag ..' };
    const next = new Set<string>();
    for (const [at, bytes] of read.entries()) {
      tags.push({ object: open[at] as string, bytes });
      const [, target, type] = TARGET.exec(bytes.toString('latin1', 0, 256)) ?? [];
      if (target === undefined) return { problem: `git has no whole tag ${open[at]}` };
      if (type === 'tag') next.add(target);
      else targets.push(target);
    }
    open = [...next];
  }
  return { tags, targets };
}

/** Those that git has collected. */
export function writeTags(git: Git, tags: readonly TagObject[]): Problem | undefined {
  if (tags.length === 0) return undefined;
  const present = typesOf(
    git,
    tags.map(({ object }) => object),
  );
  if (isProblem(present)) return present;
  for (const { object, bytes } of tags.toReversed()) {
    if (present.has(object)) continue;
    const run = git.run(['hash-object', '-t', 'tag', '-w', '--stdin', '--literally'], { input: bytes });
    if (run.status !== 0 || run.stdout.toString().trim() !== object)
      return { problem: `git refused the tag ${object}` };
  }
  return undefined;
}
