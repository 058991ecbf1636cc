import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foldersTo } from '../util/path.ts';

/**
 * Where npm has put a package, for who asks for it; undefined = nowhere: it leaves optional ones out that it cannot get, or that are for other
 * platforms. `from`: absolute. Source: Node.js 20, "Loading from node_modules folders"; `node:module` takes longer to load than this.
 */
export function packageFolder(name: string, from: string): string | undefined {
  const folders = foldersTo(from).map((folder) => join(folder, 'node_modules', name));
  return folders.find((folder) => existsSync(join(folder, 'package.json')));
}
