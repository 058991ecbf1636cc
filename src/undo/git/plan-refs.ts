import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import { type PartPlan, type StateStep, shortName } from './plan-part.ts';
import { changedMs, countOnlyAt, type Head, type Ref, readHead, readRefs, withHead } from './refs.ts';
import { commonDir, hasRefTables, isProblem, type Problem } from './repository.ts';
import { replaceLocked } from './small-files.ts';
import type { KeptRef, KeptState, Objects } from './state.ts';
import { type TagObject, writeTags } from './tags.ts';

const MESSAGE = 'safeshell undo';

interface Change {
  readonly kept: KeptRef;
  readonly now: Ref;
}

interface Present {
  readonly git: Git;
  readonly repository: Repository;
  readonly head: Head;
  /** what the record has: no work is lost where it stands */
  readonly objects: readonly string[];
  readonly asOfMs: number;
}

export function planRefs(
  git: Git,
  kept: KeptState,
  objects: Objects,
  { asOfMs, exact }: { readonly asOfMs: number; readonly exact: boolean },
): PartPlan | Problem {
  const { repository, refs = [], head: keptHead } = kept;
  const nowRefs = readRefs(
    git,
    refs.map((ref) => ref.name),
  );
  if (isProblem(nowRefs)) return nowRefs;
  const head = readHead(git);
  if (isProblem(head)) return head;
  const known = refs
    .flatMap((ref) => ref.object ?? [])
    .concat(keptHead && 'commit' in keptHead ? [keptHead.commit] : []);
  const present: Present = { git, repository, head, objects: known, asOfMs };
  const unborn = keptHead !== undefined && 'branch' in keptHead ? keptHead.branch : undefined;
  const mayGo = ({ name, object }: Ref) => exact || name === unborn || known.includes(object ?? '');
  const changes = refs.flatMap((ref, at) => changeOf(ref, nowRefs[at] as Ref, mayGo) ?? []);
  const steps = changes.map(({ kept: ref, now }): StateStep => {
    const isNewer =
      now.object !== undefined && ref.symbolic === undefined && isNewerWork(present, now.name, now.object);
    return { what: 'ref', name: ref.name, now: shortName(now.object), kept: shortName(ref.object), isNewer };
  });
  const movesHead = kept.region.refs === 'all' || kept.region.refs?.includes('HEAD') === true;
  const headStep = movesHead && keptHead !== undefined ? stepOfHead(present, keptHead) : undefined;
  return {
    steps: headStep === undefined ? steps : [...steps, headStep],
    problems: [],
    apply: (writer) =>
      (changes.some(({ kept: ref }) => ref.type === 'tag') ? writeTags(writer, tagsOf(kept, objects)) : undefined) ??
      moveRefs(writer, changes) ??
      (headStep === undefined ? undefined : moveHead(writer, keptHead as Head)) ??
      bringNotes(writer, repository, changes, objects),
  };
}

function tagsOf({ tags = [] }: KeptState, objects: Objects): TagObject[] {
  return tags.map(({ tag, object }) => ({ object: tag, bytes: objects.get(object) }));
}

/** A ref that was not there goes only where what it has is kept elsewhere, as the new name of a branch; or where HEAD had no commit yet. */
function changeOf(kept: KeptRef, now: Ref, mayGo: (now: Ref) => boolean): Change | undefined {
  if (kept.object === now.object && kept.symbolic === now.symbolic) return undefined;
  return kept.object !== undefined || mayGo(now) ? { kept, now } : undefined;
}

function stepOfHead(present: Present, kept: Head): StateStep | undefined {
  const { head } = present;
  if (nameOf(head) === nameOf(kept)) return undefined;
  const isNewer = 'commit' in head && isNewerWork(present, 'HEAD', head.commit);
  return { what: 'head', name: 'HEAD', now: nameOf(head), kept: nameOf(kept), isNewer };
}

function nameOf(head: Head): string {
  return 'branch' in head ? head.branch.replace(/^refs\/heads\//, '') : head.commit;
}

/** It changed after the command had run, and has commits that would be nowhere else. */
function isNewerWork({ git, repository, head, objects, asOfMs }: Present, name: string, object: string): boolean {
  const time = changedMs(repository, name);
  if (time !== undefined && time <= asOfMs) return false;
  return countOnlyAt(git, [object], { names: withHead([name], head), stays: objects }) !== 0;
}

/** In one transaction, each only from the value that was seen. */
function moveRefs(git: Git, changes: readonly Change[]): Problem | undefined {
  const lines = changes.flatMap(({ kept, now }) => {
    if (kept.symbolic !== undefined) return [];
    const none = (kept.object ?? now.object ?? '').replace(/./g, '0');
    if (kept.object === undefined) return [`delete ${kept.name}\0${now.object}\0`];
    return [`update ${kept.name}\0${kept.object}\0${now.object ?? none}\0`];
  });
  const input = `start\0${lines.join('')}prepare\0commit\0`;
  if (lines.length > 0 && git.run(['update-ref', '-m', MESSAGE, '--stdin', '-z'], { input }).status !== 0) {
    return { problem: 'git refused to move the refs: one of them has changed or is locked' };
  }
  for (const { kept } of changes) {
    if (kept.symbolic === undefined) continue;
    const run = git.run(['symbolic-ref', '-m', MESSAGE, kept.name, kept.symbolic]);
    if (run.status !== 0) return { problem: `git refused to write ${kept.name}` };
  }
  return undefined;
}

function moveHead(git: Git, head: Head): Problem | undefined {
  const words =
    'branch' in head
      ? ['symbolic-ref', '-m', MESSAGE, 'HEAD', head.branch]
      : ['update-ref', '-m', MESSAGE, '--no-deref', 'HEAD', head.commit];
  return git.run(words).status === 0 ? undefined : { problem: 'git refused to move HEAD' };
}

/** Logs and configuration of branches that were gone. */
function bringNotes(
  git: Git,
  repository: Repository,
  changes: readonly Change[],
  objects: Objects,
): Problem | undefined {
  for (const { kept, now } of changes) {
    if (now.object !== undefined || kept.object === undefined) continue;
    if (kept.log !== undefined && !hasRefTables(repository.gitDir)) {
      const file = `${commonDir(repository.gitDir)}/logs/${kept.name}`;
      if (!replaceLocked(file, objects.get(kept.log))) return { problem: `the log of ${kept.name} is locked` };
    }
    for (const [key, value] of kept.config ?? []) {
      const isThere = git.run(['config', '--local', '--get-all', key]).status === 0;
      if (!isThere && git.run(['config', '--local', '--add', key, value]).status !== 0) {
        return { problem: `git refused to set ${key}` };
      }
    }
  }
  return undefined;
}
