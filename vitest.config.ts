import { defineConfig } from 'vitest/config';
import { outsideReporter } from './test/support/outside.ts';

export default defineConfig({
  test: {
    isolate: false, // files of one worker share its modules: the product is loaded, and its rules are compiled, once
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } }, // a second, as it is otherwise, is nothing on a busy machine
    maxWorkers: 3, // one more than CI has processors: a quarter of the time tests wait for terminals, servers and browsers
    reporters: ['default', outsideReporter],
    globalSetup: ['test/support/own-environment.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/generated.test.ts'] } },
      { extends: true, test: { name: 'cases', include: ['test/{cases,corpora,proofs,red,seeds*}.test.ts'] } },
      { extends: true, test: { name: 'properties', include: ['test/{properties,confirm}/**/*.test.ts', 'test/omissions.test.ts'] } },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'] } }, // of what `npm run build` made
    ],
  },
});
