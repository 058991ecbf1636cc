import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type CaseFile, parseCaseFile } from '../src/cases/case-file.ts';
import { runCases } from '../src/cases/run-cases.ts';
import { shippedPolicy } from '../src/policy/load.ts';
import { loadRules } from '../src/rules/load.ts';
import { problemText } from '../src/text/problems.ts';
import { DecisionRecord, IS_RECORDING } from './support/decision-record.ts';
import { RECORDED_CASES } from './support/outside.ts';
import { shipped } from './support/shipped.ts';
import { exampleCases, tableCases } from './support/table-cases.ts';

const { policy, problems } = shipped();
const record = new DecisionRecord();

function caseFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(jsonl|yaml)$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

function runFile(file: string) {
  const parsed = parseCaseFile(readFileSync(file, 'utf8'), file);
  expect(parsed.problems.map(problemText)).toEqual([]);
  return runCases([parsed], policy, record.recorder(file));
}

/** `npm run record` takes the decisions of today for right. */
function expectRecorded(list: string) {
  if (!IS_RECORDING) expect(record.changed(list)).toEqual([]);
}

describe('shipped rules', () => {
  test('load without a problem, and every inline example comes out right', () => {
    expect(problems.map(problemText)).toEqual([]);
  });
});

describe('case files', () => {
  test.each(caseFiles('test/cases'))('%s', (file) => {
    const { failures, skipped } = runFile(file);
    expect({ failures, skipped }).toEqual({ failures: [], skipped: 0 });
    expectRecorded(file);
  });
});

/** Lines that expect no verdict themselves: what was decided on them before still is. */
describe('the same decision as before', () => {
  const judge = (list: string, cases: CaseFile['cases'], fallback = policy) => {
    runCases([{ file: list, cases, broken: [], problems: [] }], fallback, record.recorder(list));
    expectRecorded(list);
  };

  test.each([...tableCases()])('%s', (list, cases) => judge(list, cases));

  const packs = caseFiles('rules').map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
    tier: 'pack' as const,
    module: basename(file, '.yaml'),
  }));
  test.each(packs)('the examples of $file', (pack) => {
    const { examples } = loadRules([pack]);
    const isUsual = !pack.file.startsWith('rules/optional/');
    judge(pack.file, exampleCases(examples), isUsual ? policy : shippedPolicy([pack.module]).policy);
  });

  test.skipIf(IS_RECORDING)('was made on nearly every line that is recorded', () => {
    const { unjudged, unrecorded } = record.unmatched();
    if (process.env.RECORD_GAPS !== undefined) console.log({ unjudged, unrecorded });
    expect(unjudged.length, unjudged.slice(0, 20).join('\n')).toBeLessThan(record.size / 20);
  });
});

afterAll(() => {
  if (IS_RECORDING) record.write();
});

/** Samples of the collections that the product is judged by; beside the checkout where they are at hand. */
describe.skipIf(!existsSync(RECORDED_CASES))('shared case files', () => {
  const SHARED = [
    'safeshell',
    'shell',
    'destructive-and-harmless',
    'classify',
    'claudecube',
    'carapace',
    'policyshield',
  ].map((name) => join(RECORDED_CASES, `${name}.jsonl`));
  test.each(SHARED.filter((file) => existsSync(file)))('%s', (file) => {
    const { failures, skipped } = runFile(file);
    expect({ failures, skipped }).toEqual({ failures: [], skipped: 0 });
  });
});
