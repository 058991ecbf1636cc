import { hostFacts } from '../facts/host.ts';
import { wallClock } from '../facts/local-time.ts';
import type { Facts } from '../model/facts.ts';
import type { Environment, LocalTime } from '../model/request.ts';
import { memoize } from '../util/memoize.ts';
import { isWithin } from '../util/path.ts';

/** Where and when a call was made. */
export interface Scene {
  /** absolute */
  readonly cwd: string;
  readonly branch: string | undefined;
  /** undefined = now */
  readonly at: number | undefined;
}

export interface RecordedFacts {
  readonly facts: Facts;
  /** a rule has asked for the time: the answer holds for this call alone */
  asksTime(): boolean;
}

/**
 * Facts about a scene as this machine has them now; nothing is started. What a program would have to be asked is not known: changes
 * and commits that git counts, whether a shell takes a line. Of a folder that is gone by now nothing is known but the branch that
 * the session file tells.
 */
export function recordedFacts(env: Environment): (scene: Scene) => RecordedFacts {
  const { at: _now, refusesSyntax: _starts, ...host } = hostFacts({ env, cwd: '/' });
  const here = { ...host, gitChanges: () => undefined, gitAhead: () => undefined };
  const isGone = memoize((folder: string) => host.exists(folder) === 'no');
  return ({ cwd, branch, at }) => {
    const clock = wallClock(at === undefined ? new Date() : new Date(at));
    let isRead = false;
    const watched: LocalTime = {
      epochMs: clock.epochMs,
      get minuteOfDay() {
        isRead = true;
        return clock.minuteOfDay;
      },
      get day() {
        isRead = true;
        return clock.day;
      },
    };
    const known = isGone(cwd) ? withoutFolder(here, cwd, branch) : here;
    return { facts: { ...known, at: watched }, asksTime: () => isRead };
  };
}

type Timeless = Omit<Facts, 'at'>;

function withoutFolder(facts: Timeless, folder: string, branch: string | undefined): Timeless {
  const repository = branch === undefined ? undefined : { root: folder, gitDir: `${folder}/.git`, branch };
  return {
    ...facts,
    git: (from, env) => (repository !== undefined && isWithin(from, folder) ? repository : facts.git(from, env)),
    exists: (path) => (isWithin(path, folder) ? 'unknown' : facts.exists(path)),
    expandGlob: (pattern, from, limit) =>
      isWithin(pattern.startsWith('/') ? pattern : from, folder) ? undefined : facts.expandGlob(pattern, from, limit),
    filesBelow: (from, hidden) => (isWithin(from, folder) ? undefined : facts.filesBelow(from, hidden)),
  };
}
