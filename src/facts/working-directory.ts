import { readlinkSync } from 'node:fs';

/** Source: proc(5) */
const CWD_LINK = '/proc/self/cwd';
const DELETED = ' (deleted)';

/**
 * The working directory, absolute. Of a deleted one its former path, from which `..` still resolves. Where it is unknown, the
 * root: relative paths are then judged as below `/`. Never throws.
 */
export function workingDirectory(env: Readonly<Record<string, string | undefined>> = process.env): string {
  try {
    return process.cwd();
  } catch {
    return deletedFolder() ?? (env.PWD?.startsWith('/') ? env.PWD : '/');
  }
}

function deletedFolder(): string | undefined {
  try {
    const path = readlinkSync(CWD_LINK);
    return path.startsWith('/') && path.endsWith(DELETED) ? path.slice(0, -DELETED.length) : undefined;
  } catch {
    return undefined;
  }
}
