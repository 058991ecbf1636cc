import { defineConfig } from 'vitest/config';

/** Real agents, one at a time: they take minutes, and npm to load them. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/agents/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    globalSetup: ['test/support/global-setup.ts'],
  },
});
