import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCaseFile } from '../../src/cases/case-file.ts';
import type { CaseDocument } from '../../src/cases/case-schema.ts';
import { runCase } from '../../src/cases/run-case.ts';
import { shippedPolicy } from '../../src/policy/load.ts';
import { decisionText } from '../../test/support/decision-record.ts';

/** Of long lists about the shipped rules, which all go the same way through the rooms, every so many is enough. */
const SAMPLE = 40;

const { policy } = shippedPolicy();
const files = readdirSync('test/cases', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
const cases = files.flatMap((name) => {
  const file = join('test/cases', name);
  const all = parseCaseFile(readFileSync(file, 'utf8'), file).cases;
  return all
    .filter(({ rules }, at) => rules !== undefined || at % SAMPLE === 0)
    .map((one) => [`${name} ${one.id}`, one] as const);
});

/** What was decided at first, without a mutant: for each case, as some of a file have one name. */
const decided = new Map<CaseDocument, readonly string[]>();

test.each(cases)('%s', (_name, one) => {
  const decisions: string[] = [];
  const { outcome } = runCase(one, policy, (decision) => decisions.push(decisionText(decision)));
  const before = decided.get(one) ?? [outcome, ...decisions];
  decided.set(one, before);
  expect([outcome, ...decisions]).toEqual(before);
});
