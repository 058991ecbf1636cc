// Bundles the product into dist/: single CommonJS files, because ESM start-up costs 5-7 ms more per call.
import { build } from 'esbuild';

const entries = {
  shim: 'src/surfaces/shim/main.ts', // slow path of a shim: nothing but what a plain answer needs
  compile: 'src/surfaces/compile/main.ts', // rule files -> compiled policy: YAML, schemas, regex checks
  cli: 'src/surfaces/cli/main.ts',
};

await build({
  entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  external: ['./compile.cjs'],
  logLevel: 'warning',
});
