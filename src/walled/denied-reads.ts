import { projectRoots } from '../conditions/path/project-roots.ts';
import { indexOf } from '../decide/rule-index.ts';
import { credentialGlobs, isCredential, isCredentialName } from '../grammar/credentials.ts';
import { guard, type World } from '../guard.ts';
import type { Condition, Pattern, Rule } from '../model/policy.ts';
import { matches } from '../patterns/match.ts';
import { isRecord } from '../util/guards.ts';
import { baseName, isWithin, parentPath } from '../util/path.ts';

export interface ReadingWorld extends Pick<World, 'policy' | 'facts' | 'classifier'> {
  /** where the agent starts, absolute: in its project, files are looked for by their names */
  readonly cwd: string;
  /** what the agent itself needs: absolute, links followed */
  readonly own: readonly string[];
}

/** What nobody behind a wall reads: absolute, links followed, all there, no path below another. */
export interface DeniedReads {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** What a program that prints a file is; rules about reading are rules about it. */
const PRINTER = 'cat';
/** Files that one pattern finds; of more, their folder is looked at as a whole. */
const MAX_FOUND = 1000;
/** The kernel's own: what is in there comes and goes. */
const NOT_SEARCHED = ['/proc', '/dev', '/sys', '/run'];

/**
 * What rules in force keep an agent from printing, of all that is there now: each place of keys and credentials, and each path that a
 * rule names, is judged as `cat PATH` of an agent. What is asked about is denied here, as nobody can be asked by a wall.
 */
export function deniedReads(world: ReadingWorld): DeniedReads {
  const { facts, own, cwd } = world;
  const isOpen = (path: string) => isWithin(cwd, path) || own.some((one) => isWithin(path, one) || isWithin(one, path));
  const denied = (isFolder: boolean, places: readonly Place[]) => {
    const all = places.filter(
      (one) => one.isFolder === isFolder && isDenied(isFolder ? `${one.path}/x` : one.path, world),
    );
    return [...new Set(all.map(({ path }) => facts.realpath(path)))].sort();
  };
  const found = [...placesOfCredentials(world), ...placesInRules(world)].filter(({ path }) => {
    return !NOT_SEARCHED.some((folder) => isWithin(path, folder)) && !isOpen(facts.realpath(path));
  });
  const folders = denied(true, found);
  const isBelow = (path: string) => folders.some((folder) => folder !== path && isWithin(path, folder));
  const files = denied(false, found).filter((path) => !folders.includes(path));
  return { folders: folders.filter((path) => !isBelow(path)), files: files.filter((path) => !isBelow(path)) };
}

/** `path`: as it is named, by which rules know it. */
interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

function isDenied(path: string, { policy, facts, classifier, cwd }: ReadingWorld): boolean {
  const action = { kind: 'argv', argv: [PRINTER, path] } as const;
  const request = { action, cwd, env: facts.env, actor: 'ai', at: facts.at } as const;
  const { verdict } = guard(request, { policy, facts, ...(classifier && { classifier }) });
  return verdict === 'deny' || verdict === 'require_approval';
}

function placesOfCredentials(world: ReadingWorld): readonly Place[] {
  const { home } = world.facts;
  if (home === undefined) return [];
  const located = credentialGlobs(home).flatMap((glob) => found(glob, world));
  return located.filter(({ path, isFolder }) => isCredential(isFolder ? `${path}/x` : path, home));
}

/** Of `X/**` the folder; of `X/**` with a name behind it what is listed below, or the folder where that is too much. */
function found(glob: string, { facts }: ReadingWorld): readonly Place[] {
  const [start = glob, ...rest] = glob.split('/**');
  const paths = /[*?[{]/.test(start) ? facts.expandGlob(start, '/', MAX_FOUND) : [start];
  const known = (paths ?? [parentPath(start)]).filter((path) => facts.exists(path) === 'yes');
  if (paths === undefined) return known.map((path) => ({ path, isFolder: true }));
  if (rest.length === 0) return known.map((path) => ({ path, isFolder: isFolderPath(path, facts) }));
  if (rest.join('') === '') return known.map((path) => ({ path, isFolder: true }));
  return known.flatMap((folder): readonly Place[] => {
    const files = facts.filesBelow(folder, true);
    if (files === undefined) return [{ path: folder, isFolder: true }];
    return files.filter((path) => isCredential(path, facts.home)).map((path) => ({ path, isFolder: false }));
  });
}

function isFolderPath(path: string, { exists }: ReadingWorld['facts']): boolean {
  return exists(`${path}/.`) === 'yes';
}

/** What rules about printing name: by absolute paths what is there, by names what the project holds. */
function placesInRules(world: ReadingWorld): readonly Place[] {
  const { facts, cwd } = world;
  const patterns = readPatterns(world);
  const isPlaced = ({ written }: Pattern) => /^[/~]/.test(written);
  const atHome = (written: string) => written.replace(/^~(?=\/)/, facts.home ?? '~');
  const placed = patterns.filter(isPlaced).flatMap(({ written }) => found(atHome(written), world));
  const names = patterns.filter((pattern) => !isPlaced(pattern));
  const isNamed = (path: string) =>
    isCredentialName(path) ||
    names.some((pattern) => [baseName(path), path].some((one) => matches(pattern, one) === 'yes'));
  const files = projectRoots(cwd, facts, {}).flatMap((root) => facts.filesBelow(root, true) ?? filesIn(root, world));
  return [...placed, ...files.filter(isNamed).map((path) => ({ path, isFolder: false }))];
}

/** Of a project that is too large to be searched. */
function filesIn(root: string, { facts }: ReadingWorld): readonly string[] {
  return ['*', '.[!.]*'].flatMap((glob) => facts.expandGlob(`${root}/${glob}`, root, MAX_FOUND * 10) ?? []);
}

function readPatterns({ policy }: ReadingWorld): readonly Pattern[] {
  const index = indexOf(policy);
  return [...index.rulesOf(PRINTER), ...index.unscoped()]
    .filter(({ rule }) => restricts(rule))
    .flatMap(({ rule }) => rule.when.flatMap(patternsIn));
}

function restricts({ action, actor }: Rule): boolean {
  return actor !== 'human' && (action === 'deny' || action === 'require_approval' || action === 'escalate');
}

function patternsIn(condition: Condition): readonly Pattern[] {
  if (condition.op === 'not') return [];
  if (condition.op !== 'is') return condition.of.flatMap(patternsIn);
  const { type, data } = condition;
  if (type !== 'path_matches' || !isRecord(data) || data.access === 'write') return [];
  return Array.isArray(data.patterns) ? (data.patterns as readonly Pattern[]) : [];
}
