import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where install.sh puts each version, and the link beside them that leads to the one that counts. */
const VERSION = /^app-/;
const LINK = 'app';

/**
 * Folder that holds the product's own `rules/` and `shims/`: beside `dist/` where it is installed, the checkout in
 * development. Its name outlives an upgrade, so it may be written down; what it holds may be newer than what runs.
 */
export function productRoot(from: string = __dirname): string {
  const own = runningProduct(from);
  return VERSION.test(basename(own)) ? join(dirname(own), LINK) : own;
}

/** The same, of the version that runs. */
export function runningProduct(from: string = __dirname): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'rules')) && existsSync(join(at, 'shims'))) return at;
    if (at === dirname(at)) throw new Error(`no rules/ and shims/ beside ${from}: the installation is incomplete`);
  }
}

export function productVersion(root: string = productRoot()): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
