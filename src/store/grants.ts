import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, isString, isStrings } from '../util/guards.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { makeFolder } from './folders.ts';
import { VERSIONS } from './layout.ts';
import { randomHex } from './random.ts';
import { readOwnJson } from './small-file.ts';

/** One start of one command that a person has agreed to as part of something else: a line, or what a wrapper starts. */
export interface Grant {
  /** the process below which it holds: `PID-START` */
  readonly holder: string;
  /** the agent's own word for its session; the next thing that it does there ends the grant */
  readonly session?: string;
  /** the program by its base name, then its arguments */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** ids of the rules that asked: another one asks again */
  readonly rules: readonly string[];
  readonly untilMs: number;
}

export interface Grants {
  /** A crash of the machine may lose them: then the command asks again. Throws what node:fs throws. */
  leave(grants: readonly Grant[]): void;
  /** Uses up one that fits, whoever is first. Never throws. */
  take(fits: (grant: Grant) => boolean): Grant | undefined;
  /** Removes those that `ends` says, and those whose time is over. Never throws. */
  end(ends: (grant: Grant) => boolean): void;
}

const NAME = /^[\da-f]{16}\.grant$/;
/** Taken by a process that was killed before it could remove it. */
const LEFTOVER = /^[\da-f]{16}\.grant\.\d+$/;

/** One file for each. */
export function openGrants(folder: string, now: () => number = Date.now): Grants {
  const read = (path: string) => {
    const value = readOwnJson(path);
    return isGrant(value) && value.untilMs > now() ? value : undefined;
  };
  return {
    leave(grants) {
      if (grants.length > 0) makeFolder(folder);
      for (const grant of grants) {
        const text = JSON.stringify({ version: VERSIONS.grant, ...grant });
        writeFileAtomic(join(folder, `${randomHex(8)}.grant`), text, { durable: false });
      }
    },
    take(fits) {
      for (const path of filesIn(folder)) {
        const grant = read(path);
        if (grant !== undefined && fits(grant) && isMine(path)) return grant;
      }
      return undefined;
    },
    end(ends) {
      for (const path of filesIn(folder, LEFTOVER)) isRemoved(path);
      for (const path of filesIn(folder)) {
        const grant = read(path);
        if (grant === undefined || ends(grant)) isRemoved(path);
      }
    },
  };
}

/** Some may still hold. Never throws. */
export function areGrantsLeft(folder: string): boolean {
  return filesIn(folder).length > 0;
}

function filesIn(folder: string, kind = NAME): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => kind.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Of several that want it, one can move it. */
function isMine(path: string): boolean {
  const taken = `${path}.${process.pid}`;
  try {
    renameSync(path, taken);
    rmSync(taken, { force: true });
    return true;
  } catch {
    return false;
  }
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

function isGrant(value: unknown): value is Grant {
  return (
    isRecord(value) &&
    value.version === VERSIONS.grant &&
    isString(value.holder) &&
    isString(value.cwd) &&
    (value.session === undefined || isString(value.session)) &&
    isStrings(value.argv) &&
    isStrings(value.rules) &&
    Number.isFinite(value.untilMs)
  );
}
