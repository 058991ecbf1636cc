import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall } from './timing.mjs';

const COMMANDS = {
  'git --version': ['git', '--version'],
  'git commit -m x': ['git', 'commit', '-q', '--allow-empty', '-m', 'x'],
  'rm file': ['rm', '-f', 'no-such-file'],
};

/** One start of Node.js and an answer: guarded minus unguarded, beside a Node.js that does nothing. */
export async function benchSlowPath({ machine, rounds }) {
  const within = (env) => ({ cwd: machine.repository, env });
  const contenders = { 'node empty.js': processCall([machine.node, machine.at('empty.js')], within(machine.plain)) };
  for (const [name, argv] of Object.entries(COMMANDS)) {
    contenders[name] = processCall(argv, within(machine.plain));
    contenders[`${name}, guarded`] = processCall(argv, within(machine.guarded));
    contenders[`${name}, Node.js part`] = processCall([...machine.answers, ...argv], {
      ...within(machine.handedOver),
      status: 222,
    });
  }
  const took = inTurns(contenders, rounds);
  const empty = median(took['node empty.js']);
  const rows = Object.keys(COMMANDS).map((name) => {
    const [alone, guarded, part] = ['', ', guarded', ', Node.js part'].map((suffix) => took[`${name}${suffix}`]);
    const overhead = median(guarded.map((ms, round) => ms - alone[round]));
    return { name, alone: median(alone), guarded: median(guarded), overhead, node: median(part), empty };
  });
  return {
    rows,
    numbers: { overheadToEmpty: Math.max(...rows.map(({ overhead }) => overhead / empty)) },
    markdown: table(
      ['allowed command', 'alone', 'guarded', 'difference', 'to `node empty.js`', 'Node.js part', 'to `node empty.js`'],
      [
        ['`node empty.js`', milliseconds(empty), '-', '-', times(1), '-', '-'],
        ...rows.map(({ name, alone, guarded, overhead, node }) => [
          `\`${name}\``,
          ...[alone, guarded, overhead].map(milliseconds),
          times(overhead / empty),
          milliseconds(node),
          times(node / empty),
        ]),
      ],
    ),
    chart: [
      { name: 'node empty.js', value: empty, text: milliseconds(empty) },
      ...rows.map(({ name, overhead }) => ({
        name: `guard of ${name}`,
        value: overhead,
        text: milliseconds(overhead),
      })),
    ],
  };
}
