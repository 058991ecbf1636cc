import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall, processorCall } from './timing.mjs';

const COMMANDS = {
  'git --version': ['git', '--version'],
  'git commit -m x': ['git', 'commit', '-q', '--allow-empty', '-m', 'x'],
  // whatever its words are, the gate leaves it to Node.js
  'git checkout feature/x': ['git', 'checkout', '-q', 'feature/x'],
  'rm file': ['rm', '-f', 'no-such-file'],
};

/** Guarded minus unguarded, where the gate answers and where Node.js is started, beside a Node.js that does nothing. */
export async function benchSlowPath({ machine, rounds }) {
  const took = inTurns(contenders(machine, processCall), rounds);
  const processor = inTurns(contenders(machine, processorCall), rounds);
  const rows = Object.keys(COMMANDS).map((name) => ({
    name,
    ...compared(took, name),
    processor: compared(processor, name),
  }));
  const empty = median(took[EMPTY]);
  return {
    rows,
    numbers: {
      overheadToEmpty: Math.max(...rows.map(({ toEmpty }) => toEmpty)),
      processorToEmpty: Math.max(...rows.map(({ processor: { toEmpty } }) => toEmpty)),
    },
    markdown: [
      table(
        [
          'allowed command',
          'alone',
          'guarded',
          'difference',
          'to `node empty.js`',
          'in processor time',
          'Node.js part',
        ],
        [
          [`\`${EMPTY}\``, milliseconds(empty), '-', '-', times(1), times(1), '-'],
          ...rows.map(({ name, alone, guarded, overhead, toEmpty, processor: { toEmpty: inProcessor }, part }) => [
            `\`${name}\``,
            ...[alone, guarded, overhead].map(milliseconds),
            ...[toEmpty, inProcessor].map(times),
            milliseconds(part),
          ]),
        ],
      ),
      'Processor time is that of all processes of a call; where other work keeps the cores busy, it says more than the clock.',
    ].join('\n\n'),
    chart: [
      { name: EMPTY, value: empty, text: milliseconds(empty) },
      ...rows.map(({ name, overhead }) => ({
        name: `guard of ${name}`,
        value: overhead,
        text: milliseconds(overhead),
      })),
    ],
  };
}

const EMPTY = 'node empty.js';

function contenders(machine, call) {
  const within = (env) => ({ cwd: machine.repository, env });
  const all = { [EMPTY]: call([machine.node, machine.at('empty.js')], within(machine.plain)) };
  for (const [name, argv] of Object.entries(COMMANDS)) {
    all[name] = call(argv, within(machine.plain));
    all[`${name}, guarded`] = call(argv, within(machine.guarded));
    all[`${name}, Node.js part`] = call([...machine.answers, ...argv], { ...within(machine.handedOver), status: 222 });
  }
  return all;
}

function compared(took, name) {
  const [alone, guarded, part] = ['', ', guarded', ', Node.js part'].map((suffix) => took[`${name}${suffix}`]);
  const overhead = median(guarded.map((ms, round) => ms - alone[round]));
  const toEmpty = overhead / median(took[EMPTY]);
  return { alone: median(alone), guarded: median(guarded), overhead, toEmpty, part: median(part) };
}
