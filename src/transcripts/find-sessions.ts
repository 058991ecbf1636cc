import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** One file that may be a session. */
export interface FoundFile {
  readonly path: string;
  /** below the folder that was looked through, `/a/b.jsonl`; empty = that is the file itself */
  readonly below: string;
  readonly bytes: number;
  /** when it was last written, epoch, ms */
  readonly writtenMs: number;
}

/** No agent nests deeper. */
const MAX_DEPTH = 12;

/**
 * The regular files below a folder, or the file itself, each once. Links to folders are not followed, but the first; what cannot be
 * read is told.
 */
export function* filesBelow(root: string, unreadable: (path: string) => void): Generator<FoundFile> {
  const start = statOf(root);
  if (start === undefined) return;
  if (start.isFile()) yield foundFile({ path: root, below: '' }, start);
  else if (start.isDirectory()) yield* within({ path: realpathSync(root), below: '' }, 0, unreadable);
}

type Where = Pick<FoundFile, 'path' | 'below'>;

function* within(folder: Where, depth: number, unreadable: (path: string) => void): Generator<FoundFile> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder.path, { withFileTypes: true });
  } catch {
    unreadable(folder.path);
    return;
  }
  for (const entry of entries) {
    const where = { path: join(folder.path, entry.name), below: `${folder.below}/${entry.name}` };
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) yield* within(where, depth + 1, unreadable);
      continue;
    }
    // a link may lead to a file that is kept elsewhere
    const stat = entry.isFile() || entry.isSymbolicLink() ? statOf(where.path) : undefined;
    if (stat?.isFile()) yield foundFile(where, stat);
  }
}

function foundFile(where: Where, { size: bytes, mtimeMs: writtenMs }: Stats): FoundFile {
  return { ...where, bytes, writtenMs };
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // it is not there any more, or the link leads nowhere
  }
}
