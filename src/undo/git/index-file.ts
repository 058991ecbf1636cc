import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import { entriesOf, type Problem } from './repository.ts';
import { readRegular, removeLocked, replaceLocked } from './small-files.ts';

const MAX_BYTES = 256 * 1024 * 1024;

export interface IndexBytes {
  /** undefined = there is none: nothing was added yet */
  readonly file: Buffer | undefined;
  /** of a split index: the files that it is the difference to */
  readonly shared: readonly { readonly name: string; readonly bytes: Buffer }[];
}

export function readIndexFile({ gitDir }: Repository): IndexBytes | Problem {
  const path = `${gitDir}/index`;
  const file = readRegular(path, MAX_BYTES);
  if (file === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    return { problem: 'the index is no file that can be read' };
  }
  if (file === undefined) return { file, shared: [] };
  // its `link` extension names the shared file by its hash
  const names = readdirSync(gitDir).filter((name) => /^sharedindex\.([0-9a-f]{40}|[0-9a-f]{64})$/.test(name));
  const used = names.filter((name) => file.includes(Buffer.from(name.slice('sharedindex.'.length), 'hex')));
  return {
    file,
    shared: used.map((name) => ({ name, bytes: readRegular(`${gitDir}/${name}`, MAX_BYTES) ?? Buffer.alloc(0) })),
  };
}

/** Under git's own lock; false = another git has it. */
export function writeIndexFile({ gitDir }: Repository, { file, shared }: IndexBytes): boolean {
  for (const { name, bytes } of shared) {
    if (readRegular(`${gitDir}/${name}`) === undefined && !replaceLocked(`${gitDir}/${name}`, bytes)) return false;
  }
  return file === undefined ? removeLocked(`${gitDir}/index`) : replaceLocked(`${gitDir}/index`, file);
}

/** Objects that the index names beyond those of the commit at HEAD: a tree of all that is staged, and the sides of conflicts. */
export function objectsOfIndex(git: Git, file: Buffer, hasConflicts: boolean): readonly string[] | Problem {
  const sides = hasConflicts ? listed(git, '-u') : [];
  const resolved = file.includes('REUC') ? listed(git, '--resolve-undo') : [];
  if (sides === undefined || resolved === undefined) return { problem: 'git did not list the conflicts in time' };
  const tree = withCopy(file, (index) => {
    const input = Buffer.from(sides.map(removal).join(''), 'latin1');
    const isWhole = !hasConflicts || git.run(['update-index', '-z', '--index-info'], { index, input }).status === 0;
    const run = isWhole ? git.run(['write-tree'], { index }) : undefined;
    return run?.status === 0 ? run.stdout.toString().trim() : undefined;
  });
  if (tree === undefined) return { problem: 'git could not write a tree of what is staged' };
  const blobs = [...sides, ...resolved].flatMap((entry) => /^1[02]0[0-9]{3} ([0-9a-f]{40,64}) /.exec(entry)?.[1] ?? []);
  return [tree, ...new Set(blobs)];
}

/** `MODE SP OBJECT SP STAGE TAB PATH`; a side that is a submodule's commit is not an object of this repository. */
function listed(git: Git, option: string): string[] | undefined {
  const run = git.run(['ls-files', '-z', option]);
  return run.status === 0 ? entriesOf(run.stdout) : undefined;
}

/** Something asked of a copy of an index, which is removed then. */
export function withCopy<T>(file: Buffer, ask: (index: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'safeshell-index-'));
  try {
    const index = join(folder, 'index');
    writeFileSync(index, file, { mode: 0o600 });
    return ask(index);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A line of `update-index --index-info` that takes the path away. */
function removal(entry: string): string {
  const object = entry.split(' ', 2)[1] ?? '';
  return `0 ${object.replace(/./g, '0')}\t${entry.slice(entry.indexOf('\t') + 1)}\0`;
}
