import { readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, isString, isStrings } from '../util/guards.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { VERSIONS } from './layout.ts';
import { randomHex } from './random.ts';
import { isRunning, readOwnJson } from './small-file.ts';

/** What confined programs of a project may write once; see OncePermit in confine/permitted.ts. */
interface Permit {
  readonly project: string;
  readonly paths: readonly string[];
  readonly untilMs: number;
}

/** One file for each, in `folder`: Layout.state.permits, which nothing behind a wall can write. */
export interface OncePermits {
  /** Throws what node:fs throws. */
  leave(permit: Permit): void;
  /** Those that count still. Never throws. */
  all(): readonly Permit[];
  /** Uses up those that fit: of several that want one, one gets it. Never throws. */
  take(fits: (permit: Permit) => boolean): readonly Permit[];
}

/** One that nobody uses is over then: it was for what somebody was about to try again. One that would hold longer is none of ours. */
export const ONCE_MS = 60 * 60_000;

const NAME = /^[\da-f]{16}\.permit$/;

export function openOncePermits(folder: string, now: () => number = Date.now): OncePermits {
  const found = () =>
    namesIn(folder).flatMap((name) => {
      const path = join(folder, name);
      const read = readOwnJson(path);
      if (isPermit(read) && isRunning(read, ONCE_MS, now())) {
        const { project, paths, untilMs } = read;
        return [{ path, permit: { project, paths, untilMs } }];
      }
      rmQuietly(path);
      return [];
    });
  return {
    leave({ project, paths, untilMs }) {
      const text = JSON.stringify({ version: VERSIONS.permit, project, paths, untilMs });
      writeFileAtomic(join(folder, `${randomHex(8)}.permit`), `${text}\n`);
    },
    all: () => found().map(({ permit }) => permit),
    take: (fits) => found().flatMap(({ path, permit }) => (fits(permit) && isTaken(path) ? [permit] : [])),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}

/** Who removes it has it. */
function isTaken(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

function rmQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // it counts no more
  }
}

function isPermit(value: unknown): value is Permit {
  return (
    isRecord(value) &&
    value.version === VERSIONS.permit &&
    isString(value.project) &&
    isStrings(value.paths) &&
    Number.isFinite(value.untilMs)
  );
}
