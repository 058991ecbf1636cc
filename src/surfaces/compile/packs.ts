import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerShippedPacks, shippedPolicy } from '../../policy/load.ts';
import { PACKS_FILE, packsFileText } from '../../policy/lowered-packs.ts';
import { GATES_FILE, gatesFileText } from '../../refresh/built-gates.ts';

// started by the build, beside what it built: `node packs.cjs`
const problems = lowerShippedPacks();
if (problems.length > 0) throw new Error(`rules/: ${JSON.stringify(problems)}`);
writeFileSync(join(__dirname, PACKS_FILE), packsFileText(__dirname));
writeFileSync(join(__dirname, GATES_FILE), gatesFileText(__dirname, shippedPolicy().policy));
