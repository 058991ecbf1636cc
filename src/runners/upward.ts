import { parentPath } from '../util/path.ts';

/** Above these nobody keeps the file of a project. */
const MAX_PARENTS = 40;

/** What is found first in a directory, absolute, or in those above it. */
export function findUpward<Found>(from: string, find: (directory: string) => Found | undefined): Found | undefined {
  for (let at = from, count = 0; count < MAX_PARENTS; at = parentPath(at), count++) {
    const found = find(at);
    if (found !== undefined || at === '/') return found;
  }
  return undefined;
}
