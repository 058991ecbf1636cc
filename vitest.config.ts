import { defineConfig } from 'vitest/config';
import { outsideReporter } from './test/support/outside.ts';

/** Properties that compile the gates of hundreds of programs, or that take proofs of thousands of lines. */
const SLOW_PROPERTIES = 'test/properties/{proofs,gate,gate-mutants,hook-gate,line-gate}.test.ts';
/** End-to-end tests of `npm test`; the others are in `npm run test:full`. */
const CORE = 'test/e2e/{shim-protocol,plain-answer}.test.ts';

export default defineConfig({
  test: {
    experimental: { fsModuleCache: true }, // `npm test` and `npm run test:full` share transformed modules
    isolate: false, // files of one worker share its modules: the product is loaded, and its rules are compiled, once
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } }, // a second, as it is otherwise, is nothing on a busy machine
    maxWorkers: 4, // twice what CI has processors: tests wait for terminals, servers, browsers and programs
    reporters: ['default', outsideReporter],
    globalSetup: ['test/support/own-environment.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/generated.test.ts'] } },
      { extends: true, test: { name: 'cases', include: ['test/{cases,corpora,proofs,red,seeds*}.test.ts'] } },
      { extends: true, test: { name: 'properties', include: ['test/properties/**/*.test.ts'], exclude: [SLOW_PROPERTIES] } },
      { extends: true, test: { name: 'properties-full', include: [SLOW_PROPERTIES] } },
      { extends: true, test: { name: 'confirm', include: ['test/confirm/**/*.test.ts', 'test/omissions.test.ts'] } },
      // of what `npm run build` made
      { extends: true, test: { name: 'e2e', include: [CORE] } },
      { extends: true, test: { name: 'e2e-full', include: ['test/e2e/**/*.test.ts'], exclude: [CORE] } },
    ],
  },
});
