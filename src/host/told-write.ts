import { accessSync, constants, statSync } from 'node:fs';
import { mayBeWritten } from '../confine/may-be-written.ts';
import { mayHavePermits } from '../confine/permitted.ts';
import { type RefusedWrite, refusedWrite } from '../confine/refused-write.ts';
import type { Wall } from '../confine/wall.ts';
import { type WritableInput, writableBy } from '../confine/writable.ts';
import type { Decision } from '../model/decision.ts';
import type { PermitRisk } from '../model/permits.ts';
import { isWithin, parentPath } from '../util/path.ts';

/** A write that a wall has refused, and what a person would permit. Paths are absolute. */
export interface ToldWrite {
  /** undefined = the message of the program names none */
  readonly path: string | undefined;
  /** undefined = nobody may permit it */
  readonly permit: { readonly path: string; readonly isNewFile: boolean } | undefined;
  /** why the permit is not offered; absent = it is */
  readonly risk?: PermitRisk;
  /** undefined = it was started in none, so that permits can only be for all */
  readonly project: string | undefined;
}

/** What the output of a confined program says of a refused write; undefined = nothing that is sure. */
export function toldWrite(
  output: string,
  { analysis }: Decision,
  wall: Wall['kind'],
  input: WritableInput,
  riskOf: RiskOf,
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
  return refused && { path: refused.path, ...permitFor(refused, input, riskOf), project: projectOf(input) };
}

/** See permitRisk. */
export type RiskOf = (path: string) => PermitRisk | undefined;

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

/** The path itself where it is there; else the folder that it was to be made in, where that may be permitted without a risk. */
function permitFor(
  { path, isFolder }: RefusedWrite,
  input: WritableInput,
  riskOf: RiskOf,
): Pick<ToldWrite, 'permit' | 'risk'> {
  const { facts } = input;
  if (path === undefined) return { permit: undefined };
  const mayBe = (one: string) => mayBeWritten(facts.realpath(one), input);
  const isThere = facts.exists(path) === 'yes';
  const folder = parentPath(path);
  const risk = riskOf(path);
  if (!isThere && risk === undefined && facts.exists(folder) === 'yes' && mayBe(folder) && riskOf(folder) === undefined)
    return { permit: { path: folder, isNewFile: false } };
  if (!mayBe(path)) return { permit: undefined };
  return { permit: { path, isNewFile: !isThere && !isFolder }, ...(risk && { risk }) };
}

function projectOf({ facts, cwd }: WritableInput): string | undefined {
  const git = facts.git(cwd, {});
  const folder = facts.realpath(git === null || git === 'unknown' ? cwd : git.root);
  return mayHavePermits(folder, facts) ? folder : undefined;
}
