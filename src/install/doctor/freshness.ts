import { statSync } from 'node:fs';
import { changedSince, hiddenAmong, type Seen, unsettledIn } from '../freshness.ts';
import { launcherStamp, seenByLaunchers } from '../launcher-freshness.ts';
import { type ShimLayout, seenBefore } from '../shims.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const REFRESH = 'safeshell refresh';
/** Clocks of disks and of this machine differ by less. */
const AHEAD_MS = 3000;

/** Were the gates of shims and launchers generated from the current rules, and does the file clock show changes? */
export function freshness(shims: ShimLayout, hooks: string): readonly Finding[] {
  const gates: readonly (readonly [Seen, string])[] = [
    [seenBefore(shims.shims)?.watched.seen ?? {}, shims.stamp],
    [seenByLaunchers(hooks) ?? {}, launcherStamp(hooks)],
  ];
  const of = (among: (seen: Seen) => readonly string[]) => [...new Set(gates.flatMap(([seen]) => among(seen)))];
  const hidden = of(hiddenAmong);
  const young = of(unsettledIn);
  const changed = of(changedSince).filter((path) => !hidden.includes(path) && !young.includes(path));
  const ahead = [...of(Object.keys), ...gates.map(([, stamp]) => stamp)].filter(isAhead);
  const faults = [
    ...hidden.map((path) =>
      problem('freshness', `${path} was changed under the time that it had: gates may not see that at once`, REFRESH),
    ),
    ...changed.map((path) => note('freshness', `${path} has changed: commands start Node.js until ${REFRESH}`)),
    ...(young.length > 0
      ? [note('freshness', `rules were written while gates were made (${young[0]}): the next commands make them again`)]
      : []),
    ...ahead.map((path) => note('freshness', `${path} has a time to come: was the clock set back?`)),
  ];
  return faults.length > 0 ? faults : [ok('freshness', 'gates know the rules as they are')];
}

function isAhead(path: string): boolean {
  const atMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return atMs > Date.now() + AHEAD_MS;
}
