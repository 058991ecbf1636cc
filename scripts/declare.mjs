import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const COMPILER = 'node_modules/typescript-native/bin/tsc';

/** The compiler prints `from './x.ts'` beside x.d.ts. */
const printedDeclarations = {
  name: 'printed-declarations',
  resolveId: (id, importer) =>
    importer !== undefined && /^\..*(?<!\.d)\.ts$/.test(id)
      ? join(dirname(importer), id.replace(/\.ts$/, '.d.ts'))
      : undefined,
};

/** Writes the types of a module and of all that they name into one file. `config`: a tsconfig with src/ as its root. */
export async function declare({ config, module, file }) {
  const folder = mkdtempSync(join(tmpdir(), 'safeshell-types-'));
  try {
    execFileSync(process.execPath, [COMPILER, '-p', config, '--outDir', folder], { stdio: 'inherit' });
    const bundle = await rollup({ input: join(folder, module), plugins: [printedDeclarations, dts()], onwarn: refuse });
    await bundle.write({ file, format: 'es' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuse({ message }) {
  throw new Error(message);
}
