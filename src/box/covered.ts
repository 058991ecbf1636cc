import { baseName } from '../util/path.ts';

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
  /** how many names it has, wherever they are (hard links) */
  readonly nameCount: number;
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

/** Hard links: a mount lies over one name of a file alone. Thousands of names are asked for, until all are found. */
function otherNames(found: readonly Found[], folders: readonly string[], disk: ProgramDisk): readonly Found[] {
  const linked = new Map(found.filter(({ nameCount }) => nameCount > 1).map((one) => [one.id, one]));
  const covered = new Set(found.map(({ path }) => path));
  const countOf = ({ id }: Found) => found.filter((one) => one.id === id).length;
  let left = [...linked.values()].reduce((sum, one) => sum + one.nameCount - countOf(one), 0);
  const others: Found[] = [];
  for (const folder of folders) {
    for (const name of likelyFirst(disk.names(folder), [...linked.values()])) {
      if (left === 0) return others;
      const path = `${folder}/${name}`;
      const same = linked.get(disk.id(path) ?? '');
      const file = same && disk.program(path);
      if (same === undefined || file === undefined || covered.has(file.path)) continue;
      covered.add(file.path);
      others.push({ ...file, names: same.names });
      left--;
    }
  }
  return others;
}

/** Other names of a program mostly begin as it does: `perl` and `perl5.36.0`. */
function likelyFirst(names: readonly string[], files: readonly ProgramFile[]): readonly string[] {
  const starts = new Set(files.map(({ path }) => baseName(path).slice(0, 2)));
  const isLikely = (name: string) => starts.has(name.slice(0, 2));
  return [...names.filter(isLikely), ...names.filter((name) => !isLikely(name))];
}

/** Its own name first. */
function ordered(path: string, names: ReadonlySet<string>): readonly string[] {
  const own = baseName(path);
  const sorted = [...names].sort();
  return names.has(own) ? [own, ...sorted.filter((name) => name !== own)] : sorted;
}
