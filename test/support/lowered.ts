import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../src/model/request.ts';
import { compilePolicy } from '../../src/policy/compile.ts';
import { policySources } from '../../src/policy/sources.ts';
import { writeFileAtomic } from '../../src/store/atomic-file.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { once } from '../../src/util/once.ts';

const fileOf = (env: Environment) => join(layoutOf(env).cache.root, 'packs.json');

/** Read and lowered once for all files of a worker, which takes 2 s of processor time. */
const packs = once(() => {
  const env = { HOME: mkdtempSync(join(tmpdir(), 'safeshell-packs-')) };
  compilePolicy(policySources({ cwd: '/', env }));
  const text = readFileSync(fileOf(env), 'utf8');
  rmSync(env.HOME, { recursive: true });
  return text;
});

/** Puts the shipped packs into the cache of a new HOME, as any edit of a rule but the first finds them there. */
export function keepLoweredPacks(env: Environment): void {
  writeFileAtomic(fileOf(env), packs());
}
