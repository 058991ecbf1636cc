import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/** `man/` in this folder: pages from the commands as --help has them. What writes them is not shipped. */
export async function buildMan(folder) {
  const outfile = `${folder}/man.cjs`;
  await build({
    entryPoints: ['src/surfaces/cli/man/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
    external: ['./*.cjs'],
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  });
  execFileSync(process.execPath, [outfile, `${folder}/man`], { stdio: 'inherit' });
  rmSync(outfile);
}
