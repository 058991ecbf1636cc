import type { Mount } from './mount.ts';

/** What a wall around a box leaves to those in it. Paths are absolute, links followed, and there. */
export interface BoxWall {
  /** can be written, with all that lies below */
  readonly writable: readonly string[];
  /** read-only below those: what says which hooks the agent has */
  readonly kept: readonly string[];
  /** folders that nobody in the box can look into */
  readonly hiddenFolders: readonly string[];
  /** files that nobody in the box can open, and sockets that nobody can connect to */
  readonly hiddenFiles: readonly string[];
  /** folders of others' sockets: empty, and the box's own */
  readonly emptied: readonly string[];
}

/** A device: on a mount without devices nobody can open it, nor connect to it. */
const NOTHING = '/dev/null';

/** `views`: below which paths the world is mounted; in the first of them alone anything can be written. */
export function wallMounts(wall: BoxWall, views: readonly string[]): readonly Mount[] {
  const [first = ''] = views;
  const everywhere = (of: (view: string) => readonly Mount[]) => views.flatMap(of);
  return [
    ...wall.emptied.map((path): Mount => ({ kind: 'memory', to: first + path })),
    ...wall.writable.map((path): Mount => ({ kind: 'writable', from: path, to: first + path })),
    ...wall.kept.map((path): Mount => ({ kind: 'read-only', from: path, to: first + path })),
    ...everywhere((view) => [
      ...(view === first ? [] : wall.emptied.map((path): Mount => ({ kind: 'hidden', to: view + path }))),
      ...wall.hiddenFolders.map((path): Mount => ({ kind: 'hidden', to: view + path })),
      ...wall.hiddenFiles.map((path): Mount => ({ kind: 'read-only', from: NOTHING, to: view + path })),
    ]),
  ];
}
