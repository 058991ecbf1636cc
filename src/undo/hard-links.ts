import type { BytePath } from './byte-path.ts';
import type { KeptFile, KeptPath } from './record.ts';

/** Files that were one file under several names. */
export type Linked = readonly KeptFile[];

export function linkedOf(paths: readonly KeptPath[]): readonly Linked[] {
  const groups = new Map<string, KeptFile[]>();
  for (const kept of paths) {
    if (kept.type !== 'file') continue;
    const key = inode(kept);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [kept]);
    else group.push(kept);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

function inode({ stat: { dev, ino } }: KeptFile): string {
  return `${dev}:${ino}`;
}

/** While they are put back: the first is written, the others are linked to it. */
export interface LinkedFiles {
  isLinked(kept: KeptFile): boolean;
  /** one that is as it was by now; undefined = this is the first */
  sameAs(kept: KeptFile): BytePath | undefined;
  isDone(kept: KeptFile): void;
}

interface OfStep {
  readonly kept: KeptPath;
  readonly does: string;
}

export function linkedFiles(all: readonly Linked[], steps: readonly OfStep[]): LinkedFiles {
  const changing = new Set(steps.flatMap(({ kept, does }) => (does === 'attributes' ? [] : [kept.path])));
  const whole = new Map<string, BytePath>();
  const keys = new Set<string>();
  for (const group of all) {
    for (const kept of group) {
      keys.add(inode(kept));
      if (!changing.has(kept.path)) whole.set(inode(kept), kept.path);
    }
  }
  return {
    isLinked: (kept) => keys.has(inode(kept)),
    sameAs: (kept) => whole.get(inode(kept)),
    isDone: (kept) => {
      whole.set(inode(kept), kept.path);
    },
  };
}
