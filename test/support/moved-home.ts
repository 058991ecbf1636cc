import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { factsIn, marksOf, setTimes } from '../../src/install/freshness.ts';
import { readIfThere } from '../../src/store/atomic-file.ts';
import { CODE_FOLDER, originOf } from '../../src/store/code-cache.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { hashName } from '../../src/util/fnv.ts';

/** A folder of a unique name, and the one in it that is copied: a HOME, or `root` itself. */
export interface HomePlace {
  readonly root: string;
  readonly home: string;
}

/** A folder with an installation, and all that differs in a copy of it. Paths are relative to `home`. */
export interface Template extends HomePlace {
  readonly texts: readonly (readonly [path: string, spots: readonly Spot[]])[];
  readonly codes: readonly Code[];
  /** symbolic links to absolute paths in HOME */
  readonly links: readonly (readonly [path: string, target: string])[];
  /** files that are named after the hash of another file's path */
  readonly hashed: readonly (readonly [path: string, source: string])[];
  readonly stamps: readonly string[];
  /** identity of the policy that gates are made from: its hash names a folder, see src/refresh/project-say.ts */
  readonly madeFrom?: readonly [text: string, spots: readonly Spot[]];
}

/** V8 code. */
interface Code {
  readonly path: string;
  readonly source: string;
  readonly spots: readonly Spot[];
  /** length of what precedes the note about the source: see src/store/code-keep.ts */
  readonly bytes: number;
}

/** `what`: the file whose size, times and inode are recorded here, or one of the constants below. */
type Spot = readonly [offset: number, length: number, what: string];
const ROOT = '/root';
const MADE_FROM = '/made-from';

/** What factsIn returns. */
const FACTS = /\d+ \d+(?:\.\d+)? \d+(?:\.\d+)? \d+/g;

// ---- the template ----

export function describeHome({ root, home }: HomePlace): Template {
  const { cache, state } = layoutOf({ HOME: home });
  const gates = readIfThere(cache.gates);
  const key = gates === undefined ? undefined : (JSON.parse(gates) as { key: string }).key;
  const entries = entriesBelow(home, '');
  const recorded = new Map(entries.others.map((path) => [factsIn(statSync(join(home, path))), path]));
  const marks: Marks = { root, madeFrom: key && hashName(key), recorded };
  const files = entries.others.filter((path) => statSync(join(home, path)).isFile());
  const texts = files
    .filter((path) => !isCode(path))
    .map((path) => [path, spotsIn(readFileSync(join(home, path), 'latin1'), marks)] as const)
    .filter(([, spots]) => spots.length > 0);
  const hashes = new Map(files.map((path) => [`${hashName(join(home, path))}.json`, path]));
  const hashed = files.flatMap((path) => {
    if (!HASHED.test(basename(path)) || !join(home, path).startsWith(state.root)) return [];
    const source = hashes.get(basename(path));
    if (source === undefined) throw new Error(`it is not known what ${path} is named after`);
    return [[path, source] as const];
  });
  const links = entries.links.flatMap((path) => {
    const target = readlinkSync(join(home, path));
    return target.startsWith(`${home}/`) ? [[path, relative(home, target)] as const] : [];
  });
  return {
    root,
    home,
    texts,
    links,
    hashed,
    codes: files.filter(isCode).flatMap((path) => codeIn(path, { root, home }) ?? []),
    stamps: files.filter((path) => existsSync(marksOf(join(home, path)).folder)),
    ...(key !== undefined && { madeFrom: [key, spotsIn(key, marks)] }),
  };
}

interface Entries {
  readonly links: readonly string[];
  readonly others: readonly string[];
}

function entriesBelow(home: string, folder: string): Entries {
  const entries = readdirSync(join(home, folder), { withFileTypes: true });
  const parts = entries.map((entry): Entries => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return { links: [path], others: [] };
    const { links, others } = entry.isDirectory() ? entriesBelow(home, path) : { links: [], others: [] };
    return { links, others: [path, ...others] };
  });
  return { links: parts.flatMap(({ links }) => links), others: parts.flatMap(({ others }) => others) };
}

/** See hashName. */
const HASHED = /^[0-9a-f]{16}\.json$/;

interface Marks {
  readonly root: string;
  readonly madeFrom: string | undefined;
  /** paths, by their facts */
  readonly recorded: ReadonlyMap<string, string>;
}

function spotsIn(text: string, { root, madeFrom, recorded }: Marks): readonly Spot[] {
  const roots = spotsOf(root, text, ROOT);
  const unique = basename(root);
  const codes = [...unique].map((char) => char.charCodeAt(0)).join(';'); // as programs of src/patterns have it
  if (spotsOf(unique, text, ROOT).length !== roots.length || text.includes(codes))
    throw new Error(`${root} is part of other text: ${text.slice(0, 100)}`);
  const facts = [...text.matchAll(FACTS)].flatMap(({ 0: words, index }): Spot[] => {
    const path = recorded.get(words);
    return path === undefined ? [] : [[index, words.length, path]];
  });
  return [...roots, ...spotsOf(madeFrom, text, MADE_FROM), ...facts].sort(([one], [other]) => one - other);
}

function spotsOf(part: string | undefined, text: string, what: string): readonly Spot[] {
  const spots: Spot[] = [];
  if (part === undefined) return spots;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    spots.push([at, part.length, what]);
  return spots;
}

function isCode(path: string): boolean {
  return path.split('/').includes(CODE_FOLDER);
}

/** undefined = it is of a folder that was renamed since, and useless */
function codeIn(path: string, { root, home }: HomePlace): Code | undefined {
  const content = readFileSync(join(home, path));
  const { bytes, words } = noteIn(content);
  const source = words.slice(FACT_WORDS).join(' ');
  if (!existsSync(source)) {
    rmSync(join(home, path));
    return undefined;
  }
  const spots = spotsOf(root, content.toString('latin1', 0, bytes), ROOT);
  return { path, source: relative(home, source), spots, bytes };
}

/** version, architecture, size, time and inode; then the path, which may have spaces */
const FACT_WORDS = 5;

function noteIn(content: Buffer): { readonly bytes: number; readonly words: readonly string[] } {
  const end = content.length - LENGTH_BYTES;
  const bytes = end - content.readUInt32BE(end);
  return { bytes, words: content.toString('utf8', bytes, end).split(' ') };
}

const LENGTH_BYTES = 4;

// ---- a copy ----

/** Makes an exact copy of the template's HOME what an installation at its own place would be. */
export function adapt(template: Template, { root, home }: HomePlace): void {
  for (const [path, target] of template.links) {
    rmSync(join(home, path));
    symlinkSync(join(home, target), join(home, path));
  }
  const known = new Map([[ROOT, root]]);
  const now = (what: string): string => {
    const text = known.get(what) ?? factsIn(statSync(join(home, what)));
    known.set(what, text);
    return text;
  };
  const [key = '', spotsOfKey = []] = template.madeFrom ?? [];
  known.set(MADE_FROM, hashName(replaced(Buffer.from(key), spotsOfKey, now).toString()));
  for (const [path, spots] of template.texts) rewrite(join(home, path), (content) => replaced(content, spots, now));
  for (const { path, source, spots, bytes } of template.codes)
    rewrite(join(home, path), (content) => {
      const note = Buffer.from(originOf(join(home, source), statSync(join(home, source))));
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(note.length);
      return Buffer.concat([replaced(content.subarray(0, bytes), spots, now), note, length]);
    });
  for (const [path, source] of template.hashed)
    renameSync(join(home, path), join(home, dirname(path), `${hashName(join(home, source))}.json`));
  for (const stamp of template.stamps) setTimes(join(home, stamp), join(marksOf(join(home, stamp)).folder, 'until'));
}

function rewrite(path: string, change: (content: Buffer) => Buffer): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, change(readFileSync(path)));
  utimesSync(path, atime, mtime);
}

function replaced(content: Buffer, spots: readonly Spot[], now: (what: string) => string): Buffer {
  const parts: Buffer[] = [];
  let end = 0;
  for (const [offset, length, what] of spots) {
    parts.push(content.subarray(end, offset), Buffer.from(now(what)));
    end = offset + length;
  }
  return Buffer.concat([...parts, content.subarray(end)]);
}
