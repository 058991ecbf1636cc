import { propertiesOf } from '../classify/path-properties.ts';
import type { PathCandidate } from '../conditions/path/candidate.ts';
import { accessCandidates } from '../conditions/path/candidates.ts';
import type { Access } from '../grammar/accesses.ts';
import { isCredentialName, mayBeCredentialName } from '../grammar/credentials.ts';
import { inEffect } from '../grammar/effective.ts';
import type { Facts } from '../model/facts.ts';
import { wordValue } from '../model/word.ts';
import { baseName, isWithin } from '../util/path.ts';
import type { ProofContext, ProofStart } from './context.ts';
import { rootsOf } from './roots.ts';

/** Software and its documentation, the same on each machine of its kind, and what the kernel says of the machine. Source: hier(7) */
const SYSTEM =
  /^\/(?:usr\/(?:share|include|src|lib\w*|bin|sbin|local\/(?:share|include|lib\w*|bin|sbin))|lib\w*|s?bin)(?:\/|$)|^\/etc\/(?:os-release|debian_version|lsb-release|issue|hostname|shells)$|^\/proc\/(?:cpuinfo|meminfo|version|loadavg|uptime)$|^\/dev\/(?:null|stdin|zero|fd\/\d+)$/;

/** Why a path of the start may not be read unasked; undefined = all are data of the project, of temp folders, or of the system. */
export function pathsObstacle(start: ProofStart, effect: 'reads' | 'prints' | 'starts'): string | undefined {
  const { subject, invocation, program, context } = start;
  const all = subject.paths().filter(({ index }) => effect === 'reads' || index < 0);
  for (const access of all) {
    const obstacle = accessObstacle(access, start);
    if (obstacle !== undefined) return obstacle;
  }
  if (effect !== 'reads' || invocation.role === 'builtin') return undefined;
  const { cwd } = invocation;
  if (cwd === undefined) return `it is not known in which folder \`${program}\` runs`;
  return placeObstacle(cwd, cwd, context) ?? secretsBelow(start);
}

function accessObstacle(access: Access, start: ProofStart): string | undefined {
  const { subject, program, context } = start;
  const { word, index } = access;
  if (access.access !== 'read') return `\`${program}\` ${access.access}s \`${word.text}\``;
  if (access.isLinked || (access.isSent && index >= 0)) return `\`${program}\` hands on \`${word.text}\``;
  if (isUnsettled(access, start)) return `\`${word.text}\` depends on whether \`cd\` works`;
  for (const candidate of accessCandidates(access, subject, context.facts)) {
    const obstacle = candidateObstacle(candidate, context) ?? revisionObstacle(access, start);
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
    called.length === 0 || called.some((name) => !/[\w-]\.?\w+$/.test(name) || mayBeCredentialName(name));
  if (mayHoldSecrets) return `it is not known which files below \`${within}\` it reads`;
  return placeObstacle(within, written, context);
}

/** `git show HEAD:.env`: the file `.env` of a revision. */
function revisionObstacle({ word }: Access, { program, invocation, context }: ProofStart): string | undefined {
  const value = wordValue(word);
  const cut = program === 'git' && value !== undefined ? value.indexOf(':') : -1;
  if (value === undefined || cut < 0) return undefined;
  const path = value.slice(cut + 1);
  return classified(`${invocation.cwd ?? ''}/${path}`, context) ? `\`${path}\` may hold secrets` : undefined;
}

/** The path lies in the project, in a temp folder or among the software of the system, and its name says of no secrets. */
function placeObstacle(path: string, written: string, context: ProofContext): string | undefined {
  const isAllowed = SYSTEM.test(path) || rootsOf(context).some((root) => isWithin(path, root));
  if (!isAllowed) return `\`${written}\` is outside the project`;
  return classified(path, context) ? `\`${written}\` may hold secrets` : undefined;
}

/** Names that speak of secrets, but for code and texts about them; the settings of a repository may hold a token. */
const SECRET_NAME = /(?:^|[._-])(?:secrets?|credentials?|passwords?|passwd|tokens?)(?:[._-]|$)/i;
const CODE_NAME =
  /\.(?:[cm]?[jt]sx?|go|py|rs|java|kt|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|sh|sql|css|html?|vue|svelte|md|rst)$/i;

function classified(path: string, { classifier, cwd, facts }: ProofContext): boolean {
  const name = baseName(path);
  if (isCredentialName(path) || path.endsWith('/.git/config')) return true;
  if (SECRET_NAME.test(name) && !CODE_NAME.test(name)) return true;
  if (classifier === undefined) return true;
  return propertiesOf({ kind: 'whole', path }, { classifier: classifier(), cwd, facts }).categories.length > 0;
}

/** They read whatever lies below a folder, hidden files too, where no option names files. */
const SEARCHERS: Readonly<Record<string, { readonly given: string; readonly unless: string }>> = {
  grep: { given: '-r', unless: '--include' },
  egrep: { given: '-r', unless: '--include' },
  fgrep: { given: '-r', unless: '--include' },
  rg: { given: '--hidden -u --no-ignore --no-ignore-vcs', unless: '-l --files -t' },
  diff: { given: '-r', unless: '-q' },
};

const MAX_FOUND = 50;

/** Files with secrets lie in, or one folder below, a folder that is searched whole. */
function secretsBelow(start: ProofStart): string | undefined {
  const { program, subject, context, invocation } = start;
  const searcher = Object.hasOwn(SEARCHERS, program) ? SEARCHERS[program] : undefined;
  const parsed = subject.parsed();
  if (searcher === undefined || !inEffect(searcher.given, parsed) || inEffect(searcher.unless, parsed))
    return undefined;
  const { facts } = context;
  const named = subject
    .paths()
    .flatMap((access) => accessCandidates(access, subject, facts).map(({ absolute }) => absolute));
  const folders = named.length === 0 ? [invocation.cwd] : named;
  for (const folder of folders) {
    for (const pattern of ['.env*', '*/.env*']) {
      const found = folder === undefined ? undefined : facts.expandGlob(`${folder}/${pattern}`, folder, MAX_FOUND);
      const secret = found === undefined ? pattern : found.find((path) => classified(path, context));
      if (secret !== undefined) return `\`${program}\` would also read \`${secret}\``;
    }
  }
  return undefined;
}
