import { statSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import { commonDir, hasRefTables, type Problem } from './repository.ts';
import { readRegular, replaceLocked } from './small-files.ts';

const STASH = 'refs/stash';
const MAX_BYTES = 16 * 1024 * 1024;

/** The stash is a ref and its log: each line an entry, the last one the newest. */
export interface Stash {
  readonly log: Buffer;
  /** of the entries, oldest first */
  readonly commits: readonly string[];
  /** milliseconds since 1970; 0 = it is empty */
  readonly changedMs: number;
}

export function readStash({ gitDir }: Repository): Stash | Problem {
  if (hasRefTables(gitDir)) return { problem: 'the stash of a repository with reftables cannot be kept' };
  const file = logFile(gitDir);
  const log = readRegular(file, MAX_BYTES) ?? Buffer.alloc(0);
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return {
    log,
    changedMs,
    commits: linesOf(log).flatMap((line) => /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /.exec(line)?.[1] ?? []),
  };
}

/** All that was kept, and above it what was stashed since. */
export function joinedStash(kept: Buffer, now: Buffer): Buffer {
  const keptLines = linesOf(kept);
  const known = new Set(keptLines.map(withoutOld));
  const since = linesOf(now).filter((line) => !known.has(withoutOld(line)));
  if (since.length === 0) return kept;
  const lines = [...keptLines, ...since].map((line, at, all) => {
    const old = at === 0 ? line.slice(0, line.indexOf(' ')).replace(/./g, '0') : newOf(all[at - 1] as string);
    return `${old} ${withoutOld(line)}\n`;
  });
  return Buffer.from(lines.join(''), 'latin1');
}

/** git's own protocol: the ref with the value that it is expected to have, the log under its lock. */
export function writeStash(git: Git, { gitDir }: Repository, log: Buffer, now: Stash): Problem | undefined {
  const newest = linesOf(log).at(-1);
  const old = now.commits.at(-1) ?? '';
  if (newest === undefined) {
    const run = git.run(['update-ref', '-d', STASH, old]);
    return run.status === 0 ? undefined : { problem: 'git refused to empty the stash: it has changed' };
  }
  const file = logFile(gitDir);
  const run = git.run(['update-ref', '--create-reflog', '--stdin', '-z'], {
    input: `update ${STASH}\0${newOf(newest)}\0${old || newOf(newest).replace(/./g, '0')}\0`,
  });
  if (run.status !== 0) return { problem: 'git refused to bring the stash back: it has changed' };
  return replaceLocked(file, log) ? undefined : { problem: 'another git has the stash locked' };
}

function logFile(gitDir: string): string {
  return `${commonDir(gitDir)}/logs/${STASH}`;
}

function linesOf(log: Buffer): string[] {
  return log.toString('latin1').split('\n').filter(Boolean);
}

function withoutOld(line: string): string {
  return line.slice(line.indexOf(' ') + 1);
}

function newOf(line: string): string {
  return withoutOld(line).split(' ', 1)[0] as string;
}
