import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { GENERATED } from './generated.ts';

/** Writes generated files anew, as `npm run generate` does. Paths start at the repository, which is the working directory. */
export function main(paths: readonly string[]): number {
  for (const { path, text } of GENERATED) {
    if (!paths.includes(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text());
  }
  return 0;
}
