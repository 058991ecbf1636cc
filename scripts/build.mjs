// Bundles the product into dist/: single CommonJS files, because ESM start-up costs 5-7 ms more per call.
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { loadLater, partEntry, strangersIn } from './load-later.mjs';

const entries = {
  shim: 'src/surfaces/shim/main.ts', // slow path of a shim: nothing but what a plain answer needs
  compile: 'src/surfaces/compile/main.ts', // rule files -> compiled policy: YAML, schemas, regex checks
  cli: 'src/surfaces/cli/main.ts',
};

// What a plain answer about one argv does not need, in files of its own.
const later = loadLater({
  builtins: ['node:child_process', 'node:crypto', 'node:tty'], // 2-3 ms each of the first two
  parts: {
    parser: (module) => module.startsWith('node_modules/unbash/'), // of shell text
    code: (_module, importer) => importer === 'src/shell/code/index.ts', // readers of one-liners, with their parsers
  },
});

const options = {
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  external: ['./compile.cjs'],
};

await build({
  ...options,
  entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
  plugins: [later.plugin],
});

for (const [part, modules] of later.left) {
  const stdin = { contents: partEntry(modules), resolveDir: '.', sourcefile: `${part}.js` };
  await build({ ...options, stdin, outdir: undefined, outfile: `dist/${part}.cjs` });
  const strangers = strangersIn(resolve(`dist/${part}.cjs`));
  if (strangers.length > 0) throw new Error(`dist/${part}.cjs: only functions can be loaded later: ${strangers}`);
}
