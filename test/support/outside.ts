import { existsSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Material that the rule languages come from, which may not lie in this repository: documents and recorded cases. What they
 * mean is tested without them by test/cases/seeds and test/cases/seed-safeshell; here they are read word by word.
 */
export const SEED_DOCUMENTS = '../shared/seeds';
export const RECORDED_CASES = '../shared/cases';
const OUTSIDE = [SEED_DOCUMENTS, RECORDED_CASES];

/** Reports below the count of tests what is missing, as tests that are skipped are easily overlooked. */
export const outsideReporter: Reporter = {
  onTestRunEnd() {
    const missing = OUTSIDE.filter((folder) => !existsSync(folder));
    if (missing.length > 0) console.log(`not tested: ${missing.join(', ')}, not found (see test/support/outside.ts)`);
  },
};
