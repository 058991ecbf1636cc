import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../agents/asking.ts';
import type { Environment } from '../../model/request.ts';
import { foldersUpward } from '../../store/layout.ts';

export function workplaceAt(cwd: string, env: Environment): Workplace {
  const root = foldersUpward(cwd).find((folder) => existsSync(join(folder, '.git'))) ?? cwd;
  return { home: env.HOME ?? '', env, cwd, root, jsonIn };
}

function jsonIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return []; // not there, or not ours to read
  }
}
