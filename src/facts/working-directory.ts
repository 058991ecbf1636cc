import { readlinkSync } from 'node:fs';

/** Where Linux says that a process works. Source: proc(5) */
const LINK = '/proc/self/cwd';
const DELETED = ' (deleted)';

/**
 * The absolute path of the folder that this process works in; of one that was deleted, what it was: `..` still leads from
 * there. Where nobody knows, the root: whatever is named below it is judged as there. Never throws.
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
    const path = readlinkSync(LINK);
    return path.startsWith('/') && path.endsWith(DELETED) ? path.slice(0, -DELETED.length) : undefined;
  } catch {
    return undefined;
  }
}
