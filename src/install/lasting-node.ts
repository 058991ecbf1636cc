import { realpathSync } from 'node:fs';

/** Homebrew's real path holds the version: an upgrade takes it away. `opt` links to the one that is installed. */
const HOMEBREW = /^(?<prefix>\/.*)\/Cellar\/(?<formula>node(?:@\d+)?)\/[^/]+\/bin\/node$/;

/** The path of this Node.js for files that outlive an upgrade of it. Never looked for in PATH: others can set that. */
export function lastingNode(path = process.execPath, realPathOf: (path: string) => string = realpathSync): string {
  const { prefix, formula } = HOMEBREW.exec(path)?.groups ?? {};
  if (prefix === undefined) return path;
  const link = `${prefix}/opt/${formula}/bin/node`;
  try {
    return realPathOf(link) === realPathOf(path) ? link : path;
  } catch {
    return path;
  }
}
