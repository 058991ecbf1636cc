import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerShippedPacks, shippedPolicy } from '../../policy/load.ts';
import { PACKS_FILE, packsFileText } from '../../policy/lowered-packs.ts';
import { GATES_FILE, gatesFileText } from '../../refresh/built-gates.ts';

/** Writes the shipped packs, lowered, beside the bundles in a folder. Called by the build. Throws where a pack has errors. */
export function writePacks(folder: string): void {
  const problems = lowerShippedPacks();
  if (problems.length > 0) throw new Error(`rules/: ${JSON.stringify(problems)}`);
  writeFileSync(join(folder, PACKS_FILE), packsFileText(folder));
}

/** Writes the gates of all programs that rules of the shipped packs are about. */
export function writeGates(folder: string): void {
  writeFileSync(join(folder, GATES_FILE), gatesFileText(folder, shippedPolicy().policy));
}
