import { isProject, projectRoots } from '../conditions/path/project-roots.ts';
import type { Facts } from '../model/facts.ts';
import type { Environment } from '../model/request.ts';
import { isWithin, resolvePath } from '../util/path.ts';
import { expandPath } from './expand-path.ts';
import { gitFolders } from './git-folders.ts';
import { TOOL_CACHES, type ToolCache } from './tool-caches.ts';

export interface WritableInput {
  readonly facts: Facts;
  /** where it starts, absolute */
  readonly cwd: string;
  /** HOME and the variables that move the caches of tools: not those of an agent, who would choose what it may write */
  readonly env: Environment;
  /** base names of the programs that it starts */
  readonly programs: readonly string[];
  /** folders of the guard: neither they are written, nor what lies in them or holds them */
  readonly guarded: readonly string[];
  /** what rules and settings permit beside: absolute, `~/x`, `./x` */
  readonly write: readonly string[];
}

/** What a confined program may write, with all that lies below. Paths are absolute. */
export interface Writable {
  /** links followed, all there, none below another */
  readonly paths: readonly string[];
  /** caches of tools that it starts or may start, which are not there yet: to be made before */
  readonly missing: { readonly folders: readonly string[]; readonly files: readonly string[] };
}

/** Devices that programs write to. Source: null(4), full(4), random(4), tty(4), pts(4), shm_overview(7) */
const DEVICES = '/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev/ptmx /dev/pts /dev/shm'.split(
  ' ',
);

/** Folders for temporary files, whatever TMPDIR says: an agent may have set it. Source: hier(7), confstr(3) of macOS */
const TEMPORARY = /^\/(?:tmp|var\/tmp|dev\/shm|private\/tmp|private\/var\/tmp|(?:private\/)?var\/folders)(?:\/|$)/;

/** The project with its git directory, temp folders, devices, the caches of tools, and what was permitted. Pure. */
export function writableBy(input: WritableInput): Writable {
  const { facts, cwd, env, programs, write } = input;
  const project = projectRoots(cwd, facts, {}); // a variable may name another repository
  const permitted = write.flatMap((path) =>
    path.startsWith('./') ? project.map((root) => resolvePath(root, path)) : (expandPath(path, env) ?? []),
  );
  const folders = (tool: ToolCache) => tool.folders.flatMap((path) => expandPath(path, env) ?? []);
  const files = (tool: ToolCache) => (tool.files ?? []).flatMap((path) => expandPath(path, env) ?? []);
  const wanted = [
    ...[
      ...project,
      ...gitFolders(cwd, facts),
      ...facts.tmp.filter((folder) => isTemporary(facts.realpath(folder), input)),
    ],
    ...[...DEVICES, ...permitted, ...TOOL_CACHES.flatMap(folders), ...TOOL_CACHES.flatMap(files)],
  ];
  const there = wanted.filter((path) => facts.exists(path) === 'yes').map((path) => facts.realpath(path));
  const isThere = (path: string) => facts.exists(expandPath(path, env) ?? '/') === 'yes';
  const mayStart = TOOL_CACHES.filter(
    (tool) =>
      (tool.within === undefined || isThere(tool.within)) &&
      tool.programs.split(' ').some((name) => programs.includes(name) || isInstalled(name, facts)),
  );
  const isMissing = (path: string) => facts.exists(path) === 'no' && mayBeWritten(facts.realpath(path), input);
  return {
    paths: withoutNested(there.filter((path) => mayBeWritten(path, input))),
    missing: {
      folders: mayStart.flatMap(folders).filter(isMissing),
      files: mayStart.flatMap(files).filter(isMissing),
    },
  };
}

/** In the PATH of what is started: a script may start it, whatever its own words say. */
function isInstalled(name: string, { env, exists }: Facts): boolean {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return name !== '' && folders.some((folder) => exists(`${folder}/${name}`) === 'yes');
}

type Place = Pick<WritableInput, 'facts' | 'env' | 'guarded'>;

/**
 * Never the home directory, nor a folder of the system, nor one that holds them, by whatever link; nor a path with a line break, which no
 * settings hold. `path`: links followed.
 */
export function mayBeWritten(path: string, world: Place): boolean {
  if (path.includes('\n')) return false;
  if (path.startsWith('/dev/')) return true;
  const guarded = world.guarded.flatMap((one) => [one, world.facts.realpath(one)]);
  if (guarded.some((one) => isWithin(one, path) || isWithin(path, one))) return false;
  const holdsHome = homesOf(world).some((home) => isWithin(home, path));
  return !holdsHome && (isTemporary(path, world) || isProject(path, world.facts));
}

/** What lies in a home directory is not, although that may lie in a temp folder. */
function isTemporary(path: string, world: Place): boolean {
  return TEMPORARY.test(path) && !homesOf(world).some((home) => isWithin(path, home));
}

/** As named and with links followed, by the caller and by the installation. */
function homesOf({ facts, env }: Place): readonly string[] {
  return [facts.home, env.HOME].flatMap((home) => (home === undefined ? [] : [home, facts.realpath(home)]));
}

function withoutNested(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)));
}
