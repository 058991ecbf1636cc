import { expandPath } from './expand-path.ts';
import { type WritingWorld, writableTest } from './may-be-written.ts';
import { TOOL_CACHES, type ToolCache } from './tool-caches.ts';

export interface CachesInput extends WritingWorld {
  /** base names of the programs that it starts */
  readonly programs: readonly string[];
}

/** Caches of tools that a confined program may write. Paths are absolute. */
export interface Caches {
  /** links followed, all there */
  readonly paths: readonly string[];
  /** of tools that it starts or may start, which are not there yet: to be made before */
  readonly missing: { readonly folders: readonly string[]; readonly files: readonly string[] };
}

/** Those that are there, whatever it starts, and those that are missed. Pure. */
export function cachesOf(input: CachesInput): Caches {
  const { facts, env, programs } = input;
  const mayBeWritten = writableTest(input);
  const isThere = (path: string) => facts.exists(path) === 'yes';
  const real = (paths: readonly string[]) =>
    paths
      .filter(isThere)
      .map((path) => facts.realpath(path))
      .filter(mayBeWritten);
  const isMissing = (path: string) => facts.exists(path) === 'no' && mayBeWritten(facts.realpath(path));
  const mayStart = ({ programs: names, within }: ToolCache) =>
    (within === undefined || expanded([within], env).every(isThere)) &&
    names.split(' ').some((name) => programs.includes(name) || isInstalled(name, input));
  const tools = TOOL_CACHES.map((tool) => ({ tool, ...pathsOf(tool, env) }));
  const missing = tools
    .map(({ tool, folders, files }) => ({ tool, folders: folders.filter(isMissing), files: files.filter(isMissing) }))
    .filter(({ tool, folders, files }) => folders.length + files.length > 0 && mayStart(tool));
  return {
    paths: tools.flatMap(({ folders, files }) => real([...folders, ...files])),
    missing: {
      folders: missing.flatMap(({ folders }) => folders),
      files: missing.flatMap(({ files }) => files),
    },
  };
}

/** Where caches of tools may be, whether they are there or not. */
export function cacheCandidates(env: CachesInput['env']): readonly string[] {
  return TOOL_CACHES.flatMap((tool) => Object.values(pathsOf(tool, env)).flat());
}

/** Those of the programs by which other caches are made. */
export function toolsAmong(programs: readonly string[]): readonly string[] {
  return [...new Set(programs.filter((name) => TOOLS.has(name)))].sort();
}

const TOOLS: ReadonlySet<string> = new Set(TOOL_CACHES.flatMap(({ programs }) => programs.split(' ')));

/** In the PATH of what is started: a script may start it, whatever its own words say. */
function isInstalled(name: string, { facts }: CachesInput): boolean {
  return name !== '' && searched(facts.env.PATH).some((folder) => facts.exists(`${folder}/${name}`) === 'yes');
}

/** Folders of a PATH. */
export function searched(path = ''): readonly string[] {
  return path.split(':').filter((folder) => folder.startsWith('/'));
}

function pathsOf(
  { folders, files = [] }: ToolCache,
  env: CachesInput['env'],
): Pick<Required<ToolCache>, 'folders' | 'files'> {
  return { folders: expanded(folders, env), files: expanded(files, env) };
}

function expanded(paths: readonly string[], env: CachesInput['env']): readonly string[] {
  return paths.flatMap((path) => expandPath(path, env) ?? []);
}
