import { rmSync } from 'node:fs';
import { microseconds, milliseconds, table, times } from './report.mjs';
import { madeUpPolicy } from './rules.mjs';
import { inTurns, median, nanosecondsInTurns, processCall } from './timing.mjs';

/** What the number of rules costs: opening the compiled policy, and a whole call of the slow path. */
export async function benchLoad({ machine, library, rounds, quick }) {
  const { policySources, keepGood, openCached } = library;
  const sources = policySources({ cwd: machine.repository, env: machine.plain });
  const argv = [...machine.answers, 'git', 'commit', '-m', 'x'];
  const options = { cwd: machine.repository, env: machine.handedOver, status: 222 };
  const totals = quick ? [100, 10_000] : [100, 1000, 10_000, 100_000];
  const rows = [];
  for (const total of totals) {
    const policy = madeUpPolicy(library, { git: 10, total });
    keepGood(sources.layout, sources.identity, { policy, now: Date.now() + 60_000 });
    const load = () => {
      const pack = openCached(sources.layout, sources.identity);
      if (pack.rulesOf('git').length !== 10 || pack.unscoped().length > 0) throw new Error('not the policy');
      pack.close();
    };
    const [ns] = nanosecondsInTurns([load]);
    const took = inTurns(
      {
        empty: processCall([machine.node, machine.at('empty.js')], { ...options, status: 0 }),
        call: processCall(argv, options),
      },
      rounds,
    );
    rows.push({ total, ns, ms: median(took.call), empty: median(took.empty) });
  }
  rmSync(sources.layout.cache.policies, { recursive: true }); // compiled anew from the shipped packs
  const relative = ({ ms, empty }) => ms / empty;
  return {
    rows,
    numbers: { loadFlatness: rows.at(-1).ns / rows[0].ns, callFlatness: relative(rows.at(-1)) / relative(rows[0]) },
    markdown: table(
      ['rules', 'load, 10 of them on the command', 'whole call of Node.js', 'to `node empty.js`'],
      rows.map((row) => [String(row.total), microseconds(row.ns), milliseconds(row.ms), times(relative(row))]),
    ),
    chart: rows.map(({ total, ms }) => ({ name: `${total} rules`, value: ms, text: milliseconds(ms) })),
  };
}
