import { existsSync } from 'node:fs';
import { type Git, openGit } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { resolvePath } from '../../util/path.ts';
import { readRegular } from './small-files.ts';

/** What git cannot tell or do, or not in time: a short phrase, lower case. */
export interface Problem {
  readonly problem: string;
}

export function isProblem<T extends object>(result: T | Problem): result is Problem {
  return 'problem' in result;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** `timeoutMs` is of all that the opened git runs, together. */
export function openRepository(repository: Repository, env: Environment, timeoutMs: number): Git | Problem {
  const git = openGit(repository, env, { timeoutMs, maxBytes: MAX_OUTPUT_BYTES });
  return git ?? { problem: `git cannot be asked about ${repository.root}` };
}

/** A bare repository is its own root. */
export function isBare({ root, gitDir }: Repository): boolean {
  return root === gitDir;
}

/** Where refs, their logs and objects are: shared by all linked working trees. Source: gitrepository-layout(5), commondir. */
export function commonDir(gitDir: string): string {
  const named = readRegular(`${gitDir}/commondir`, 8192)?.toString().trim();
  return named === undefined ? gitDir : resolvePath(gitDir, named);
}

/** Refs and their logs are in tables, not in files of their own. */
export function hasRefTables(gitDir: string): boolean {
  return existsSync(`${commonDir(gitDir)}/reftable`);
}

/** Of output of git with `-z`, in which paths are bytes. */
export function entriesOf(output: Buffer): string[] {
  const entries = output.toString('latin1').split('\0');
  if (entries.at(-1) === '') entries.pop();
  return entries;
}
