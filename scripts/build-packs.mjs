import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/** `packs.json` and `gates.json` in this folder: the shipped packs, lowered by what was built there, and their gates. What writes them is not shipped. */
export async function buildPacks(folder, options) {
  const outfile = `${folder}/packs.cjs`;
  await build({
    ...options,
    entryPoints: ['src/surfaces/compile/packs.ts'],
    outdir: undefined,
    outfile,
    metafile: false,
  });
  execFileSync(process.execPath, [outfile], { stdio: 'inherit' });
  rmSync(outfile);
}
