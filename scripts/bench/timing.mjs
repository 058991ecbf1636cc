import { spawnSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (values) => quantile(values, 0.5);

/**
 * Runs each contender once per round, in turns that start with another one each time, so that a noisy machine is
 * noisy for all. `contenders`: `{ name: call }`; a call that returns a number has timed itself. Returns
 * `{ name: [ms, ...] }`, first round left out.
 */
export function inTurns(contenders, rounds) {
  const names = Object.keys(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length];
      const start = process.hrtime.bigint();
      const timed = contenders[name]();
      const took = timed ?? Number(process.hrtime.bigint() - start) / 1e6;
      if (round > 0) times[name].push(took);
    }
  }
  return times;
}

/** A call that starts a process and must end as expected: a contender that fails would be fast for nothing. */
export function processCall([program, ...args], { status = 0, ...options }) {
  return () => {
    const ended = spawnSync(program, args, { stdio: 'ignore', ...options });
    if (ended.status !== status) throw new Error(`${program} ${args.join(' ')} ended with ${ended.status}`);
  };
}

const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1';

/** The same, timed by the processor time of the process and all that it waited for: what others do does not count. */
export function processorCall(argv, { status = 0, ...options }) {
  return () => {
    const ended = spawnSync('/bin/bash', ['-c', TIMED, 'bash', ...argv], { encoding: 'utf8', ...options });
    if (ended.status !== status) throw new Error(`${argv.join(' ')} ended with ${ended.status}`);
    return ended.stderr.split(/\s/).reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
  };
}

/**
 * Nanoseconds for one call of each of some functions that are over too soon to be timed alone: medians of batches in
 * turns. What was allocated to set them up is collected before, or its collection would count.
 */
export function nanosecondsInTurns(contenders, { batchMs = 20, batches = 12 } = {}) {
  const callsIn = (call) => {
    let calls = 1;
    while (millisecondsFor(call, calls) < batchMs) calls *= 2;
    return calls;
  };
  for (const call of contenders) callsIn(call); // warm
  collectGarbage();
  const sized = contenders.map((call) => {
    const calls = callsIn(call);
    return () => (millisecondsFor(call, calls) / calls) * 1e6;
  });
  const each = sized.map(() => []);
  for (let batch = 0; batch < batches; batch++) for (const [at, time] of sized.entries()) each[at].push(time());
  return each.map(median);
}

function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Of processor time: what others do meanwhile does not count. */
export function millisecondsFor(call, calls) {
  const start = process.cpuUsage();
  for (let left = calls; left > 0; left--) call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
