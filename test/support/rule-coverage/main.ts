import { percentOf, ruleCoverage } from './coverage.ts';

/** Prints what no example shows, of all rules or of those whose ids begin with one of `args`; the exit status. */
export function main(args: readonly string[]): number {
  const coverage = ruleCoverage();
  const gaps = coverage.gaps.filter(({ rule }) => args.length === 0 || args.some((one) => rule.startsWith(one)));
  for (const { rule, outcome, condition } of gaps) console.log(`${rule}: never ${outcome}: ${condition}`);
  console.log(`${percentOf(coverage)} % of ${coverage.outcomes} outcomes of conditions are shown by examples.`);
  return 0;
}
