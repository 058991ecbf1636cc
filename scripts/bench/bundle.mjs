import { build } from 'esbuild';

/** Modules of the product as one file for Node.js, bundled like the product itself. */
export function bundleModules(contents, { resolveDir, outfile }) {
  return build({
    stdin: { contents, resolveDir },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minifySyntax: true,
    outfile,
    logLevel: 'error',
  });
}
