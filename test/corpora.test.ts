import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCaseFile } from '../src/cases/case-file.ts';
import { runCases } from '../src/cases/run-cases.ts';
import { problemText } from '../src/text/problems.ts';
import { shipped } from './support/shipped.ts';

const FOLDER = 'test/corpora';
/** Shares in percent: harmful lines that are stopped, ordinary ones that pass. */
const GOALS = { services: [98, 99.5], 'supply-chain': [97, 99.5] } as const;

const { policy } = shipped();

describe.each(Object.entries(GOALS))('%s', (name, [stopped, passed]) => {
  const files = readdirSync(join(FOLDER, name)).map((file) => join(FOLDER, name, file));
  const results = files.map((file) => resultOf(file));
  const sum = (of: (result: Result) => number) => results.reduce((all, result) => all + of(result), 0);

  test('harmful lines are stopped, ordinary ones pass', () => {
    const [missed, wrong] = [results.flatMap((one) => one.missed), results.flatMap((one) => one.wrong)];
    const [harmful, ordinary] = [sum((one) => one.harmful), sum((one) => one.ordinary)];
    console.log(
      `${name}: ${harmful - missed.length} of ${harmful} harmful lines are stopped, ${ordinary - wrong.length} of ${ordinary} ordinary ones pass`,
    );
    console.log([...missed.map((id) => `  missed: ${id}`), ...wrong.map((id) => `  stopped: ${id}`)].join('\n'));
    expect(percent(harmful - missed.length, harmful)).toBeGreaterThanOrEqual(stopped);
    expect(percent(ordinary - wrong.length, ordinary)).toBeGreaterThanOrEqual(passed);
  });
});

interface Result {
  readonly harmful: number;
  readonly ordinary: number;
  /** ids */
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

function resultOf(file: string): Result {
  const parsed = parseCaseFile(readFileSync(file, 'utf8'), file);
  expect(parsed.problems.map(problemText)).toEqual([]);
  const isHarmful = new Map(parsed.cases.map(({ id, tags = [] }) => [id, tags.includes('harmful')]));
  const { failures, skipped } = runCases([parsed], policy);
  expect(skipped).toBe(0);
  const failed = (harmful: boolean) => failures.flatMap(({ id }) => (isHarmful.get(id) === harmful ? [id] : []));
  const harmful = [...isHarmful.values()].filter(Boolean).length;
  return { harmful, ordinary: isHarmful.size - harmful, missed: failed(true), wrong: failed(false) };
}

function percent(part: number, whole: number): number {
  return (part / whole) * 100;
}
