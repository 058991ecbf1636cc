import { CLEAN } from './git-files.ts';
import type { Recipe } from './recipe.ts';

const MERGING = `${CLEAN}; git merge -q side || true; echo half >conflict.txt; echo mine >>notes.md`;
const REBASING = `${CLEAN}; git checkout -q side; git rebase -q main || true; echo half >conflict.txt; echo mine >mine.txt`;
const PICKING = `${CLEAN}; git cherry-pick side || true; echo half >conflict.txt`;
const REVERTING = `${CLEAN}; git revert --no-edit HEAD~1 || true; echo half >conflict.txt`;
const BISECTING = `${CLEAN}; git bisect start; git bisect bad; git bisect good HEAD~2`;

/** What git does to branches, tags, stashes, and to what is in progress. */
export const GIT_REFS: readonly Recipe[] = [
  { line: 'git stash drop -q stash@{1}' },
  { line: 'git stash clear' },
  { line: 'git stash branch again', setup: CLEAN },
  {
    line: 'git branch -q -D other side',
    leaves: /file config$/,
    setup: 'git config branch.other.description "two lines"',
  },
  { line: 'git branch -q -D other', setup: 'git pack-refs --all' },
  { line: 'git branch -f other HEAD~2' },
  { line: 'git branch -M main other' },
  { line: 'git tag -d v1 light' },
  { line: 'git tag -f v1 HEAD~1' },
  { line: 'git update-ref -d refs/heads/other' },
  { line: 'git update-ref refs/heads/side HEAD~2' },
  { line: 'git commit -q --amend -m other', setup: 'git checkout -q --orphan fresh; git commit -qm fresh' },
  {
    line: 'git rebase -q --onto other HEAD~1',
    setup: `${CLEAN}; git checkout -q side; git reset -q --hard HEAD~1; echo own >own; git add own; git commit -qm own`,
  },
  { line: 'git merge --abort', setup: MERGING },
  { line: 'git reset -q --hard', setup: MERGING },
  { line: 'git reset -q --hard HEAD~1', setup: MERGING },
  { line: 'git rebase --abort', setup: REBASING },
  { line: 'git rebase --quit', setup: REBASING },
  { line: 'git rebase --skip', setup: REBASING },
  { line: 'git cherry-pick --abort', setup: PICKING },
  { line: 'git revert --abort', setup: REVERTING },
  { line: 'git bisect reset', leaves: /refs\/bisect/, setup: BISECTING },
  { line: 'git checkout -q -f main', setup: MERGING },
  {
    line: 'git pull -q',
    stays: /refs\/remotes/,
    setup: `${CLEAN}; git clone -q --bare . ../remote.git; git remote add origin ../remote.git; git fetch -q; git branch -q -u origin/main; echo own >own; git add own; git commit -qm own; git config pull.rebase true; git -C ../remote.git update-ref refs/heads/main $(git -C ../remote.git commit-tree -m theirs -p main main^{tree})`,
  },
  {
    line: 'git fetch -q origin +side:other',
    isStopped: true,
    setup: 'git clone -q --bare . ../remote.git; git remote add origin ../remote.git',
  },
];
