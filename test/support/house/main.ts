import { GAPS } from './gaps.ts';
import { exampleGaps } from './rules.ts';

/** test/omissions.test.ts runs this in a copy of the repository; the examples of rules are those of test/cases.test.ts. */
const CHECKS: typeof GAPS = { ...GAPS, example: exampleGaps };
for (const kind of process.argv.slice(2)) for (const gap of CHECKS[kind]?.() ?? []) console.log(gap);
