import { gitFacts } from '../conditions/git.ts';
import { effectsOf, grammarLevels, holds } from '../grammar/effect-of.ts';
import { canonicalSubcommand, effective, inEffect } from '../grammar/effective.ts';
import { grammarOf } from '../grammar/index.ts';
import type { GitLossRow } from '../grammar/loss-row.ts';
import type { GitFacts } from '../model/facts.ts';
import type { GitLoss } from '../model/loss.ts';
import { type Word, wordValue } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import { arrivalsAt } from './arrive.ts';
import type { GitCall, GitSpot } from './git-call.ts';
import { fetchedRefs, headRefs, renamedRefs, worktreeFolders } from './git-names.ts';
import { patchedFiles } from './patches.ts';
import { gitFolder, withinOf } from './pathspecs.ts';
import { isThere } from './places.ts';
import type { Spot, Start } from './start.ts';

const CANNOT: Readonly<Record<string, string>> = {
  reflog: 'commits that the reflog alone still has can not be kept',
  objects: 'objects that no ref has any more can not be kept',
  submodules: 'what is changed in submodules is not looked at',
};

export function gitSubcommand({ subject }: Start): string {
  return canonicalSubcommand(grammarOf('git'), subject.parsed().subcommand).join(' ');
}

export function gitLosses(start: Start): readonly (GitSpot | Spot)[] {
  const { subject, invocation, facts } = start;
  const { unknownSubcommand } = subject.parsed();
  if (unknownSubcommand !== undefined && unknownSubcommand.kind !== 'known') {
    return [{ why: 'it is not known what git does' }];
  }
  const held = rowsOf(start).filter((row) => holds(row, subject.parsed()));
  if (held.length === 0) return [];
  const git = gitFacts(subject, facts);
  if (git === null) return [];
  if (git === 'unknown') return invocation.inFile ? [] : [{ why: 'it is not known which repository git works in' }];
  const call = callOf(start, gitSubcommand(start), withWorkTree(git, start));
  return held.flatMap((row) => lossesOfRow(row, call));
}

/** What changes nothing here destroys nothing: `--dry-run`. */
const CHANGES = /writes|deletes|runs|installs/;

function rowsOf({ subject }: Start): readonly GitLossRow[] {
  const parsed = subject.parsed();
  const git = grammarOf('git');
  const subcommand = canonicalSubcommand(git, parsed.subcommand);
  const rows = grammarLevels(git, { subcommand }).at(-1)?.gitLosses ?? [];
  const effects = rows.length === 0 ? undefined : effectsOf(git, { ...parsed, subcommand });
  return effects === undefined || CHANGES.test(effects) ? rows : [];
}

/** `--work-tree`: another folder than that which the git directory lies in. */
function withWorkTree(git: GitFacts, start: Start): GitFacts {
  const option = effective(start.subject.parsed(), '--work-tree');
  const value = wordValue(option?.value);
  const from = option === undefined ? undefined : gitFolder(start, option.index);
  if (value === undefined || start.subject.cwd === undefined) return git;
  return { ...git, root: start.facts.realpath(resolvePath(from ?? start.subject.cwd, value)) };
}

/** Their operands are a commit and paths, of which either may be left out. */
const OF_BOTH = /^(?:checkout|reset)$/;

function callOf(start: Start, subcommand: string, git: GitFacts): GitCall {
  const { operands, endOfOptions = Number.MAX_SAFE_INTEGER } = start.subject.parsed();
  const call = { start, subcommand, git, operands };
  if (!OF_BOTH.test(subcommand)) return { ...call, paths: operands.map(({ word }) => word), tree: undefined };
  const front = operands.filter(({ index }) => index < endOfOptions);
  const [first, ...rest] = front;
  const isTree = first !== undefined && (front.length < operands.length || !isPath(first.word, start));
  const named = isTree ? rest : front;
  const behind = operands.filter(({ index }) => index > endOfOptions);
  return { ...call, paths: [...named, ...behind].map(({ word }) => word), tree: isTree ? first?.word : undefined };
}

/** As git tells them apart: a path is there, or has the signs of a pathspec. */
function isPath(word: Word, start: Start): boolean {
  if (word.kind !== 'known') return word.kind === 'glob';
  const from = gitFolder(start, Number.MAX_SAFE_INTEGER);
  if (/^:|[*?[]/.test(word.value)) return true;
  return from !== undefined && word.value !== '' && isThere(resolvePath(from, word.value), start.facts);
}

function lossesOfRow(row: GitLossRow, call: GitCall): readonly (GitSpot | Spot)[] {
  const { paths, operands } = call;
  if ((row.names === 'paths' && paths.length === 0) || (row.names === 'commit' && paths.length > 0)) return [];
  if (operands.length < (row.operands ?? 0)) return [];
  if (row.rebases && !isRebasing(call)) return [];
  if (row.files !== undefined) return row.files.flatMap((name) => settingsAt(name, call));
  if (row.trees !== undefined) return worktreeFolders(valuesOf(row.trees, call), call);
  const patched = row.patches ? patchedFiles(call.start, '1') : undefined;
  if (patched !== undefined) return patched;
  const overwritten = row.overwrites ? movedOver(call) : [];
  if (row.overwrites && overwritten.length === 0) return [];
  const common: Brought | undefined = row.commit === undefined ? {} : commitOf(row.commit, call);
  if (common === undefined) return [];
  if (common.why !== undefined) return [{ why: common.why }];
  const region = regionOf(row, call);
  if (region === undefined) return [];
  const parts = row.loses?.split(' ') ?? [];
  return [
    ...overwritten,
    ...parts.flatMap((part) => lossOf(part, { ...common, ...region }, row, call)),
    ...lostRefs(row, call),
  ];
}

const MAX_CONFIG_BYTES = 1_000_000;
/** `rebase = true` below `[pull]` or `[branch "x"]`. Source: git-config(1) */
const REBASES = /^[ \t]*(?:autosetup)?rebase[ \t]*(?:=[ \t]*(?![ \t]|false|no|off|0)|$)/im;

/** Whichever branch it is about: a pull that merges has the same branch in its record, and nothing is lost by that. */
function isRebasing({ git: { gitDir }, start: { facts } }: GitCall): boolean {
  const own = `${gitDir.replace(/\/worktrees\/[^/]+$/, '')}/config`;
  const folders = [facts.env.XDG_CONFIG_HOME ?? `${facts.home}/.config`];
  const files = [own, `${facts.home}/.gitconfig`, ...folders.map((folder) => `${folder}/git/config`), '/etc/gitconfig'];
  return files.some((file) => REBASES.test(facts.readText(file, MAX_CONFIG_BYTES) ?? ''));
}

/** Beside the index of a linked working tree; `config` is the repository's. */
function settingsAt(name: string, { git: { gitDir } }: GitCall): readonly Spot[] {
  const folder = name === 'config' ? gitDir.replace(/\/worktrees\/[^/]+$/, '') : gitDir;
  return [{ path: `${folder}/${name}`, what: 'entry' }];
}

/** `git mv -f a b`: what stands at the destination; none = nothing does. */
function movedOver({ start, paths }: GitCall): readonly Spot[] {
  const [destination] = start.subject.paths().filter(({ access }) => access === 'write');
  if (destination === undefined) return [];
  return arrivalsAt(destination, paths.slice(0, -1), { how: 'entry' }, start).flatMap(({ spots }) =>
    spots.filter((spot) => 'why' in spot || isThere(spot.path, start.facts)),
  );
}

function lossOf(
  part: string,
  region: Pick<GitLoss, 'commit' | 'within'>,
  row: GitLossRow,
  call: GitCall,
): readonly (GitSpot | Spot)[] {
  const why = CANNOT[part];
  if (why !== undefined) return [{ why }];
  const what = part as GitLoss['what'];
  const exact = row.exact === true && what === 'clean' && { exact: true as const };
  const loss = spotIn(call.git, what);
  if (what === 'stash' || what === 'operation') return [loss];
  const isNested = row.nested === true || (call.subcommand === 'clean' && timesGiven('-f', call) > 1);
  return [{ ...loss, ...region, ...exact, ...(isNested && what !== 'changed' && { nested: true as const }) }];
}

function lostRefs(row: GitLossRow, call: GitCall): readonly GitSpot[] {
  const refs = row.refs === undefined ? [] : refsOf(row.refs, call);
  return refs.map((one) => ({ ...spotIn(call.git, 'refs'), ...one, ...goalOf(row, call) }));
}

const spotIn = ({ root, gitDir }: GitFacts, what: GitLoss['what']): GitSpot => ({
  kind: 'git',
  repository: { root, gitDir },
  what,
});

function timesGiven(name: string, { start }: GitCall): number {
  return start.subject.parsed().options.filter(({ names }) => names.includes(name)).length;
}

/** undefined = there is no pathspec, so nothing is done. */
function regionOf({ within }: GitLossRow, call: GitCall): Pick<GitLoss, 'within'> | undefined {
  const { paths, start, git } = call;
  if (within === undefined) return {};
  if (paths.length > 0) {
    const found = withinOf({ words: paths, repository: git, start });
    return found === undefined ? {} : { within: found };
  }
  if (within === 'here') {
    const folder = gitFolder(start, Number.MAX_SAFE_INTEGER);
    return folder === undefined || folder === git.root ? {} : { within: [folder] };
  }
  return inEffect('--pathspec-from-file -a --stdin', start.subject.parsed()) ? {} : undefined;
}

/** The commit that takes the place of files, or why it is not known. */
interface Brought {
  readonly commit?: string;
  readonly why?: string;
}

/** undefined = none, or HEAD. */
function commitOf(named: string, call: GitCall): Brought | undefined {
  // `stash branch NAME [STASH]`
  const entry = call.operands[call.subcommand === 'stash branch' ? 1 : 0];
  if (named === '<stash>') return { commit: stashOf(wordValue(entry?.word)) };
  const [word] = named === '<tree>' ? [call.tree] : valuesOf(named, call);
  if (word === undefined) return undefined;
  const commit = wordValue(word);
  if (commit === undefined) return { why: 'it is not known which commit takes the place of files' };
  return isHead(commit) ? undefined : { commit };
}

/** `git stash pop 1`; of an entry that is not known, the latest. */
function stashOf(written = '0'): string {
  return /^\d{1,9}$/.test(written) ? `stash@{${written}}` : written;
}

const isHead = (commit: string) => commit === 'HEAD' || commit === '@';

/** Where the refs will be. */
function goalOf({ to }: GitLossRow, call: GitCall): Pick<GitLoss, 'commit'> {
  if (to === undefined) return {};
  const commit = to.startsWith('<') ? wordValue(valuesOf(to, call)[0]) : to;
  return commit === undefined || isHead(commit) ? {} : { commit };
}

/** The words that a template of a table stands for: `refs/heads/<operands>`, `<-B>`. */
function valuesOf(template: string, { operands, start }: GitCall): readonly (Word | undefined)[] {
  const named = /<(.*)>$/.exec(template)?.[1] ?? '';
  const words = operands.map(({ word }) => word);
  if (named === 'operands') return words;
  if (named === 'first') return words.slice(0, 1);
  if (named === 'second') return words.slice(1, 2);
  if (named === 'last') return words.slice(-1);
  const option = effective(start.subject.parsed(), named);
  return option === undefined ? [] : [option.value];
}

/** A list of one; empty = the row does not hold. */
function refsOf(refs: string, call: GitCall): readonly Pick<GitLoss, 'refs' | 'commit'>[] {
  if (refs === 'any') return [{}];
  if (refs === 'head') return [{ refs: headRefs(call) }];
  if (refs === 'detached') return typeof call.git.branch === 'string' ? [] : [{ refs: ['HEAD'] }];
  if (refs === 'moved') {
    const [target] = call.operands;
    const commit = wordValue(target?.word);
    return target === undefined || (commit !== undefined && isHead(commit)) ? [] : [{ refs: headRefs(call) }];
  }
  if (refs === 'HEAD') return [{ refs: ['HEAD'] }];
  if (refs === 'renamed') return renamedRefs(call);
  if (refs === 'refs/<fetched>') return fetchedRefs(call);
  const words = valuesOf(refs, call);
  if (words.length === 0) return [];
  if (words.some((word) => wordValue(word) === undefined)) return [{}];
  const prefix = refs.slice(0, refs.indexOf('<'));
  const names = words.map((word) => wordValue(word) ?? '');
  return [{ refs: prefix === '' && names.some(isHead) ? headRefs(call) : names.map((name) => `${prefix}${name}`) }];
}
