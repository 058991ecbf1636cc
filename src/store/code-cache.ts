import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { writeFileAtomic } from './atomic-file.ts';

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
  const load = (path: string): unknown => {
    if (!loaded.has(path)) loaded.set(path, runFile(path, join(folder, basename(path)), requireBeside));
    return loaded.get(path);
  };
  const requireBeside = (id: string): unknown => (id.startsWith('./') ? load(join(dirname(file), id)) : require(id));
  return load(file);
}

function runFile(file: string, cache: string, require: (id: string) => unknown): unknown {
  const origin = originOf(file);
  const cached = readCode(cache);
  const code = cached?.origin === origin ? cached.code : undefined;
  const source = readFileSync(file, 'latin1');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(code !== undefined && { cachedData: code }),
  });
  if (code === undefined || script.cachedDataRejected) {
    process.once('exit', () => keepCode(cache, { code: script.createCachedData(), origin }));
  }
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return module.exports;
}

function originOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file);
  return [process.version, process.arch, size, mtimeMs, ino, file].join(' ');
}

/** The code, what it was made from, and the length of that, a 32-bit number. */
function keepCode(cache: string, { code, origin }: Cached): void {
  const note = Buffer.from(origin);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(note.length);
  try {
    writeFileAtomic(cache, Buffer.concat([code, note, length]));
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
