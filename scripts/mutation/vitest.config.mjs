import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { instrument } from './instrument.mjs';
import { isMutated } from './rooms.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Every mutant is in the modules that tests load; runner.mjs switches them on one by one. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(text, id) {
        const file = relative(ROOT, id.split('?')[0]);
        return isMutated(file) ? { code: instrument(text, file).text, map: null } : undefined;
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts', 'scripts/mutation/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
    runner: 'scripts/mutation/runner.mjs',
    cache: false,
  },
});
