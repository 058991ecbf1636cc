import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder that holds the product's own `rules/` and `shims/`: beside `dist/` where it is installed, the checkout in development. */
export function productRoot(from: string = __dirname): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'rules')) && existsSync(join(at, 'shims'))) return at;
    if (at === dirname(at)) throw new Error(`no rules/ and shims/ beside ${from}: the installation is incomplete`);
  }
}

export function productVersion(root: string = productRoot()): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
