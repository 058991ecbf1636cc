import { projectRoots } from '../conditions/path/project-roots.ts';
import type { Environment } from '../model/request.ts';
import { isWithin, resolvePath } from '../util/path.ts';
import { type Caches, type CachesInput, cachesOf } from './caches.ts';
import { expandPath } from './expand-path.ts';
import { gitFolders } from './git-folders.ts';
import { isTemporary, writableTest } from './may-be-written.ts';

export interface WritableInput extends CachesInput {
  /** where it starts, absolute */
  readonly cwd: string;
  /** HOME and the variables that move the caches of tools: not those of an agent, who would choose what it may write */
  readonly env: Environment;
  /** what rules and settings permit beside: absolute, `~/x`, `./x` */
  readonly write: readonly string[];
}

/** What a confined program may write, with all that lies below. Paths are absolute. */
export interface Writable extends Caches {
  /** none below another */
  readonly paths: readonly string[];
}

/** Devices that programs write to. Source: null(4), full(4), random(4), tty(4), pts(4), shm_overview(7) */
const DEVICES = '/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev/ptmx /dev/pts /dev/shm'.split(
  ' ',
);

/** The project with its git directory, temp folders, devices, the caches of tools, and what was permitted. Pure. */
export function writableBy(input: WritableInput): Writable {
  const { paths, missing } = cachesOf(input);
  return { paths: writablePaths(input, paths), missing };
}

/** `caches`: links followed, all there and such as may be written. */
export function writablePaths(input: WritableInput, caches: readonly string[]): readonly string[] {
  const { facts, cwd, env, write } = input;
  const project = projectRoots(cwd, facts, {}); // a variable may name another repository
  const permitted = write.flatMap((path) =>
    path.startsWith('./') ? project.map((root) => resolvePath(root, path)) : (expandPath(path, env) ?? []),
  );
  const temporary = facts.tmp.filter((folder) => isTemporary(facts.realpath(folder), input));
  const wanted = [...project, ...gitFolders(cwd, facts), ...temporary, ...DEVICES, ...permitted];
  const there = wanted.filter((path) => facts.exists(path) === 'yes').map((path) => facts.realpath(path));
  return withoutNested([...there.filter(writableTest(input)), ...caches]);
}

function withoutNested(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)));
}
