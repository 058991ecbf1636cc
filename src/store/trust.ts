import { realpathSync } from 'node:fs';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { VERSIONS } from './layout.ts';
import { sha256 } from './sha256.ts';

/**
 * Which project rule files may loosen: exactly the content that a person agreed to, in exactly that place. The content is
 * handed in, so that what was looked at is what counts. `file`: Layout.state.trust.
 */
export interface Trust {
  isTrusted(path: string, content: string): boolean;
  /** Throws what node:fs throws. */
  trust(path: string, content: string): void;
  /** false = it was not trusted. Throws what node:fs throws. */
  untrust(path: string): boolean;
  /** real path -> sha256 of the content, hex */
  all(): ReadonlyMap<string, string>;
}

export function openTrust(file: string): Trust {
  const all = () => readTrusted(file);
  const write = (trusted: ReadonlyMap<string, string>) =>
    writeFileAtomic(
      file,
      `${JSON.stringify({ version: VERSIONS.trust, files: Object.fromEntries(trusted) }, null, 2)}\n`,
    );
  return {
    all,
    isTrusted: (path, content) => all().get(realPath(path)) === sha256(content),
    trust: (path, content) => write(new Map(all()).set(realPath(path), sha256(content))),
    untrust(path) {
      const trusted = new Map(all());
      if (!trusted.delete(realPath(path))) return false;
      write(trusted);
      return true;
    },
  };
}

/** A file that is not as we write it trusts nothing. */
function readTrusted(file: string): ReadonlyMap<string, string> {
  const read = parseJson(readIfThere(file) ?? '');
  if (!isRecord(read) || read.version !== VERSIONS.trust || !isRecord(read.files)) return new Map();
  const entries = Object.entries(read.files);
  return new Map(
    entries.filter((entry): entry is [string, string] => isString(entry[1]) && /^[\da-f]{64}$/.test(entry[1])),
  );
}

/** A file that is gone keeps the name that it was asked by, so that it can be untrusted. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
