import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { writeFileAtomic } from './atomic-file.ts';

/** A file that runs, and where its code is kept. */
interface Running {
  readonly script: Script;
  readonly cache: string;
  /** what its code was made from */
  readonly origin: string;
  /** the parts of it that ran in the processes that kept its code, by their names */
  readonly ways: Set<string>;
}

/** Code that is kept costs every call; what is done first is most of what is done later. */
const MOST_WAYS = 24;

/** Its bytes until the next file is read. */
interface Content {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/**
 * Runs a file of our build, which is ASCII and an expression: the function of a CommonJS module. That is with the code
 * that V8 made of it in an earlier process; makes that code where there is none yet. Without it, compiling costs more
 * than all that a call does. So it is with the files beside it that it requires. A file calls `module.way` with the name
 * of a part of it that it runs. `folder` keeps the code; nobody else may write there: what is in there is run.
 * Returns what the file exports. Source: `vm.Script` with `cachedData`, Node.js 20.
 */
export function runCached(file: string, folder: string, require: NodeJS.Require): unknown {
  const loaded = new Map<string, unknown>();
  const running: Running[] = [];
  const read = newReader();
  let isKeeping = false;
  // a file or a part of one that nobody ran before is a way that nobody went before, also through the files that led to it
  const keepAtExit = () => {
    if (!isKeeping) process.once('exit', () => running.forEach(keepCode));
    isKeeping = true;
  };
  const load = (path: string): unknown => {
    if (loaded.has(path)) return loaded.get(path);
    const { isNew, ...one } = prepared(path, join(folder, basename(path)), read);
    running.push(one);
    if (isNew) keepAtExit();
    const way = (name: string) => {
      if (one.ways.size >= MOST_WAYS || one.ways.has(name)) return;
      one.ways.add(name);
      keepAtExit();
    };
    const module = { exports: {}, way };
    one.script.runInThisContext()(module.exports, requireBeside, module, path, dirname(path));
    loaded.set(path, module.exports);
    return module.exports;
  };
  const requireBeside = (id: string): unknown => (id.startsWith('./') ? load(join(dirname(file), id)) : require(id));
  return load(file);
}

/** `isNew`: there was no code of it that V8 takes. */
function prepared(file: string, cache: string, read: (path: string) => Content): Running & { readonly isNew: boolean } {
  const { bytes, stats } = read(file);
  const source = bytes.toString('latin1');
  const origin = originOf(file, stats);
  const kept = keptFrom(origin, () => read(cache).bytes);
  const code = kept?.code;
  const script = new Script(source, { filename: file, ...(code !== undefined && { cachedData: code }) });
  const isNew = code === undefined || script.cachedDataRejected === true;
  return { script, cache, origin, ways: new Set(isNew ? [] : kept?.ways), isNew };
}

/** Reads one file after another to the same memory: memory that a process touches first costs more than reading does. */
function newReader(): (path: string) => Content {
  let space = Buffer.alloc(0);
  return (path) => {
    const descriptor = openSync(path, 'r');
    try {
      const stats = fstatSync(descriptor);
      if (space.length < stats.size) space = Buffer.allocUnsafeSlow(stats.size);
      return { bytes: space.subarray(0, readSync(descriptor, space, 0, stats.size, 0)), stats };
    } finally {
      closeSync(descriptor);
    }
  };
}

/** V8 itself compares no more than its own version and the length of the source. */
function originOf(file: string, { size, mtimeMs, ino }: Stats): string {
  return [process.version, process.arch, size, mtimeMs, ino, file].join(' ');
}

/** The code, a note of what it was made from and of its ways, and the length of that, a 32-bit number. */
function keepCode({ script, cache, origin, ways }: Running): void {
  const note = Buffer.from([origin, ...ways].join('\n'));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(note.length);
  try {
    writeFileAtomic(cache, Buffer.concat([script.createCachedData(), note, length]));
  } catch {
    // compiled anew next time: slower, not wrong
  }
}

interface Kept {
  readonly code: Buffer;
  readonly ways: readonly string[];
}

/** undefined = there is none of this origin */
function keptFrom(origin: string, read: () => Buffer): Kept | undefined {
  try {
    const bytes = read();
    const end = bytes.length - 4;
    const start = end - bytes.readUInt32BE(end);
    const [from, ...ways] = bytes.toString('utf8', start, end).split('\n');
    return from === origin ? { code: bytes.subarray(0, start), ways } : undefined;
  } catch {
    return undefined;
  }
}
