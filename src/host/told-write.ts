import { accessSync, constants, statSync } from 'node:fs';
import { mayHavePermits } from '../confine/permitted.ts';
import { type RefusedWrite, refusedWrite } from '../confine/refused-write.ts';
import type { Wall } from '../confine/wall.ts';
import { mayBeWritten, type WritableInput, writableBy } from '../confine/writable.ts';
import type { Decision } from '../model/decision.ts';
import { isWithin, parentPath } from '../util/path.ts';

/** A write that a wall has refused, and what a person would permit. Paths are absolute. */
export interface ToldWrite {
  /** undefined = the message of the program names none */
  readonly path: string | undefined;
  /** undefined = nobody may permit it */
  readonly permit: { readonly path: string; readonly isNewFile: boolean } | undefined;
  /** undefined = it was started in none, so that permits can only be for all */
  readonly project: string | undefined;
}

/** What the output of a confined program says of a refused write; undefined = nothing that is sure. */
export function toldWrite(
  output: string,
  { analysis }: Decision,
  wall: Wall['kind'],
  input: WritableInput,
): ToldWrite | undefined {
  const { facts } = input;
  const { paths, missing } = writableBy(input);
  const writable = [...paths, ...missing.folders, ...missing.files];
  const isWritable = (path: string) =>
    [path, facts.realpath(path)].some((one) => writable.some((w) => isWithin(one, w)));
  const refused = refusedWrite(output, {
    wall,
    cwd: onlyFolder(analysis, input.cwd),
    isWalled: (path) => !isWritable(path) && isOpenToUs(path),
  });
  return refused && { path: refused.path, permit: permitFor(refused, input), project: projectOf(input) };
}

/** Relative paths are those of the folder in which all of the line is started. */
function onlyFolder({ invocations }: Decision['analysis'], cwd: string): string | undefined {
  return invocations.every((one) => one.cwd === cwd) ? cwd : undefined;
}

/** By its mode, and that of the folder where it is not there: else it would have been refused without a wall, too. */
function isOpenToUs(path: string): boolean {
  for (let at = path; ; at = parentPath(at)) {
    try {
      accessSync(at, constants.W_OK);
      return at === path || statSync(at).isDirectory();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || at === '/') return false;
    }
  }
}

/** The path itself where it is there; else the folder that it was to be made in, where that may be permitted. */
function permitFor({ path, isFolder }: RefusedWrite, input: WritableInput): ToldWrite['permit'] {
  const { facts } = input;
  const isOffered = (one: string) => facts.exists(one) === 'yes' && mayBeWritten(facts.realpath(one), input);
  if (path === undefined) return undefined;
  const found = [path, parentPath(path)].find(isOffered);
  if (found !== undefined) return { path: found, isNewFile: false };
  return mayBeWritten(facts.realpath(path), input) ? { path, isNewFile: !isFolder } : undefined;
}

function projectOf({ facts, cwd }: WritableInput): string | undefined {
  const git = facts.git(cwd, {});
  const folder = facts.realpath(git === null || git === 'unknown' ? cwd : git.root);
  return mayHavePermits(folder, facts) ? folder : undefined;
}
