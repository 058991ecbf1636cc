import type { PathCandidate } from '../conditions/path/candidate.ts';
import { accessCandidates } from '../conditions/path/candidates.ts';
import type { Access } from '../grammar/accesses.ts';
import { leadOf } from '../grammar/words.ts';
import type { Facts } from '../model/facts.ts';
import { wordValue } from '../model/word.ts';
import { baseName, isWithin, resolvePath } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import { changesObstacle } from './changes.ts';
import { expansionOf, type ProofContext, type ProofStart } from './context.ts';
import { comparesFolders, searchedSecret } from './searched.ts';
import { mayBeSecretName } from './secrets.ts';

/** Software and its documentation, the same on each machine of its kind, and what the kernel says of the machine. Source: hier(7) */
const SYSTEM =
  /^\/(?:usr\/(?:share|include|src|lib\w*|bin|sbin|local\/(?:share|include|lib\w*|bin|sbin))|lib\w*|s?bin)(?:\/|$)|^\/etc\/(?:os-release|debian_version|lsb-release|issue|hostname|shells)$|^\/proc\/(?:cpuinfo|meminfo|version|loadavg|uptime)$|^\/dev\/(?:null|stdin|zero|fd\/\d+)$/;

/** Why a path of the start may not be read unasked; undefined = all are data of the project, of temp folders, or of the system. */
export function pathsObstacle(start: ProofStart, effect: 'reads' | 'prints' | 'starts'): string | undefined {
  const { subject, invocation, program, context } = start;
  const shown = effect === 'prints' ? listedOutside(start) : secretRevision(start);
  if (shown !== undefined) return shown;
  const all = subject.paths().filter(({ index }) => effect === 'reads' || index < 0);
  for (const access of all) {
    const obstacle = accessObstacle(access, start);
    if (obstacle !== undefined) return obstacle;
  }
  const changed = changesObstacle(start);
  if (changed !== undefined) return changed;
  if (effect !== 'reads' || invocation.role === 'builtin') return undefined;
  const { cwd } = invocation;
  if (cwd === undefined) return `it is not known in which folder \`${program}\` runs`;
  return isAllowed(cwd, context)
    ? (searchedSecret(start) ?? comparesFolders(start))
    : `\`${cwd}\` is outside the project`;
}

function accessObstacle(access: Access, start: ProofStart): string | undefined {
  const { subject, program, context } = start;
  const { word, index } = access;
  if (access.access !== 'read' && context.level !== 'project')
    return `\`${program}\` ${access.access}s \`${word.text}\``;
  if (access.isLinked || (access.isSent && index >= 0)) return `\`${program}\` hands on \`${word.text}\``;
  if (isUnsettled(access, start)) return `\`${word.text}\` depends on whether \`cd\` works`;
  if (word.kind === 'glob' && mayReachSecret(word.pattern, subject.cwd, context))
    return `\`${word.text}\` may hold secrets`;
  if (access.access !== 'read') return undefined; // see changesObstacle
  for (const candidate of accessCandidates(access, subject, context.facts)) {
    const obstacle = candidateObstacle(candidate, context);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

/** A path upwards behind a `cd` into a folder that may not be there is another one where that fails. */
function isUnsettled({ word }: Access, { analysis, index, context }: ProofStart): boolean {
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(wordValue(word) ?? '..')) return false;
  const moves = analysis.invocations.slice(0, index).filter(({ program }) => program === 'cd');
  return moves.some(({ argv, cwd }) => {
    const to = wordValue(argv.at(-1));
    return argv.length !== 2 || to === undefined || cwd === undefined || !isFolder(to, cwd, context.facts);
  });
}

function isFolder(path: string, cwd: string, facts: Facts): boolean {
  return facts.exists(path.startsWith('/') ? `${path}/.` : `${cwd}/${path}/.`) === 'yes';
}

function candidateObstacle(candidate: PathCandidate, context: ProofContext): string | undefined {
  const { absolute, real, within, names, written, isForeign, suffix = '' } = candidate;
  if (isForeign) return `\`${written}\` is in a container`;
  if (absolute !== undefined) {
    return (
      placeObstacle(absolute, written, context) ??
      (real === absolute ? undefined : placeObstacle(real ?? '/', written, context))
    );
  }
  if (within === undefined) return `it is not known which path \`${written}\` is`;
  const called = names ?? (suffix === '' ? [] : [`*${suffix}`]);
  const mayHoldSecrets =
    called.length === 0 || called.some((name) => !/[\w-]\.?\w+$/.test(name) || mayBeSecretName(name));
  if (mayHoldSecrets) return `it is not known which files below \`${within}\` it reads`;
  return placeObstacle(within, written, context);
}

/** `git show HEAD:.env`, `git log -L1,5:.env`, `git diff -- '*.env'`: files of a revision, and pathspecs. */
function secretRevision({ program, invocation, subject, context }: ProofStart): string | undefined {
  if (program !== 'git') return undefined;
  const { operands, options } = subject.parsed();
  for (const word of [...operands.map((one) => one.word), ...options.flatMap(({ value }) => value ?? [])]) {
    const path = leadOf(word).slice(leadOf(word).lastIndexOf(':') + 1);
    const isPattern = /[*?[]/.test(path);
    const isSecret = isPattern
      ? mayBeSecretName(path)
      : path !== '' && context.isSecret(`${invocation.cwd ?? ''}/${path}`);
    if (isSecret) return `\`${word.text}\` may hold secrets`;
  }
  return undefined;
}

/** The shell itself lists a folder for a pattern, and the names are printed. */
function listedOutside({ invocation: { argv, cwd }, context }: ProofStart): string | undefined {
  const outside = argv.find(
    (word) => word.kind === 'glob' && (cwd === undefined || !isAllowed(resolvePath(cwd, word.pattern), context)),
  );
  return outside && `\`${outside.text}\` is outside the project`;
}

/** The path lies in the project, in a temp folder or among the software of the system, and its name says of no secrets. */
function placeObstacle(path: string, written: string, context: ProofContext): string | undefined {
  if (!isAllowed(path, context)) return `\`${written}\` is outside the project`;
  return context.isSecret(path) ? `\`${written}\` may hold secrets` : undefined;
}

function isAllowed(path: string, context: ProofContext): boolean {
  return context.roots().some((root) => isWithin(path, root)) || SYSTEM.test(path);
}

/** A pattern of which it is not known what it expands to; hidden files are named by a dot alone. */
function mayReachSecret(pattern: string, cwd: string | undefined, context: ProofContext): boolean {
  const isKnown = expansionOf(pattern, cwd, context) !== undefined;
  const name = baseName(pattern);
  return !isKnown && (mayBeSecretName(name) || (name.startsWith('.') && shellGlobMatches(name, '.env')));
}
