import type { GitLoss, Loss, Repository } from '../model/loss.ts';
import { type BytePath, bytePath } from './byte-path.ts';
import { type StateRegion, surveyState } from './git/state.ts';
import { type CopiedPath, type WorktreePart, worktreeFiles } from './git/worktree.ts';
import { type Looked, type Looking, look, lookBelow, NotKeepable, said } from './look.ts';
import { BudgetPassed } from './meter.ts';
import { realPlace } from './survey-path.ts';
import { asPart, type Entry, type Part, type Surveyed, type Surveying } from './surveying.ts';

/** What is asked of git at once. */
export type GitRegion = { readonly repository: Repository; readonly losses: readonly Loss[] } & (
  | {
      readonly kind: 'files';
      readonly commit?: string;
      readonly within?: readonly string[];
      readonly parts: readonly WorktreePart[];
      readonly hasNested: boolean;
      readonly exact: boolean;
      readonly made: boolean;
    }
  | { readonly kind: 'state'; readonly state: StateRegion }
);

/** Losses of one repository together: each start of git costs more than all that it tells. */
export function regionsOf(losses: readonly GitLoss[]): readonly GitRegion[] {
  const groups = new Map<string, [GitLoss, ...GitLoss[]]>();
  for (const loss of losses) {
    const place = partOf(loss) === undefined ? 'state' : JSON.stringify([loss.within, commitOf(loss)]);
    const key = `${keyOf(loss.repository)}\0${place}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [loss]);
    else group.push(loss);
  }
  const regions = [...groups.values()].map((group) => regionOf(group, losses));
  // what is seen of files is of use for the state
  return regions.sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'files' ? -1 : 1));
}

function keyOf({ gitDir, root }: Repository): string {
  return `${gitDir}\0${root}`;
}

function regionOf(losses: readonly [GitLoss, ...GitLoss[]], all: readonly GitLoss[]): GitRegion {
  const [{ repository, within }] = losses;
  const commit = commitOf(losses[0]);
  const parts = [...new Set(losses.flatMap((loss) => partOf(loss) ?? []))];
  if (parts.length === 0)
    return { kind: 'state', repository, losses, state: { ...stateRegion(losses), ...staying(repository, all) } };
  const hasNested = losses.some(({ nested }) => nested === true);
  const exact = losses.some((loss) => loss.exact === true);
  // what comes with another commit at HEAD goes with it
  const made = commit !== undefined && !all.some((loss) => movesHead(loss, repository));
  return {
    kind: 'files',
    repository,
    losses,
    parts,
    hasNested,
    exact,
    made,
    ...(within && { within }),
    ...(commit && { commit }),
  };
}

function movesHead({ what, repository: { gitDir } }: GitLoss, repository: Repository): boolean {
  return what === 'refs' && gitDir === repository.gitDir;
}

function partOf({ what }: GitLoss): WorktreePart | undefined {
  return what === 'changed' || what === 'clean' || what === 'untracked' || what === 'ignored' ? what : undefined;
}

/** What is changed is lost whatever the commit has. */
function commitOf({ what, commit }: GitLoss): string | undefined {
  return what === 'clean' || what === 'untracked' || what === 'ignored' ? commit : undefined;
}

function stateRegion(losses: readonly GitLoss[]): StateRegion {
  const has = (what: GitLoss['what']) => losses.some((loss) => loss.what === what);
  const ofRefs = losses.filter(({ what }) => what === 'refs');
  const isAny = ofRefs.some(({ refs }) => refs === undefined);
  const refs = isAny ? ('all' as const) : [...new Set(ofRefs.flatMap(({ refs = [] }) => refs))];
  return {
    ...(has('index') && { index: true }),
    ...(ofRefs.length > 0 && { refs }),
    ...(has('stash') && { stash: true }),
    ...(has('operation') && { operation: true }),
  };
}

/** Where HEAD will be: what is reachable from there is not lost. */
function staying({ gitDir }: Repository, all: readonly GitLoss[]): Pick<StateRegion, 'stays'> {
  const ofIt = all.filter(({ repository }) => repository.gitDir === gitDir);
  const stays = [...new Set(ofIt.flatMap(({ commit }) => commit ?? []))];
  return stays.length > 0 ? { stays } : {};
}

/** Throws as `look` does. */
export function surveyRegion(region: GitRegion, surveying: Surveying): Surveyed {
  return region.kind === 'state'
    ? surveyRefs(region.repository, region.state, surveying)
    : surveyFiles(region, surveying);
}

function surveyRefs(repository: Repository, state: StateRegion, surveying: Surveying): Surveyed {
  const { env, meter, repositories } = surveying;
  const seen = surveying.seen.get(keyOf(repository));
  const found = surveyState(repository, state, env, { timeoutMs: meter.msLeft(), ...(seen && { seen }) });
  if ('problem' in found) throw new NotKeepable(`${repository.root}: ${found.problem}`);
  meter.spend(0, found.bytes);
  repositories.addState(found);
  return { entries: [], missing: [] };
}

function surveyFiles(region: GitRegion & { kind: 'files' }, surveying: Surveying): Surveyed {
  const { repository, parts, within, hasNested, exact, made, commit } = region;
  const { meter, env, repositories } = surveying;
  const limits = { timeoutMs: meter.msLeft(), maxFiles: MAX_FILES };
  const asked = { parts, exact, made, ...(within && { within }), ...(commit && { commit }) };
  const files = worktreeFiles(repository, asked, env, limits);
  if ('problem' in files) throw new NotKeepable(`${repository.root}: ${files.problem}`);
  if (files.seen) surveying.seen.set(keyOf(repository), files.seen);
  const missing: string[] = [];
  const looking: Looking = { meter, isMetered: true, store: surveying.store, missing, remade: surveying.remade };
  const placed = placing(repository);
  const copied = files.copied.map((one) => ({ ...one, path: placed(one.path) }));
  // folders that are ignored whole come last: where one is too large, it alone is left out
  const entries: Entry[] = copied.flatMap((one) => (one.kind === 'tree' ? [] : lookedAt(one, looking)));
  for (const one of copied) if (one.kind === 'tree') entries.push(...withinBudget(one, looking));
  const { committed } = files;
  if (committed !== undefined) {
    const number = repositories.hold(repository, committed.held);
    // where those that are clean were not asked for, these are staged
    const part = parts.includes('clean') ? 'clean' : 'changed';
    for (const { path, blob } of committed.files) {
      const looked = look(placed(path), { ...looking, isMetered: false });
      if (looked?.type === 'file') entries.push({ ...looked, part, blob: { repository: number, oid: blob } });
      else if (looked !== undefined) entries.push({ ...looked, part });
      meter.tick();
    }
  }
  if (hasNested)
    for (const path of files.nested) entries.push(...parted(lookBelow(placed(path), looking), 'untracked'));
  return { entries, missing };
}

/** Far more than any working tree has; the budget counts what must be copied. */
const MAX_FILES = 1_000_000;

/** `node_modules` may be too much, `.env` beside it is not. */
function withinBudget(folder: CopiedPath, looking: Looking): readonly Entry[] {
  const giveBack = looking.meter.mark();
  try {
    return lookedAt(folder, looking);
  } catch (error) {
    if (!(error instanceof BudgetPassed)) throw error;
    giveBack();
    looking.missing.push(`${said(folder.path)}: ${error.message}`);
    return [];
  }
}

function lookedAt({ path, part, kind }: CopiedPath, looking: Looking): readonly Entry[] {
  if (kind === 'tree') return parted(lookBelow(path, looking), part);
  const looked = look(path, looking);
  if (looked === undefined || (looked.type === 'dir' && kind === 'file')) return [];
  return [asPart(looked, part)];
}

function parted(all: readonly Looked[], part: Part): readonly Entry[] {
  return all.map((looked) => asPart(looked, part));
}

/** The working tree may be named through a link. */
function placing({ root }: Repository): (path: BytePath) => BytePath {
  const written = bytePath(root);
  const real = realPlace(written, true);
  return (path) => (real === written ? path : ((real + path.slice(written.length)) as BytePath));
}
