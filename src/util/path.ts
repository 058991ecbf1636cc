/** POSIX path arithmetic without a file system; node:path is not at hand in the pure rooms. */

/** An empty, `.` or `..` segment. */
const ABNORMAL = /\/\.{0,2}(?:\/|$)/;

/** `/a/./b/../c//` -> `/a/c`. Absolute paths only; never above `/`. */
export function normalizePath(path: string): string {
  if (path.length > 1 && path.startsWith('/') && !ABNORMAL.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  return `/${kept.join('/')}`;
}

export function resolvePath(cwd: string, path: string): string {
  return normalizePath(path.startsWith('/') ? path : `${cwd}/${path}`);
}

export function baseName(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.replace(/(?<!\/)\/+$/, '') : path;
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

export function parentPath(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut <= 0 ? '/' : path.slice(0, cut);
}

/** An absolute path, then the folders above it up to the root. */
export function foldersTo(path: string): readonly string[] {
  const found = [path];
  for (let at = path; at !== '/'; found.push(at)) at = parentPath(at);
  return found;
}

/** A device, not a file with bytes of its own: shm is a folder for files. Absolute and normalised. */
export function isDevice(path: string): boolean {
  return path.startsWith('/dev/') && !isWithin(path, '/dev/shm');
}

/** `path` is `root` or lies below it; both absolute and normalised. */
export function isWithin(path: string, root: string): boolean {
  if (!path.startsWith(root)) return false;
  return path.length === root.length || path[root.length] === '/' || root === '/';
}
