import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, isString, isStrings } from '../util/guards.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { makeFolder } from './folders.ts';
import { MODES, VERSIONS } from './layout.ts';
import { randomHex } from './random.ts';
import { isRunning, MAX_BYTES, readOwnJson } from './small-file.ts';

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
/** `FILE.N`: the Nth grant in the file is used up. */
const USED = /^([\da-f]{16}\.grant)\.\d+$/;

/** Grants that were left together, in one file: a line may have a thousand. */
interface Batch extends Pick<Grant, 'holder' | 'session' | 'untilMs'> {
  readonly starts: readonly Pick<Grant, 'argv' | 'cwd' | 'rules'>[];
}

/** How long one holds: for an open dialog, and for the commands of the line that run before. One that would hold longer is none of ours. */
export const GRANT_MS = 10 * 60_000;

/** Of each file; a longer one is not read. */
const MAX_STARTS = 250;
const MAX_LENGTH = MAX_BYTES / 4;

export function openGrants(folder: string, now: () => number = Date.now): Grants {
  const read = (name: string): readonly Grant[] => {
    const value = readOwnJson(join(folder, name));
    if (!isBatch(value) || !isRunning(value, GRANT_MS, now())) return [];
    const { starts, holder, session, untilMs } = value;
    return starts.map((start) => ({ holder, ...(session !== undefined && { session }), untilMs, ...start }));
  };
  const removeWhole = (name: string, used: readonly string[]) => {
    // first: who uses up one in it looks for it afterwards
    remove(join(folder, name));
    for (const one of used) if (one.startsWith(`${name}.`)) remove(join(folder, one));
  };
  return {
    leave(grants) {
      if (grants.length > 0) makeFolder(folder);
      for (const batch of batches(grants)) {
        const text = JSON.stringify({ version: VERSIONS.grant, ...batch });
        writeFileAtomic(join(folder, `${randomHex(8)}.grant`), text, { durable: false });
      }
    },
    take(fits) {
      const all = namesIn(folder);
      const used = new Set(all.filter((name) => USED.test(name)));
      for (const name of all.filter((one) => NAME.test(one))) {
        const grants = read(name);
        const isLeft = (_: Grant, at: number) => !used.has(`${name}.${at}`);
        for (const [at, grant] of grants.entries()) {
          if (!isLeft(grant, at) || !fits(grant)) continue;
          used.add(`${name}.${at}`);
          if (!isMine(join(folder, name), at)) continue;
          if (!grants.some(isLeft)) removeWhole(name, [...used]);
          return grant;
        }
      }
      return undefined;
    },
    end(ends) {
      const all = namesIn(folder);
      const used = all.filter((name) => USED.test(name));
      const isUsed = new Set(used);
      const kept = new Set<string>();
      for (const name of all.filter((one) => NAME.test(one))) {
        const isLeft = (grant: Grant, at: number) => !ends(grant) && !isUsed.has(`${name}.${at}`);
        if (read(name).some(isLeft)) kept.add(name);
        else removeWhole(name, used);
      }
      for (const name of used) if (!kept.has(USED.exec(name)?.[1] ?? '')) remove(join(folder, name));
    },
  };
}

/** All grants in one batch end together. */
function batches(grants: readonly Grant[]): readonly Batch[] {
  const found: Batch[] = [];
  let [key, length] = ['', 0];
  let starts: Grant[] = [];
  for (const { holder, session, untilMs, ...start } of grants) {
    const own = JSON.stringify([holder, session, untilMs]);
    const size = JSON.stringify(start).length;
    if (own !== key || starts.length === MAX_STARTS || length + size > MAX_LENGTH) {
      [key, length, starts] = [own, 0, []];
      found.push({ holder, ...(session !== undefined && { session }), untilMs, starts });
    }
    starts.push(start as Grant);
    length += size;
  }
  return found;
}

/** Some may still hold. Never throws. */
export function areGrantsLeft(folder: string): boolean {
  return namesIn(folder).some((name) => NAME.test(name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of several that want it, one can make the mark; and it counts while the file is there. */
function isMine(path: string, at: number): boolean {
  const mark = `${path}.${at}`;
  try {
    closeSync(openSync(mark, 'wx', MODES.file));
  } catch {
    return false;
  }
  if (existsSync(path)) return true;
  remove(mark);
  return false;
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // its time will be over
  }
}

function isBatch(value: unknown): value is Batch {
  return (
    isRecord(value) &&
    value.version === VERSIONS.grant &&
    isString(value.holder) &&
    (value.session === undefined || isString(value.session)) &&
    Number.isFinite(value.untilMs) &&
    Array.isArray(value.starts) &&
    value.starts.every((one) => isRecord(one) && isString(one.cwd) && isStrings(one.argv) && isStrings(one.rules))
  );
}
