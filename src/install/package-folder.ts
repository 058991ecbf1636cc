import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where npm has put a package, for who asks for it; undefined = nowhere: it leaves optional ones out that it cannot get, or that are for other platforms. */
export function packageFolder(name: string, from: string): string | undefined {
  const require = createRequire(join(from, 'package.json'));
  const paths = require.resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
}
