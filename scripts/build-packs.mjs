import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/** `packs.json` in this folder: the shipped packs, lowered by what was built there. What writes it is not shipped. */
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
