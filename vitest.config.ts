import { defineConfig } from 'vitest/config';
import { outsideReporter } from './test/support/outside.ts';

/** Properties that compile the gates of hundreds of programs, or that take proofs of thousands of lines. */
const SLOW_PROPERTIES = 'test/properties/{proofs,gate,gate-mutants,hook-gate,line-gate}.test.ts';
/** End-to-end tests of `npm test`: `npm run test:full` repeats those that try a sample with more of it. */
const SAMPLES = 'docs,walls,undo-recipes';
const CORE = 'shim-protocol,plain-answer';

export default defineConfig({
  test: {
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
      { extends: true, test: { name: 'e2e', include: [`test/e2e/{${CORE},${SAMPLES}}.test.ts`] } },
      { extends: true, test: { name: 'e2e-full', include: ['test/e2e/**/*.test.ts'], exclude: [`test/e2e/{${CORE}}.test.ts`] } },
    ],
  },
});
