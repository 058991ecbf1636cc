import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a TypeScript program of test/support, imports it and hands it to `run`, whose result is the exit status. */
export async function runBundled(entry, run) {
  const folder = mkdtempSync(join(tmpdir(), 'safeshell-bundled-'));
  const outfile = join(folder, 'main.cjs');
  try {
    await build({
      entryPoints: [join(root, entry)],
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      outfile,
      logLevel: 'error',
      external: ['./*.cjs'],
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
      // the bundle lies outside of the repository, whose rules it is to find
      define: {
        'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'test/support/any.ts')).href),
        'import.meta.dirname': JSON.stringify(join(root, 'test/support')),
        __dirname: JSON.stringify(join(root, 'test/support')),
      },
    });
    process.exitCode = await run((await import(pathToFileURL(outfile).href)).default, outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
