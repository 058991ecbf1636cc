import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** A file that ran, and where its code is kept. */
export interface RunningCode {
  readonly script: Script;
  /** where its code is to be kept */
  readonly cache: string;
  /** what its code is made from */
  readonly origin: string;
}

/** What the main file may export: called when a process ends in which some file ran without kept code. See code-keep.ts. */
export interface KeepsCode {
  keepCode?(running: readonly RunningCode[]): void;
}

/** Its bytes until the next file is read. */
interface Content {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Where the product keeps code of its own, in the folder of what it is made from: who may write there may change that, too. */
export const CODE_FOLDER = '.code';

/**
 * Runs a file of our build (ASCII, an expression: the function of a CommonJS module) and those beside it that it requires, with
 * the code that V8 compiled in an earlier process, as compiling takes longer than all else in a call. `folder` keeps that
 * code and must be writable by this user alone, as its contents are run. Returns the exports of the file.
 * Source: `vm.Script` with `cachedData`, Node.js 20.
 */
export function runCached(file: string, folder: string, require: NodeJS.Require): unknown {
  const loaded = new Map<string, unknown>();
  const running: RunningCode[] = [];
  let isKept = true;
  const read = newReader();
  const requireOnce = (id: string): unknown => {
    if (!loaded.has(id)) loaded.set(id, id.startsWith('./') ? run(join(dirname(file), id)) : require(id));
    return loaded.get(id);
  };
  const run = (path: string): unknown => {
    const { isFresh, ...one } = prepared(path, join(folder, basename(path)), read);
    running.push(one);
    isKept &&= !isFresh;
    const module = { exports: {} };
    one.script.runInThisContext()(module.exports, requireOnce, module, path, dirname(path));
    return module.exports;
  };
  let main: KeepsCode | undefined;
  process.once('exit', () => {
    // a file without kept code was loaded by functions of other files whose kept code lacks them: all are kept anew
    if (!isKept) main?.keepCode?.(running);
  });
  main = run(file) as KeepsCode;
  return main;
}

function prepared(file: string, cache: string, read: (path: string) => Content): RunningCode & { isFresh: boolean } {
  const { bytes, stats } = read(file);
  const source = bytes.toString('latin1');
  const origin = originOf(file, stats);
  const code = keptFrom(origin, () => read(cache).bytes);
  const script = new Script(source, { filename: file, ...(code !== undefined && { cachedData: code }) });
  return { script, cache, origin, isFresh: code === undefined || script.cachedDataRejected === true };
}

/** More than our largest file and its code; pages that are never touched cost nothing. */
const ROOM_BYTES = 2 ** 21;

/** Reads one file after another to the same memory: memory that a process touches first costs more than reading does. */
function newReader(): (path: string) => Content {
  let space = Buffer.allocUnsafeSlow(ROOM_BYTES);
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
export function originOf(file: string, { size, mtimeMs, ino }: Stats): string {
  return [process.version, process.arch, size, mtimeMs, ino, file].join(' ');
}

/** As code-keep.ts writes it: twice the code, what it was made from, and the length of that. undefined = not so, or damaged */
function keptFrom(origin: string, read: () => Buffer): Buffer | undefined {
  try {
    const bytes = read();
    const end = bytes.length - 4;
    const start = end - bytes.readUInt32BE(end);
    if (bytes.toString('utf8', start, end) !== origin) return undefined;
    const code = bytes.subarray(0, start / 2);
    return code.equals(bytes.subarray(start / 2, start)) ? code : undefined;
  } catch {
    return undefined;
  }
}
