import type { Facts } from '../../model/facts.ts';
import type { Pattern } from '../../model/policy.ts';
import { type Answer, answerNot, joinAnswers, joinAnswersOf, type Tri, triAny, triOf } from '../../model/tri.ts';
import { matches } from '../../patterns/match.ts';
import { memoize, memoizeByObject } from '../../util/memoize.ts';
import { baseName, isWithin, parentPath } from '../../util/path.ts';
import { shellGlobMatches } from '../../util/shell-glob.ts';
import { type ConditionFamily, defineCondition, type Lowering } from '../condition.ts';
import { ANYTHING, allOf, type Signs } from '../signs.ts';
import { likelyIn, type Subject } from '../subject.ts';
import { ACCESS_FILTERS, ACCESS_HELP, type AccessFilter, PATHS, type PathCandidate } from './candidate.ts';
import { candidatesOf, tildeForm } from './candidates.ts';
import { linksBefore } from './line-links.ts';
import { hasMade, isMade } from './made.ts';
import { newClones } from './new-clones.ts';
import { askedAboutPlace, MANY } from './path-list.ts';
import { accessSigns } from './path-signs.ts';
import { isProject } from './project-roots.ts';
import { isSystemFolder } from './system-folders.ts';

const NAMED_ROOTS = ['cwd', 'repo', 'home', 'tmp', 'root', 'new_clone', 'made'] as const;
type NamedRoot = (typeof NAMED_ROOTS)[number];

/** A named root, one path (`~` is the home directory), or a glob that the path or one of its parents matches. */
type Root = { readonly name: NamedRoot } | { readonly path: string } | { readonly glob: Pattern };

type Relation = (path: string, root: string) => boolean;

interface Args {
  roots: string | string[];
  access?: AccessFilter | undefined;
}

interface Data {
  readonly roots: readonly Root[];
  readonly access: AccessFilter;
}

/** What the paths of one command are compared with. */
interface RootContext {
  readonly roots: readonly Root[];
  readonly subject: Subject;
  readonly facts: Facts;
  readonly access?: AccessFilter;
}

function lower({ roots, access }: Args, lowering: Lowering): Data {
  const lowered = [roots].flat().map((root): Root => {
    const name = NAMED_ROOTS.find((known) => known === root);
    if (name !== undefined) return { name };
    if (!/^[/~*]/.test(root)) lowering.fail(`${NAMED_ROOTS.join(', ')}, or an absolute path or glob`);
    const trimmed = root.length > 1 ? root.replace(/\/(\*\*)?$/, '') : root;
    return /[*?[{]/.test(trimmed) ? { glob: lowering.glob(trimmed, 'path') } : { path: trimmed };
  });
  return { roots: lowered, access: access ?? 'any' };
}

/**
 * Directories that a root stands for; undefined = not known, [] = there is none (no repository). `cwd` and `repo` are those
 * of the request: `cd ~ && rm -rf x` does not make the home directory the project.
 */
function directories(
  root: Exclude<Root, { glob: Pattern }>,
  subject: Subject,
  facts: Facts,
): readonly string[] | undefined {
  if ('path' in root) return literalRoot(root.path, facts);
  if (root.name === 'root') return ['/'];
  if (root.name === 'made') return []; // only what lies in it can be told
  if (root.name === 'home') return facts.home === '/' ? [] : literalRoot('~', facts); // `/` is nobody's home
  if (root.name === 'tmp') return facts.tmp;
  if (root.name === 'new_clone') return newClones(subject, facts);
  if (root.name === 'cwd') return [subject.origin, facts.realpath(subject.origin)];
  const git = facts.git(subject.origin, facts.env);
  if (git === 'unknown') return undefined;
  return git === null ? [] : [git.root, facts.realpath(git.root)];
}

/** The same few for each path of a line. */
const literalRoots = memoizeByObject((facts: Facts) =>
  memoize((path: string): readonly string[] => {
    const absolute = path.startsWith('~') ? `${facts.home}${path.slice(1)}` : path;
    return [absolute, facts.realpath(absolute)];
  }),
);

function literalRoot(path: string, facts: Facts): readonly string[] | undefined {
  return path.startsWith('~') && facts.home === undefined ? undefined : literalRoots(facts)(path);
}

/** The paths to compare with the roots; those that no root tells apart are left out. */
function asked({ roots, subject, facts }: RootContext, access: AccessFilter): readonly PathCandidate[] {
  const candidates = candidatesOf(subject, facts, access);
  if (candidates.length < MANY) return candidates;
  const isAny = roots.some((root) => 'name' in root && root.name === 'made') && hasMade(subject);
  if (isAny) return candidates;
  const { home, tmp, realpath } = facts;
  const named = roots.flatMap((root) => ('glob' in root ? [] : (directories(root, subject, facts) ?? [])));
  return askedAboutPlace(
    candidates,
    {
      directories: [...named, ...tmp, ...(home === undefined ? [] : [home, realpath(home)])],
      globs: roots.flatMap((root) => ('glob' in root ? [root.glob] : [])),
      realpath: (path) => linksBefore(subject, facts).realpath(path),
    },
    facts,
  );
}

/** Does the relation hold with one of the roots? The path as named and with symlinks resolved must agree. */
function related({ absolute, real }: PathCandidate, context: RootContext, relation: Relation): Answer {
  if (absolute === undefined || real === undefined) return 'unknown';
  let result: Answer = 'no';
  for (const root of context.roots) {
    const named = toRoot(absolute, root, context, relation);
    const joined = absolute === real ? named : joinAnswers([named, toRoot(real, root, context, relation)]);
    if (joined === 'yes') return 'yes';
    if (joined !== 'no') result = joined;
  }
  return result;
}

function toRoot(path: string, root: Root, { subject, facts }: RootContext, relation: Relation): Answer {
  if ('glob' in root) return relation === isWithin ? globRoot(path, root.glob, facts) : globOf(path, root.glob, facts);
  const all = directories(root, subject, facts);
  if ('name' in root && root.name === 'tmp' && relation === isWithin) {
    return triOf(facts.tmp.some((folder) => isTemporary(path, folder, facts)));
  }
  if ('name' in root && root.name === 'made') return triOf(relation === isWithin && isMade(path, subject, facts));
  if (all === undefined) return 'unknown';
  const isProjectRoot = 'name' in root && (root.name === 'cwd' || root.name === 'repo') && relation === isWithin;
  for (const one of all) if (relation(path, one) && (!isProjectRoot || isProject(one, facts))) return 'yes';
  return 'no';
}

/** In a temp folder, but not in a home directory that lies there, as in containers, nor a parent of one. */
function isTemporary(path: string, folder: string, { home, realpath }: Facts): boolean {
  const isOfHome = (one: string) => isWithin(one, folder) && (isWithin(path, one) || isWithin(one, path));
  return isWithin(path, folder) && !(home !== undefined && [home, realpath(home)].some(isOfHome));
}

function globOf(path: string, glob: Pattern, facts: Facts): Tri {
  const tilde = tildeForm(path, facts);
  return triAny(tilde === undefined ? [path] : [path, tilde], (spelling) => matches(glob, spelling));
}

/** The path or one of its parents matches the glob. */
function globRoot(path: string, glob: Pattern, facts: Facts): Answer {
  let result: Answer = 'no';
  for (let at = path; ; at = parentPath(at)) {
    const one = globOf(at, glob, facts);
    if (one === 'yes') return 'yes';
    if (one === 'unknown') result = 'unknown';
    if (at === '/') return result;
  }
}

/** May a path below the directory match the glob? Compares the segments up to its first wildcard. */
function mayReachGlob(directory: string, { written }: Pattern, facts: Facts): boolean {
  const segments = written.split('/');
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const plain = segments.slice(0, first);
  const bases = plain.length === 0 ? ['/'] : literalRoot(plain.join('/') || '/', facts);
  const isReached = (base: string) =>
    isWithin(base, directory) ||
    (isWithin(directory, base) && mayBe(segments[first] as string, segmentBelow(base, directory)));
  return bases?.some(isReached) ?? true;
}

/** May a segment of a glob match the name? Braces around more than plain names may match any. */
function mayBe(segment: string, name: string): boolean {
  const [, before = '', names = '', after = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(segment) ?? [];
  if (names !== '') return names.split(',').some((one) => mayBe(`${before}${one}${after}`, name));
  return /[{}!(|]/.test(segment) || segment.includes('**') || shellGlobMatches(segment, name);
}

function isTmp(root: Root): boolean {
  return 'name' in root && root.name === 'tmp';
}

/** The path lies below the root, or is it: `cwd` of itself counts. */
function within(named: PathCandidate, context: RootContext): Answer {
  const candidate = taken(named, context);
  const { absolute, real, within: parent, written } = candidate;
  // wherever it is; but what a link leads to is not what the line has made
  if (candidate.isTemporary && absolute === real && context.roots.some(isTmp)) return 'yes';
  if (absolute !== undefined || parent === undefined) return related(candidate, context, isWithin);
  const start: PathCandidate = { written, absolute: parent, real: context.facts.realpath(parent) };
  if (related(start, context, isWithin) === 'yes') return 'yes';
  const mayReach =
    context.roots.some((root) => 'glob' in root && mayReachGlob(parent, root.glob, context.facts)) ||
    related(start, context, isAncestor) !== 'no';
  return mayReach ? 'unknown' : 'no';
}

/** `/etc/$f` is most likely in `/etc`: enough to restrict, not for an exception. */
function outside(candidate: PathCandidate, context: RootContext): Answer {
  const answer = answerNot(within(candidate, context));
  const { likely, written } = candidate;
  if (answer !== 'unknown' || likely === undefined) return answer;
  const path = { written, absolute: likely, real: context.facts.realpath(likely) };
  return related(path, context, isWithin) === 'no' ? likelyIn(context.subject) : answer;
}

const isAncestor: Relation = (path, root) => isWithin(root, path);

/** The path is the root or a parent of it: removing it removes the root. */
function covers(candidate: PathCandidate, context: RootContext): Answer {
  const { absolute, within: parent, written, names, start: begins = '' } = candidate;
  const suffix = (candidate.suffix ?? '').replace(/\/+$/, '');
  if (absolute === undefined && parent !== undefined) {
    const mayEnd: Relation = (path, root) =>
      isWithin(root, path) &&
      segmentBelow(path, root).startsWith(begins) &&
      root.endsWith(suffix) &&
      mayBeCalled(names, root);
    const start = { written, absolute: parent, real: context.facts.realpath(parent) };
    if (related(start, context, mayEnd) === 'no') return 'no';
    // `find DIR` without a name prints all that is in DIR
    return suffix === '' && names === undefined ? 'some' : 'unknown';
  }
  if (context.access === 'delete' && leavesFolders(context.subject, candidate)) return 'no';
  return related(context.access === 'delete' ? itself(candidate, context) : candidate, context, isAncestor);
}

/** `rm -f x "$PREFIX/"`, `rmdir /x`: in a file, what refuses every folder that holds something takes none of them away. */
function leavesFolders({ invocation, parsed }: Subject, { contentsOf }: PathCandidate): boolean {
  if (invocation?.inFile !== true || contentsOf) return false;
  const { options, unknownOptions, dynamic } = parsed();
  if (invocation.program === 'rmdir' || invocation.program === 'unlink') return true;
  const isPlain = unknownOptions.length === 0 && dynamic.length === 0;
  return /^g?rm$/.test(invocation.program ?? '') && isPlain && !options.some(({ names }) => names.includes('-r'));
}

/** Deleting a symbolic link takes the link away, not what it names: only the folders above it are followed. */
function itself(candidate: PathCandidate, { subject, facts }: RootContext): PathCandidate {
  const { absolute, contentsOf, written } = candidate;
  if (absolute === undefined || absolute === '/' || contentsOf || /(^|\/)\.{0,2}$/.test(written)) return candidate;
  return { ...candidate, real: linksBefore(subject, facts).placeOf(absolute) };
}

/** They take a link away and leave alone what it names; others overwrite that, or go into it. */
const TAKES_LINKS = /^(?:g?rm|unlink|rmdir|g?mv)$/;

/** What the program takes away of a path that it deletes. */
function taken(candidate: PathCandidate, context: RootContext): PathCandidate {
  const program = context.subject.invocation?.program ?? '';
  return context.access === 'delete' && TAKES_LINKS.test(program) ? itself(candidate, context) : candidate;
}

/** The first segment of a path below a folder: '' for the folder itself. */
function segmentBelow(folder: string, path: string): string {
  return path.slice(folder === '/' ? 1 : folder.length + 1).split('/', 1)[0] ?? '';
}

function mayBeCalled(names: readonly string[] | undefined, path: string): boolean {
  const name = baseName(path).toLowerCase();
  return names === undefined || names.some((pattern) => shellGlobMatches(pattern.toLowerCase(), name));
}

function describe({ access }: Data, subject: Subject, facts: Facts): string {
  const paths = candidatesOf(subject, facts, access).map((one) => `\`${one.absolute ?? one.written}\``);
  return paths.length === 0 ? 'no path in the command' : `paths: ${paths.join(', ')}`;
}

/** In a project, words without the marks `indirect` and `outside` name paths in it. */
function outsideSigns({ roots }: Data): Signs {
  const isProject = roots.some((root) => 'name' in root && root.name === 'cwd');
  return isProject ? [[{ mark: 'indirect' }, { mark: 'outside' }]] : ANYTHING;
}

/** Directories that exist on many machines, beside those of the system. */
const FOLDERS =
  /^(\/(lib32|private|srv|data|nix|backups?|export|storage)|\/(usr|var)\/\w+|~\/(\.(ssh|gnupg|aws|kube|docker|config|local(\/share)?|password-store|mozilla|thunderbird)|Documents|Desktop|Downloads|Pictures|Music|Videos|Movies|Library))$/;

/** A path that covers a directory is a directory; one that does not exist covers nothing. */
function coversSigns({ roots }: Data): Signs {
  const isDirectory = (root: Root) =>
    'name' in root || ('path' in root && (isSystemFolder(root.path) || FOLDERS.test(root.path)));
  return roots.every(isDirectory) ? [[{ mark: 'indirect' }, { mark: 'directory' }]] : ANYTHING;
}

const ROOTS =
  'cwd, repo, home, tmp (but for a home directory in it), root, new_clone (what the line itself has cloned), made (what the line has written where nothing was), or absolute paths and globs';

/** Named roots in sentences. */
const ROOT_TEXTS: Readonly<Record<NamedRoot, string>> = {
  cwd: 'the working directory',
  repo: 'the repository',
  home: 'the home directory',
  tmp: 'a temp folder',
  root: '`/`',
  new_clone: 'a repository that the line has made',
  made: 'what the line itself has made',
};

function rootText(root: Root): string {
  if ('name' in root) return ROOT_TEXTS[root.name];
  return `\`${'path' in root ? root.path : root.glob.written}\``;
}

function rootCondition(
  type: string,
  summary: string,
  verb: string,
  answer: (candidate: PathCandidate, context: RootContext) => Answer,
  signs: (data: Data) => Signs,
): ConditionFamily {
  return defineCondition<Args, Data>({
    type,
    summary,
    primary: 'roots',
    schema: (z) =>
      z.strictObject({
        roots: z.union([z.string(), z.array(z.string().min(1)).min(1)]).describe(ROOTS),
        access: z.enum(ACCESS_FILTERS).optional().describe(ACCESS_HELP),
      }),
    lower,
    evaluate: ({ roots, access }, subject, facts) => {
      const context = { roots, subject, facts, access };
      return joinAnswersOf(asked(context, access), (one) => answer(one, context));
    },
    says: ({ roots, access }) => `${PATHS[access]} ${verb} ${roots.map(rootText).join(' or ')}`,
    explain: describe,
    // plain code has no redirections, nor programs that write what they are given
    plain: ({ access }) => (access === 'replace' ? [] : undefined),
    signs: (data, start) => allOf([accessSigns(data.access, start), signs(data)]),
  });
}

export const pathWithin = rootCondition(
  'path_within',
  'Every path lies at or below one of the roots. With several paths of which only some do, a restrictive rule matches and an exception does not.',
  'lies in',
  within,
  () => ANYTHING,
);

export const pathOutside = rootCondition(
  'path_outside',
  'A path lies outside all of the roots.',
  'lies outside',
  outside,
  outsideSigns,
);

export const pathCovers = rootCondition(
  'path_covers',
  'A path is one of the roots or a parent of it: `rm -rf .`, `..`, `~`, `/`, and `*` for all that is in it.',
  'is, or holds,',
  covers,
  coversSigns,
);

/** Compares the working directory, not the paths that the command names. */
export const inDirectory = defineCondition<Pick<Args, 'roots'>, Data>({
  type: 'in_directory',
  summary: 'The command is started in one of these directories, or below it. `git -C dir` is no start in another one.',
  primary: 'roots',
  schema: (z) =>
    z.strictObject({
      roots: z.union([z.string(), z.array(z.string().min(1)).min(1)]).describe(ROOTS),
    }),
  lower,
  evaluate: ({ roots }, subject, facts) => {
    const { cwd } = subject;
    if (cwd === undefined) return 'unknown';
    const directory = { written: cwd, absolute: cwd, real: facts.realpath(cwd) };
    return related(directory, { roots, subject, facts }, isWithin);
  },
  explain: (_data, { cwd }) => `started in ${cwd ?? 'a directory that is not known'}`,
  ofLine: true,
  ofWorld: true,
});
