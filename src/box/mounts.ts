/** One mount, in the order in which they are made; `from`: absolute, as it is outside of the box. */
export type Mount =
  /** the folder or file, writable or not, with what is mounted below it */
  | { readonly kind: 'writable' | 'read-only'; readonly from: string; readonly to: string }
  /** an empty file system in memory */
  | { readonly kind: 'memory' | 'folder' | 'sealed'; readonly to: string };

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
}

/** What is mounted where, in this order. The same world as outside, but for the guard's folders, the box's own, and what lies over programs. */
export function boxMounts({ places, guarded, alsoGuarded, probe, files, over }: BoxInput): readonly Mount[] {
  const { folder, root, own } = places;
  const guard = [...new Set([...Object.values(guarded), ...alsoGuarded])];
  const everywhere = (kind: 'writable' | 'read-only', paths: readonly string[]) =>
    ['', root].flatMap((below) => paths.map((from): Mount => ({ kind, from, to: `${below}${from}` })));
  return [
    { kind: 'writable', from: '/', to: '/' },
    { kind: 'memory', to: folder },
    { kind: 'folder', to: root },
    { kind: 'writable', from: '/', to: root },
    ...everywhere('read-only', guard),
    ...everywhere('writable', [probe]),
    ...Object.entries(guarded).map(([name, from]): Mount => ({ kind: 'read-only', from, to: `${own}/${name}` })),
    ...Object.entries(files).map(([name, from]): Mount => ({ kind: 'read-only', from, to: `${folder}/${name}` })),
    { kind: 'sealed', to: folder },
    ...Object.entries(over).map(([to, from]): Mount => ({ kind: 'read-only', from, to })),
  ];
}
