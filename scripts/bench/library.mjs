import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModules } from './bundle.mjs';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Functions of the product that no surface offers, bundled like the product itself. */
export async function loadLibrary({ product }) {
  const outfile = join(product, 'dist', 'library.cjs');
  await bundleModules(
    `
        export { decide } from './src/decide/decide.ts';
        export { prove } from './src/prove/prove.ts';
        export { analyzeArgv, analyzeLine } from './src/shell/analyze.ts';
        export { defaultClassifier } from './src/classify/compile-settings.ts';
        export { shippedPolicy } from './src/policy/load.ts';
        export { whatIfFacts } from './src/facts/what-if.ts';
        export { localTime } from './src/facts/local-time.ts';
        export { loadRules } from './src/rules/load.ts';
        export { policySources } from './src/policy/sources.ts';
        export { keepGood, openCached } from './src/store/policy-cache.ts';`,
    { resolveDir: REPOSITORY, outfile },
  );
  return createRequire(import.meta.url)(outfile);
}
