/** What is asked of the disk about programs. Paths are absolute. */
export interface ProgramDisk {
  /** names in a folder; none where it is not there, or cannot be read */
  names(folder: string): readonly string[];
  /** of the file behind all links, which somebody may run; undefined = there is none */
  program(path: string): ProgramFile | undefined;
  /** ProgramFile.id of whatever is there, asked for thousands of names */
  id(path: string): string | undefined;
}

export interface ProgramFile {
  readonly path: string;
  /** the same for each name of one file (hard links) */
  readonly id: string;
  readonly hasOtherNames: boolean;
}

/** A file over which a shim is to lie. */
export interface Covered {
  readonly path: string;
  /** the shims that stand for it: more than one where it has several names, as `sh` and `dash`; the first is for any other name */
  readonly names: readonly string[];
}

/** Every file that one of the names leads to in one of the folders, and the other names of that file, each once. */
export function coveredPrograms(
  names: readonly string[],
  folders: readonly string[],
  disk: ProgramDisk,
): readonly Covered[] {
  const found = new Map<string, ProgramFile & { readonly names: Set<string> }>();
  const wanted = new Set(names);
  for (const folder of folders) {
    for (const name of disk.names(folder)) {
      const file = wanted.has(name) ? disk.program(`${folder}/${name}`) : undefined;
      if (file === undefined) continue;
      const known = found.get(file.path) ?? { ...file, names: new Set() };
      found.set(file.path, known);
      known.names.add(name);
    }
  }
  const all = [...found.values(), ...otherNames([...found.values()], folders, disk)];
  return all.map((one) => ({ path: one.path, names: ordered(one.path, one.names) }));
}

type Found = ProgramFile & { readonly names: ReadonlySet<string> };

/** Hard links: a mount lies over one name of a file alone. */
function otherNames(found: readonly Found[], folders: readonly string[], disk: ProgramDisk): readonly Found[] {
  const linked = new Map(found.filter((one) => one.hasOtherNames).map((one) => [one.id, one]));
  if (linked.size === 0) return [];
  const covered = new Set(found.map(({ path }) => path));
  return folders.flatMap((folder) =>
    disk.names(folder).flatMap((name) => {
      const path = `${folder}/${name}`;
      const same = linked.get(disk.id(path) ?? '');
      const file = same && disk.program(path);
      if (same === undefined || file === undefined || covered.has(file.path)) return [];
      covered.add(file.path);
      return [{ ...file, names: same.names }];
    }),
  );
}

/** Its own name first. */
function ordered(path: string, names: ReadonlySet<string>): readonly string[] {
  const own = path.slice(path.lastIndexOf('/') + 1);
  const sorted = [...names].sort();
  return names.has(own) ? [own, ...sorted.filter((name) => name !== own)] : sorted;
}
