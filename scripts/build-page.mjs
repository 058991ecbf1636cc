import { build } from 'esbuild';

/** `page.js`: the script of the page of `safeshell inbox --web`, for browsers of the last three years. */
export function buildPage(outdir, options = {}) {
  return build({
    entryPoints: [{ in: 'src/surfaces/page/main.ts', out: 'page' }],
    outdir,
    bundle: true,
    platform: 'browser',
    target: ['es2022', 'chrome116', 'firefox115', 'safari16.4'],
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
}
