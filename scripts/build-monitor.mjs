import { build } from 'esbuild';

/** What CommonJS modules inside a bundle of ES modules expect to be there. */
const BANNER = `import { createRequire as __require } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __require(import.meta.url);
const __dirname = __dirnameOf(__pathOf(import.meta.url));`;

/** `monitor.mjs`: its library awaits at the top level, which only ES modules can. */
export function buildMonitor(outdir, { plugins = [], ...options } = {}) {
  return build({
    entryPoints: [{ in: 'src/surfaces/monitor/main.ts', out: 'monitor' }],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: BANNER },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    metafile: true,
    plugins: [NO_DEVTOOLS, ...plugins],
    ...options,
  });
}

/** Of React's; the library would connect to them where DEV is set. */
const NO_DEVTOOLS = {
  name: 'no-devtools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export default undefined;' }));
  },
};
