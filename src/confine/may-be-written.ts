import { isProject } from '../conditions/path/project-roots.ts';
import type { Facts } from '../model/facts.ts';
import type { Environment } from '../model/request.ts';
import { isWithin } from '../util/path.ts';

/** Whose home directory and guard it is about. */
export interface WritingWorld {
  readonly facts: Facts;
  /** HOME of the installation */
  readonly env: Environment;
  /** folders of the guard: neither they are written, nor what lies in them or holds them */
  readonly guarded: readonly string[];
}

/** Folders for temporary files, whatever TMPDIR says: an agent may have set it. Source: hier(7), confstr(3) of macOS */
const TEMPORARY = /^\/(?:tmp|var\/tmp|dev\/shm|private\/tmp|private\/var\/tmp|(?:private\/)?var\/folders)(?:\/|$)/;

/**
 * Never the home directory, nor a folder of the system, nor one that holds them, by whatever link; nor a path with a line break, which no
 * settings hold. `path`: links followed.
 */
export function mayBeWritten(path: string, world: WritingWorld): boolean {
  return writableTest(world)(path);
}

/** The same for many paths. */
export function writableTest(world: WritingWorld): (path: string) => boolean {
  const { guarded, facts } = world;
  const guard = [...new Set(guarded.flatMap((one) => [one, facts.realpath(one)]))];
  const homes = homesOf(world);
  return (path) => {
    if (path.includes('\n')) return false;
    if (path.startsWith('/dev/')) return true;
    if (guard.some((one) => isWithin(one, path) || isWithin(path, one))) return false;
    const holdsHome = homes.some((home) => isWithin(home, path));
    return !holdsHome && (isTemporaryBeside(path, homes) || isProject(path, facts));
  };
}

/** What lies in a home directory is not, although that may lie in a temp folder. */
export function isTemporary(path: string, world: WritingWorld): boolean {
  return isTemporaryBeside(path, homesOf(world));
}

function isTemporaryBeside(path: string, homes: readonly string[]): boolean {
  return TEMPORARY.test(path) && !homes.some((home) => isWithin(path, home));
}

/** As named and with links followed, by the caller and by the installation. */
function homesOf({ facts, env }: WritingWorld): readonly string[] {
  const named = [facts.home, env.HOME].flatMap((home) => (home === undefined ? [] : [home, facts.realpath(home)]));
  return [...new Set(named)];
}
