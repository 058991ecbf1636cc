import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { writeFileAtomic } from './atomic-file.ts';

/** A file that runs, and where its code is kept. */
interface Running {
  readonly script: Script;
  readonly cache: string;
  readonly origin: string;
}

interface Cached {
  readonly code: Buffer;
  /** what the code was made from: V8 itself compares no more than its own version and the length of the source */
  readonly origin: string;
}

/**
 * Runs a CommonJS file, which must be ASCII, with the code that V8 made of it in an earlier process; makes that code
 * where there is none yet. Without it, compiling costs more than all that a call does. So it is with the files beside
 * it that it requires. `folder` keeps the code; nobody else may write there: what is in there is run.
 * Returns what the file exports. Source: `vm.Script` with `cachedData`, Node.js 20.
 */
export function runCached(file: string, folder: string, require: NodeJS.Require): unknown {
  const loaded = new Map<string, unknown>();
  const running: Running[] = [];
  let isKeeping = false;
  const load = (path: string): unknown => {
    if (loaded.has(path)) return loaded.get(path);
    const { isNew, ...one } = prepared(path, join(folder, basename(path)));
    running.push(one);
    if (isNew && !isKeeping) {
      // a file that nobody loaded before is a way that nobody went before, also through the files that led to it
      process.once('exit', () => running.forEach(keepCode));
      isKeeping = true;
    }
    const module = { exports: {} };
    one.script.runInThisContext()(module.exports, requireBeside, module, path, dirname(path));
    loaded.set(path, module.exports);
    return module.exports;
  };
  const requireBeside = (id: string): unknown => (id.startsWith('./') ? load(join(dirname(file), id)) : require(id));
  return load(file);
}

/** `isNew`: there was no code of it that V8 takes. */
function prepared(file: string, cache: string): Running & { readonly isNew: boolean } {
  const origin = originOf(file);
  const cached = readCode(cache);
  const code = cached?.origin === origin ? cached.code : undefined;
  const source = readFileSync(file, 'latin1');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(code !== undefined && { cachedData: code }),
  });
  return { script, cache, origin, isNew: code === undefined || script.cachedDataRejected === true };
}

function originOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file);
  return [process.version, process.arch, size, mtimeMs, ino, file].join(' ');
}

/** The code, what it was made from, and the length of that, a 32-bit number. */
function keepCode({ script, cache, origin }: Running): void {
  const note = Buffer.from(origin);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(note.length);
  try {
    writeFileAtomic(cache, Buffer.concat([script.createCachedData(), note, length]));
  } catch {
    // compiled anew next time: slower, not wrong
  }
}

function readCode(cache: string): Cached | undefined {
  try {
    const bytes = readFileSync(cache);
    const end = bytes.length - 4;
    const start = end - bytes.readUInt32BE(end);
    return { code: bytes.subarray(0, start), origin: bytes.toString('utf8', start, end) };
  } catch {
    return undefined;
  }
}
