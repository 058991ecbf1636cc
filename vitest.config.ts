import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/agents/**'], // npm run test:agents
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    globalSetup: ['test/support/global-setup.ts'],
  },
});
