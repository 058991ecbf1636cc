import type { Recipe } from './recipe.ts';

/** Of a working tree in which nothing is changed. */
export const CLEAN = `git update-index --no-assume-unchanged hidden.conf; git update-index --no-skip-worktree skipped.conf
git reset -q --hard; git clean -qfdx; git -C sub reset -q --hard; git -C sub clean -qfd`;

/** What git does to files and the index. */
export const GIT_FILES: readonly Recipe[] = [
  { line: 'git reset -q --hard' },
  { line: 'git reset -q --hard HEAD~2' },
  {
    line: 'git reset -q --merge',
    setup: 'git restore --staged --worktree docs/two.md; git rm -q --cached planned.md; git reset -q kept-out.md',
  },
  {
    line: 'git reset -q --keep HEAD~1',
    setup: 'git rm -q --cached planned.md; git stash push -q -- docs; git restore --staged .',
  },
  { line: 'git reset -q' },
  { line: 'git reset -q HEAD~2' },
  { line: 'git reset -q -- docs notes.md added.md' },
  { line: 'git reset --soft HEAD~2' },
  { line: 'git checkout -q -f' },
  { line: 'git checkout -q -f other' },
  { line: 'git checkout -q -- .' },
  { line: 'git checkout -q HEAD~2 -- docs src/d0' },
  { line: 'git checkout -q -B other' },
  { line: 'git checkout -q -f -B other HEAD~2' },
  { line: 'git restore .' },
  { line: 'git restore --staged .' },
  { line: 'git restore --staged --worktree .' },
  { line: 'git restore --source=HEAD~2 docs src/d0' },
  { line: 'git restore --source HEAD~2 --staged --worktree -- docs notes.md' },
  { line: 'git switch -q -f other' },
  { line: 'git switch -q -C other' },
  { line: 'git switch -q --discard-changes side', setup: 'git reset -q kept-out.md' },
  { line: 'git clean -fdq' },
  { line: 'git clean -fdxq' },
  { line: 'git clean -fdXq' },
  { line: 'git clean -q -ffdx untracked src', setup: 'git init -q untracked/own; echo own >untracked/own/o' },
  { line: 'git rm -rqf --cached docs' },
  { line: 'git rm -rqf docs src/d0 notes.md' },
  { line: 'git rm -q later/l.md -- ./-dash.md' },
  { line: 'git mv -f notes.md tool.sh' },
  { line: 'git read-tree --reset -u HEAD~2' },
  { line: 'git read-tree HEAD~1' },
  { line: 'git checkout-index -q -f -a' },
  { line: 'git update-index --force-remove notes.md tool.sh' },
  { line: 'git apply -R change.patch', setup: 'git diff -- notes.md docs/two.md >change.patch' },
  {
    line: 'git apply --index change.patch',
    setup: `${CLEAN}; git diff HEAD HEAD~1 -- conflict.txt src >change.patch`,
  },
  {
    line: 'git sparse-checkout set docs',
    stays: /config\.worktree$|info\/sparse-checkout$/,
    setup: 'git restore --staged --worktree docs/two.md',
  },
  { line: 'git stash pop -q', setup: CLEAN },
  { line: 'git stash apply -q stash@{1}', setup: CLEAN },
  { line: 'git stash push -q && git stash drop -q', only: 'hook', setup: 'git rm -q --cached planned.md' },
  { line: 'git stash -u -q; git stash drop -q', only: 'hook', setup: 'git rm -q --cached planned.md' },
];

/** Settings and states of a repository that change what its files are. */
export const GIT_PLACES: readonly Recipe[] = [
  { line: 'git reset -q --hard HEAD~1', setup: 'git checkout -q --detach; chmod 755 tool.sh; git commit -qam own' },
  {
    line: 'git checkout -q -f main',
    setup: 'git checkout -q --detach; chmod 755 tool.sh; git commit -qam own; echo more >>notes.md',
  },
  { line: 'git rm -rqf . && git clean -qfdx', only: 'hook', setup: 'git checkout -q --orphan fresh' },
  { line: 'rm -rf src docs', setup: 'git checkout -q --orphan fresh; git rm -rq --cached src' },
  { line: 'git reset -q --hard HEAD~1 && git clean -qfdx', cwd: 'linked' },
  { line: 'git worktree remove --force ../linked' },
  { line: 'git -C sub reset -q --hard HEAD~1; git -C sub clean -qfd' },
  { line: 'git submodule --quiet deinit -f sub', isStopped: true },
  { line: 'rm -rf sub' },
  {
    line: 'git reset -q --hard HEAD~2',
    setup: `${CLEAN}; git sparse-checkout set --no-cone '/docs/' '/notes.md'; echo more >>notes.md; mkdir -p data; echo mine >data/b.txt`,
  },
  {
    line: 'git reset -q --hard',
    setup: `${CLEAN}; git config core.autocrlf true; rm docs/two.md tool.sh; git checkout -q -- .; printf 'mixed\\r\\nends\\n' >docs/one.md; echo more >>notes.md`,
  },
  { line: 'rm -rf docs data', setup: `${CLEAN}; git config core.autocrlf true; rm docs/two.md; git checkout -q -- .` },
  { line: 'git reset -q --hard HEAD~2', setup: 'git update-index --split-index; git add notes.md' },
  { line: 'git checkout -q -f HEAD -- .', setup: 'git update-index --assume-unchanged tool.sh' },
  { line: 'rm -f model.big && git checkout -q -- model.big' },
];
