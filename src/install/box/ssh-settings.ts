import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './program-disk.ts';

const FOLDER = '/etc/ssh/ssh_config.d';

/**
 * Settings of ssh that are root's, by their paths. In a namespace of users root is nobody, and ssh believes no included file that is neither
 * root's nor the user's own. Source: read_config_file_depth in OpenSSH 9.2
 */
export function sshSettings(): ReadonlyMap<string, string> {
  const paths = namesIn(FOLDER).filter((name) => name.endsWith('.conf'));
  return new Map(paths.flatMap((name) => textAt(join(FOLDER, name))));
}

function textAt(path: string): [string, string][] {
  try {
    return [[path, readFileSync(path, 'utf8')]];
  } catch {
    return []; // not for us
  }
}
