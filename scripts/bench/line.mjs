import { join } from 'node:path';
import { refreshSettled } from './machine.mjs';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall, processorCall } from './timing.mjs';

/** No rule can match the first two; the others are asked of Node.js, which lets them run. */
const LINES = {
  'ls -la': 0,
  'git status | head -20': 0,
  'for f in *.ts; do wc -l "$f"; done': 0,
  'git log --oneline "$(git merge-base main HEAD)"..': 0,
};

/** What a line waits for between Enter and its start. */
export async function benchLine({ machine, rounds }) {
  refreshSettled(machine);
  const launcher = join(machine.at('home'), '.local/share/safeshell/safeshell-line');
  const within = { cwd: machine.repository, env: machine.plain };
  const empty = [machine.node, machine.at('empty.js')];
  const calls = (call) => ({
    empty: call(empty, within),
    sh: call(['/bin/sh', '-c', ':'], within),
    ...Object.fromEntries(
      Object.entries(LINES).map(([line, status]) => [line, call([launcher, 'zsh', line], { ...within, status })]),
    ),
  });
  const took = inTurns(calls(processCall), rounds);
  const processor = inTurns(calls(processorCall), rounds);
  const toEmpty = (all, name) => median(all[name]) / median(all.empty);
  const rows = Object.keys(LINES).map((line) => ({
    line,
    added: median(took[line]),
    toEmpty: toEmpty(took, line),
    processor: toEmpty(processor, line),
  }));
  return {
    rows,
    numbers: { plainToEmpty: rows[0].processor, judgedToEmpty: Math.max(...rows.slice(2).map((row) => row.processor)) },
    markdown: table(
      ['line that is typed', 'waits', 'to `node empty.js`', 'in processor time'],
      [
        ['an empty `sh`', milliseconds(median(took.sh)), times(toEmpty(took, 'sh')), times(toEmpty(processor, 'sh'))],
        ...rows.map((row) => [
          `\`${row.line.replaceAll('|', '\\|')}\``,
          milliseconds(row.added),
          times(row.toEmpty),
          times(row.processor),
        ]),
      ],
    ),
    chart: rows.map(({ line, added }) => ({ name: line, value: added, text: milliseconds(added) })),
  };
}
