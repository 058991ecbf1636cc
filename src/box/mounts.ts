import type { Mount } from './mount.ts';
import { type BoxWall, wallMounts } from './wall.ts';

export interface BoxInput {
  /** see BoxPlaces */
  readonly places: { readonly folder: string; readonly root: string; readonly own: string };
  /** the guard's folders by their short names: read-only, and once more in the box's own folder */
  readonly guarded: Readonly<Record<string, string>>;
  /** other folders and files of the guard, read-only */
  readonly alsoGuarded: readonly string[];
  /** the one file of the guard that can be written: behind another wall it cannot */
  readonly probe: string;
  /** files of this box: name in the box's own folder -> where they are outside */
  readonly files: Readonly<Record<string, string>>;
  /** what lies over other files: where -> what */
  readonly over: Readonly<Record<string, string>>;
  /** absent = all else is as outside */
  readonly wall?: BoxWall | undefined;
}

/** What is mounted where, in this order. The same world as outside, but for the guard's folders, the box's own, and what lies over programs. */
export function boxMounts({ places, guarded, alsoGuarded, probe, files, over, wall }: BoxInput): readonly Mount[] {
  const { folder, root, own } = places;
  const guard = [...new Set([...Object.values(guarded), ...alsoGuarded])];
  const everywhere = (kind: 'writable' | 'read-only', paths: readonly string[]) =>
    ['', root].flatMap((below) => paths.map((from): Mount => ({ kind, from, to: `${below}${from}` })));
  const world = wall === undefined ? 'writable' : 'read-only';
  return [
    { kind: world, from: '/', to: '/' },
    { kind: 'memory', to: folder },
    { kind: 'folder', to: root },
    { kind: world, from: '/', to: root },
    ...(wall === undefined ? [] : wallMounts(wall, ['', root])),
    ...everywhere('read-only', guard),
    ...everywhere('writable', [probe]),
    ...Object.entries(guarded).map(([name, from]): Mount => ({ kind: 'read-only', from, to: `${own}/${name}` })),
    ...Object.entries(files).map(([name, from]): Mount => ({ kind: 'read-only', from, to: `${folder}/${name}` })),
    { kind: 'sealed', to: folder },
    ...Object.entries(over).map(([to, from]): Mount => ({ kind: 'read-only', from, to })),
  ];
}
