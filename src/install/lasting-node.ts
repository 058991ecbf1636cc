import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from '../store/product.ts';

/** Homebrew's real path holds the version: an upgrade takes it away. `opt` links to the one that is installed. */
const HOMEBREW = /^(?<prefix>\/.*)\/Cellar\/(?<formula>node(?:@\d+)?)\/[^/]+\/bin\/node$/;

/** The Node.js of an archive, below the product. */
export const OWN_NODE = 'node/bin/node';

/** The path of this Node.js for files that outlive an upgrade of it. Never looked for in PATH: others can set that. */
export function lastingNode(
  path = process.execPath,
  realPathOf: (path: string) => string = realpathSync,
  product = productRoot(),
): string {
  const { prefix, formula } = HOMEBREW.exec(path)?.groups ?? {};
  const links = [join(product, OWN_NODE), ...(prefix === undefined ? [] : [`${prefix}/opt/${formula}/bin/node`])];
  return links.find((link) => leadsTo(link, path, realPathOf)) ?? path;
}

function leadsTo(link: string, path: string, realPathOf: (path: string) => string): boolean {
  try {
    return realPathOf(link) === realPathOf(path);
  } catch {
    return false;
  }
}
