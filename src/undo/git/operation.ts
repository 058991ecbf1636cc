import { lstatSync, readdirSync, rmSync } from 'node:fs';
import type { Repository } from '../../model/loss.ts';
import type { Problem } from './repository.ts';
import { readRegular, replaceLocked } from './small-files.ts';

/** A file of an operation in progress, below the git directory. */
export interface OperationFile {
  readonly name: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

/** What git leaves in its directory while it merges, picks, reverts, rebases or bisects. Source: gitrepository-layout(5), path.c and sequencer.c of git 2.39. */
const FILES = [
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'MERGE_RR',
  'MERGE_AUTOSTASH',
  'AUTO_MERGE',
  'SQUASH_MSG',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'REBASE_HEAD',
  'ORIG_HEAD',
  'BISECT_LOG',
  'BISECT_START',
  'BISECT_TERMS',
  'BISECT_NAMES',
  'BISECT_EXPECTED_REV',
  'BISECT_RUN',
  'BISECT_FIRST_PARENT',
  'BISECT_ANCESTORS_OK',
  'BISECT_HEAD',
];
const FOLDERS = ['rebase-merge', 'rebase-apply', 'sequencer'];
/** One of them is there = an operation is in progress. */
const IN_PROGRESS =
  /^(MERGE_HEAD|CHERRY_PICK_HEAD|REVERT_HEAD|BISECT_LOG|rebase-merge\/.*|rebase-apply\/.*|sequencer\/.*)$/;
const MAX_FILES = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

export function readOperation({ gitDir }: Repository): readonly OperationFile[] | Problem {
  const files: OperationFile[] = [];
  const names = [...FILES, ...FOLDERS.flatMap((folder) => namesBelow(gitDir, folder))];
  let bytes = 0;
  for (const name of names) {
    const read = readRegular(`${gitDir}/${name}`, MAX_BYTES);
    if (read === undefined) continue;
    bytes += read.length;
    if (bytes > MAX_BYTES || files.length >= MAX_FILES)
      return { problem: 'the operation in progress has too many files' };
    files.push({ name, mode: lstatSync(`${gitDir}/${name}`).mode & 0o777, bytes: read });
  }
  return files;
}

/** Objects that its files name; perhaps some that are none. */
export function objectsOfOperation(files: readonly OperationFile[]): string[] {
  const found = files.flatMap(
    ({ bytes }) => bytes.toString('latin1', 0, 1024 * 1024).match(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g) ?? [],
  );
  return [...new Set(found)].slice(0, MAX_FILES);
}

export function isInProgress(files: readonly Pick<OperationFile, 'name'>[]): boolean {
  return files.some(({ name }) => IN_PROGRESS.test(name));
}

/** Brings the files back and removes those that were not there; false = somebody else is writing one of them. */
export function writeOperation(
  { gitDir }: Repository,
  files: readonly OperationFile[],
  now: readonly OperationFile[],
): boolean {
  const kept = new Set(files.map(({ name }) => name));
  for (const { name } of now) if (!kept.has(name)) rmSync(`${gitDir}/${name}`, { force: true });
  for (const folder of FOLDERS) {
    if (!files.some(({ name }) => name.startsWith(`${folder}/`)))
      rmSync(`${gitDir}/${folder}`, { recursive: true, force: true });
  }
  const present = new Map(now.map((file) => [file.name, file]));
  return files.every(({ name, mode, bytes }) => {
    const isThere = present.get(name)?.bytes.equals(bytes) === true;
    return isThere || replaceLocked(`${gitDir}/${name}`, bytes, mode);
  });
}

/** Files below a folder of the git directory; links are not followed. */
function namesBelow(gitDir: string, folder: string): string[] {
  const names: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && names.length <= MAX_FILES; at = open.pop()) {
    if (!lstatSync(`${gitDir}/${at}`, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const entry of readdirSync(`${gitDir}/${at}`, { withFileTypes: true })) {
      (entry.isDirectory() ? open : names).push(`${at}/${entry.name}`);
    }
  }
  return names;
}
