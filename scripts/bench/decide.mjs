import { microseconds, table, times } from './report.mjs';
import { madeUpPolicy } from './rules.mjs';
import { nanosecondsInTurns } from './timing.mjs';

const CWD = '/repo/app';
const ENV = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };

/** `decide` alone, warm, on an analysis that is at hand. */
export async function benchDecide({ library, quick }) {
  const { decide, analyzeArgv, whatIfFacts, localTime } = library;
  const at = localTime('2025-01-06T10:00:00');
  const facts = whatIfFacts({ env: ENV, cwd: CWD, at, git: { branch: 'feature/x', root: CWD }, files: [] });
  const decider = (policy, argv) => {
    const analysis = analyzeArgv(argv, { cwd: CWD, env: ENV, facts });
    return () => decide({ policy, analysis, actor: 'human', cwd: CWD, env: ENV, facts });
  };
  const policy = (git, total) => madeUpPolicy(library, { git, total });
  const commit = ['git', 'commit', '-m', 'x']; // the rules name `push`
  const push = ['git', 'push', 'origin', 'x'];
  const cases = [
    ['no rule names the program', policy(100, 1000), ['ls', '-l']],
    ['1 rule on the command', policy(1, 1000), commit],
    ['100 rules on the command', policy(100, 1000), commit],
    ['100 rules on the command and its subcommand', policy(100, 1000), push],
  ];
  const totals = quick ? [100, 10_000] : [100, 1000, 10_000, 100_000];
  const toOthers = cases.length;
  for (const total of totals) cases.push([`10 rules on the command, ${total} in all`, policy(10, total), push]);
  const took = nanosecondsInTurns(cases.map(([, rules, argv]) => decider(rules, argv)));
  const rows = cases.map(([name], at) => ({ name, ns: took[at] }));
  const [unindexed, , hundred] = rows;
  const flatness = rows.at(-1).ns / rows[toOthers].ns;
  return {
    rows,
    numbers: { unindexedUs: unindexed.ns / 1000, hundredUs: hundred.ns / 1000, flatness },
    markdown: table(
      ['policy', 'decide', 'to 100 rules in all'],
      rows.map(({ name, ns }, index) => [
        name,
        microseconds(ns),
        index < toOthers ? '-' : times(ns / rows[toOthers].ns),
      ]),
    ),
    chart: rows.map(({ name, ns }) => ({ name, value: ns, text: microseconds(ns) })),
  };
}
