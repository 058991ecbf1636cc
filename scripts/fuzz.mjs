// `npm run fuzz`: looks for lines that the shell analysis chokes on, or that bash understands and it does not.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'safeshell-fuzz-'));
const outfile = join(folder, 'fuzz.cjs');
try {
  await build({
    entryPoints: [join(root, 'test/support/fuzz/main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outfile,
    logLevel: 'error',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'test/support/any.ts')).href) },
  });
  const { main } = (await import(pathToFileURL(outfile).href)).default;
  process.exitCode = await main(process.argv.slice(2), root, outfile);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
