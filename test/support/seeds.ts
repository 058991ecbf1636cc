import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parseCaseFile } from '../../src/cases/case-file.ts';
import { runCases } from '../../src/cases/run-cases.ts';
import { loadRules } from '../../src/rules/load.ts';
import { problemText } from '../../src/text/problems.ts';
import { SEED_DOCUMENTS } from './outside.ts';

/** Every YAML block in the documents, exactly as it is printed, means what its document says. */
export const isHere = existsSync(SEED_DOCUMENTS);

export function blocksOf(prefix: string): readonly string[] {
  const file = isHere ? readdirSync(SEED_DOCUMENTS).find((name) => name.startsWith(prefix)) : undefined;
  if (file === undefined) return [];
  const text = readFileSync(`${SEED_DOCUMENTS}/${file}`, 'utf8');
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

export interface Step {
  readonly [key: string]: unknown;
}

/** Runs steps under a rule file; what came out wrong. */
export function play(rules: string | readonly string[], steps: readonly Step[], expected: readonly unknown[]) {
  const text = JSON.stringify({ id: 'seed', rules, steps, expect: expected });
  const file = parseCaseFile(text, 'seed.jsonl');
  expect(file.problems.map(problemText)).toEqual([]);
  const { failures, skipped } = runCases([file], { modules: [] });
  return { failures, skipped };
}

export const PASSED = { failures: [], skipped: 0 };

export function load(text: string) {
  const { policy, problems } = loadRules([{ file: 'seed.yaml', text, tier: 'user', module: 'seed' }]);
  return { policy, problems };
}

export function indented(block: string, blanks: number): string {
  return block.replace(/^(?=.)/gm, ' '.repeat(blanks));
}
