import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall } from './timing.mjs';

/** A build script's share of guarded commands: `git --version` from a POSIX sh loop. */
export async function benchWorkload({ machine, quick }) {
  const calls = quick ? 100 : 1000;
  const loop = ['/bin/sh', '-c', `i=0; while [ $i -lt ${calls} ]; do git --version >/dev/null; i=$((i+1)); done`];
  const within = (env) => processCall(loop, { cwd: machine.repository, env });
  const took = inTurns({ unguarded: within(machine.plain), guarded: within(machine.guarded) }, quick ? 1 : 2);
  const [unguarded, guarded] = [took.unguarded, took.guarded].map(median);
  return {
    rows: [{ calls, unguarded, guarded }],
    numbers: { toUnguarded: guarded / unguarded },
    markdown: table(
      ['calls', 'unguarded', 'guarded', 'ratio'],
      [[String(calls), milliseconds(unguarded), milliseconds(guarded), times(guarded / unguarded)]],
    ),
    chart: Object.entries({ unguarded, guarded }).map(([name, ms]) => ({ name, value: ms, text: milliseconds(ms) })),
  };
}
