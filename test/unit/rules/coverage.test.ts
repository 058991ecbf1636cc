import { expect, test } from 'vitest';
import { loadRules } from '../../../src/rules/load.ts';
import { coverageOf, percentOf, ruleCoverage } from '../../support/rule-coverage/coverage.ts';

/** Those that are not: `npm run coverage`. */
test('examples of shipped rules show each condition to hold, and not to hold', () => {
  const coverage = ruleCoverage();
  console.log(`shipped rules: ${percentOf(coverage)} % of ${coverage.outcomes} outcomes of conditions are shown`);
  expect(percentOf(coverage)).toBeGreaterThanOrEqual(95);
});

test('what no example shows is told', () => {
  const text = `
version: 1
rules:
  - name: zap
    commands: [zap]
    conditions: [{ any_of: [{ args: { any_flag: [-a] } }, { args: { any_flag: [-b] } }] }]
    unless: [{ args: { any_flag: [--help] } }]
    action: deny
    tests: { match: [zap -a, zap -b], no_match: [zap] }
`;
  const [zap] = loadRules([{ file: 'x.yaml', text, tier: 'user', module: 'x' }]).examples;
  expect(zap && coverageOf(zap)).toEqual({
    outcomes: 6,
    gaps: [{ rule: 'x/zap', condition: 'args {"anyFlag":["--help"]}', outcome: 'yes' }],
  });
});
