import type { GitEffect, GitPart } from './effect.ts';

const parts = (text: string): readonly GitPart[] => text.split(' ') as readonly GitPart[];

/** What is in progress ends as if it had not begun: the working tree, the index and HEAD are put back. */
const ENDED: readonly GitEffect[] = [
  { given: ['--abort --skip'], loses: parts('changed index operation refs'), refs: 'head' },
  { given: ['--quit'], loses: ['operation'] },
];

/** It brings a commit into the working tree over whatever stands there. */
const overwritten = (given: readonly string[]): GitEffect => ({
  given,
  loses: parts('untracked ignored'),
  commit: '<first>',
});

/** HEAD goes along, and has to come back with the files and the index. */
const leaves = (given: string): GitEffect => ({ given: [given], operands: 1, loses: ['refs'], refs: 'HEAD' });

/** Without --overlay, tracked files that the source has not go. */
const FROM_SOURCE: GitEffect = {
  loses: parts('clean untracked ignored'),
  within: 'paths',
  commit: '<--source>',
  exact: true,
};

/** Files of a cone come and go with its settings. */
const SPARSE: GitEffect = { loses: [], files: ['config', 'config.worktree', 'info/sparse-checkout'] };

/** The entry of the stash is laid over files that are clean, or git refuses. */
const STASHED: GitEffect = { loses: ['clean'], commit: '<stash>', exact: true };

/**
 * What each subcommand of git destroys; one without a row destroys nothing: commits, merges, fetches and picks go forward, and what they
 * leave behind is the parent of what they make. Files that a switch of branches overwrites are clean, or git refuses.
 * Source: manuals of git 2.39 to 2.51, sections named at the rows; tried with git 2.39.
 */
export const GIT_EFFECTS: Readonly<Record<string, readonly GitEffect[]>> = {
  // git-reset(1), "Discussion": tables of what each mode leaves in the working tree and the index
  reset: [
    { given: ['--hard --merge'], loses: parts('changed index operation refs'), refs: 'moved', to: '<first>' },
    overwritten(['--hard']),
    { given: ['--keep'], loses: parts('index refs'), refs: 'moved', to: '<first>' },
    { given: ['--soft'], loses: ['refs'], refs: 'moved', to: '<first>' },
    {
      unless: '--hard --merge --keep --soft',
      names: 'commit',
      loses: parts('index operation refs'),
      refs: 'moved',
      to: '<first>',
    },
    { unless: '--hard --merge --keep --soft', names: 'paths', loses: ['index'], within: 'paths' },
  ],
  // git-checkout(1): -f, -m, -B, "DETACHED HEAD"; without a commit, paths come from the index
  checkout: [
    { names: 'paths', loses: ['changed'], within: 'paths' },
    { names: 'paths', loses: parts('clean untracked ignored'), within: 'paths', commit: '<tree>' },
    { given: ['--no-overlay'], names: 'paths', loses: ['clean'], within: 'paths', commit: '<tree>', exact: true },
    { names: 'paths', loses: ['index'], within: 'paths' },
    { given: ['-p --pathspec-from-file'], loses: parts('changed index') },
    { given: ['-f'], names: 'commit', loses: parts('changed index operation') },
    { ...overwritten(['-f']), names: 'commit' },
    { given: ['-m'], names: 'commit', loses: parts('changed index') },
    { ...leaves('-f -m'), names: 'commit' },
    { given: ['-B'], loses: ['refs'], refs: 'HEAD' },
    { given: ['-B'], loses: ['refs'], refs: 'refs/heads/<-B>', to: '<first>' },
    { unless: '-b -B', names: 'commit', operands: 1, loses: ['refs'], refs: 'detached', to: '<first>' },
    { given: ['--orphan'], loses: ['refs'], refs: 'detached' },
  ],
  // git-switch(1): -f is --discard-changes
  switch: [
    { given: ['-f --discard-changes'], loses: parts('changed index') },
    overwritten(['-f --discard-changes']),
    { given: ['-m'], loses: parts('changed index') },
    leaves('-f --discard-changes -m'),
    { given: ['-C'], loses: ['refs'], refs: 'HEAD' },
    { given: ['-C'], loses: ['refs'], refs: 'refs/heads/<-C>', to: '<first>' },
    { unless: '-c -C', loses: ['refs'], refs: 'detached', to: '<first>' },
  ],
  // git-restore(1): the working tree, unless --staged is given alone
  restore: [
    { unless: '--staged', loses: ['changed'], within: 'paths' },
    { given: ['--staged'], loses: ['index'], within: 'paths' },
    { given: ['--staged', '--worktree'], loses: ['changed'], within: 'paths' },
    { unless: '--staged', ...FROM_SOURCE },
    { given: ['--worktree'], ...FROM_SOURCE },
  ],
  // git-clean(1): -x also what is ignored, -X that alone. Without -f it refuses, unless clean.requireForce is off
  clean: [
    { unless: '-n -X', loses: ['untracked'], within: 'here' },
    { given: ['-x -X'], unless: '-n', loses: ['ignored'], within: 'here' },
  ],
  // git-stash(1): push takes along what it removes; pop and apply lay an index over the present one
  'stash drop': [{ loses: ['stash'] }],
  'stash clear': [{ loses: ['stash'] }],
  'stash pop': [{ loses: parts('stash index') }, STASHED],
  'stash apply': [{ loses: ['index'] }, STASHED],
  'stash branch': [
    { loses: parts('stash index refs'), refs: 'HEAD' },
    { loses: ['refs'], refs: 'refs/heads/<first>' },
    { loses: ['refs'], refs: 'detached' },
    STASHED,
  ],
  // git-branch(1): -M and -C take a name that another branch has; remote-tracking branches can be fetched again
  branch: [
    { given: ['-d -D'], unless: '-r', loses: ['refs'], refs: 'refs/heads/<operands>' },
    { given: ['-f'], unless: '-d -D -m -M -c -C', loses: ['refs'], refs: 'refs/heads/<first>', to: '<second>' },
    { given: ['-C'], loses: ['refs'], refs: 'refs/heads/<last>' },
    { given: ['-f', '-c'], loses: ['refs'], refs: 'refs/heads/<last>' },
    { given: ['-M'], loses: ['refs'], refs: 'renamed' },
    { given: ['-f', '-m'], loses: ['refs'], refs: 'renamed' },
  ],
  // git-tag(1)
  tag: [
    { given: ['-d'], loses: ['refs'], refs: 'refs/tags/<operands>' },
    { given: ['-f'], unless: '-d -l', loses: ['refs'], refs: 'refs/tags/<first>', to: '<second>' },
  ],
  // git-update-ref(1), git-symbolic-ref(1), git-replace(1)
  'update-ref': [
    { given: ['--stdin'], loses: ['refs'], refs: 'any' },
    { unless: '--stdin', loses: ['refs'], refs: '<first>', to: '<second>' },
  ],
  'symbolic-ref': [
    { given: ['-d'], loses: ['refs'], refs: '<first>' },
    { operands: 2, loses: ['refs'], refs: '<first>' },
  ],
  replace: [{ given: ['-d -f'], loses: ['refs'], refs: 'refs/replace/<first>' }],
  // git-rebase(1): the commits that it copies stay in the reflog alone
  rebase: [
    ...ENDED,
    { unless: '--abort --skip --quit --edit-todo --show-current-patch', loses: ['refs'], refs: 'head', to: '<first>' },
    {
      unless: '--abort --skip --quit --edit-todo --show-current-patch --continue',
      operands: 2,
      loses: ['refs'],
      refs: 'refs/heads/<last>',
    },
    {
      unless: '--abort --skip --quit --edit-todo --show-current-patch --continue',
      loses: ['ignored'],
      commit: '<first>',
    },
    { given: ['--update-refs'], loses: ['refs'], refs: 'any' },
    { given: ['--continue'], loses: ['operation'] },
  ],
  // git-commit(1): of these options --amend alone leaves a commit behind
  commit: [{ given: ['--amend'], unless: '--dry-run', loses: ['refs'], refs: 'head', to: 'HEAD^' }],
  // git-pull(1): with --rebase own commits are copied
  pull: [
    {
      unless: '-r --no-rebase --ff-only --dry-run',
      rebases: true,
      loses: ['refs'],
      refs: 'head',
      to: '@{upstream}',
    },
    { given: ['-r'], unless: '-r=false --dry-run', loses: ['refs'], refs: 'head', to: '@{upstream}' },
    { given: ['-f'], unless: '--dry-run', loses: ['refs'], refs: 'refs/<fetched>' },
  ],
  merge: [{ given: ['--abort'], loses: parts('changed index operation') }, ...ENDED.slice(1)],
  'cherry-pick': ENDED,
  revert: ENDED,
  am: ENDED,
  'bisect reset': [{ loses: ['operation'] }],
  'bisect start': [{ loses: ['operation'] }],
  // git-fetch(1): `+x:y`, or -f, sets what is not behind; refs of remotes can be fetched again
  fetch: [{ unless: '--dry-run', loses: ['refs'], refs: 'refs/<fetched>' }],
  // git-rm(1): without -f files that differ from HEAD are refused
  rm: [
    { given: ['-f'], unless: '-n --cached', loses: ['changed'], within: 'paths' },
    { unless: '-n --cached', loses: ['clean'], within: 'paths', nested: true },
    { unless: '-n', loses: ['index'], within: 'paths' },
  ],
  // git-mv(1): what stands at the destination is overwritten with -f alone
  mv: [{ given: ['-f'], unless: '-n', loses: ['index'], overwrites: true }],
  // git-worktree(1)
  'worktree remove': [{ loses: [], trees: '<first>' }],
  'worktree add': [{ given: ['-B'], loses: ['refs'], refs: 'refs/heads/<-B>' }],
  // git-submodule(1): without -f what is changed is refused
  'submodule deinit': [
    { unless: '--all', loses: [], trees: '<operands>' },
    { given: ['--all', '-f'], loses: ['submodules'] },
  ],
  'submodule update': [{ given: ['-f'], loses: ['submodules'] }],
  // git-read-tree(1), git-checkout-index(1), git-update-index(1), git-apply(1)
  'read-tree': [
    { unless: '-n', loses: ['index'] },
    { given: ['--reset', '-u'], unless: '-n', loses: parts('changed operation') },
    { given: ['--reset', '-u'], unless: '-n', loses: parts('untracked ignored'), commit: '<last>' },
    { given: ['-u'], unless: '-n', loses: ['clean'], commit: '<last>', exact: true },
  ],
  'checkout-index': [{ given: ['-f'], loses: ['changed'], within: 'paths' }],
  'update-index': [{ unless: '--refresh --really-refresh --unresolve', loses: ['index'] }],
  apply: [
    { given: ['--index --cached -3'], loses: ['index'] },
    { unless: '--check --stat --numstat --summary --cached', loses: parts('changed clean'), patches: true },
  ],
  // git-sparse-checkout(1), "INTERNALS": of folders that leave the cone, what is ignored goes too
  'sparse-checkout set': [{ loses: parts('clean ignored index') }, SPARSE],
  'sparse-checkout init': [{ loses: parts('clean ignored index') }, SPARSE],
  'sparse-checkout reapply': [{ loses: parts('clean ignored index') }, SPARSE],
  // what no ref has can be kept by none of ours: git-reflog(1), git-gc(1), git-prune(1), git-filter-repo(1), which rewrites our refs as well
  'reflog expire': [{ unless: '--dry-run', loses: ['reflog'] }],
  'reflog delete': [{ unless: '--dry-run', loses: ['reflog'] }],
  gc: [{ given: ['--prune=now --prune=all --prune=0'], loses: ['objects'] }],
  prune: [{ unless: '-n', loses: ['objects'] }],
  'filter-branch': [{ loses: parts('refs index'), refs: 'any' }],
  'filter-repo': [{ unless: '--dry-run --analyze', loses: parts('changed index refs stash objects'), refs: 'any' }],
  'fast-import': [{ given: ['--force'], loses: ['refs'], refs: 'any' }],
};
