// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { NOTHING_LOST } from '../loss-row.ts';
import { plumbing } from './git-plumbing.ts';
import { porcelain } from './git-porcelain.ts';
import { scripted } from './git-scripted.ts';

function git(): Readonly<Record<string, Grammar>> {
  const everyday = porcelain();
  const STASH: Grammar = everyday.stash ?? {};

  return {
    git: {
      source: 'git(1) 2.39, options of 2.40 to 2.51 from their manuals',
      effects: [{ given: ['-v -h --html-path --man-path --info-path'], does: 'reads' }],
      losses: NOTHING_LOST,
      byWords: {
        plain: `
          submodule, submodule status, submodule summary, notes, notes list, reflog, remote, help, fsck, verify-commit, verify-tag
          verify-pack, merge-tree, patch-id, stripspace, column, interpret-trailers, difftool, bisect log, bisect view
          bisect visualize, sparse-checkout list, get-tar-commit-id, lfs ls-files, lfs status, lfs env, instaweb, gui, gitk
          diagnose, bundle verify, bundle list-heads
        `,
        writes: `
          am, checkout, cherry-pick, commit-tree, gc, init, maintenance, merge, notes add, notes append, notes copy, notes edit
          notes merge, notes remove, notes prune, prune, read-tree, reflog delete, reflog expire, remote add, remote rename
          remote remove, remote set-url, remote set-head, remote set-branches, repack, replace, rerere, reset, restore, revert
          stash, sparse-checkout, switch, update-index, update-ref, worktree add, worktree move, worktree remove, worktree prune
          worktree lock, worktree unlock, worktree repair, write-tree, filter-repo, fast-import, bundle, bugreport, pack-refs
          checkout-index, merge-file, mktree, mktag, submodule init, submodule deinit, submodule sync, submodule set-url
          submodule set-branch, submodule absorbgitdirs, unpack-objects, index-pack, pack-objects, lfs track, lfs untrack
          lfs install, lfs checkout, credential approve, credential reject, credential-store, subtree split, bisect, commit-graph
          multi-pack-index, fmt-merge-msg, mergetool, citool
        `,
        network: 'ls-remote, remote show, lfs locks',
        'network writes': `
          clone, pull, remote update, remote prune, submodule update, submodule add, lfs pull, lfs fetch, fetch-pack, subtree add
          subtree pull, subtree merge, svn clone, svn fetch, svn rebase
        `,
        sends: `
          send-pack, send-email, imap-send, svn dcommit, lfs push, lfs lock, lfs unlock, subtree push, request-pull, http-push
        `,
        'writes runs': 'filter-branch, bisect run, submodule foreach',
        runs: 'daemon, for-each-repo, hook run',
      },
      options: `
        -C =path, -c =setting, --config-env =key, --exec-path [=path], --html-path, --man-path, --info-path
        -p --paginate, -P --no-pager, --no-replace-objects, --no-lazy-fetch, --no-optional-locks, --no-advice, --bare
        --git-dir =path, --work-tree =path, --namespace =text, --super-prefix =text, --attr-source =text
        --literal-pathspecs, --no-literal-pathspecs, --glob-pathspecs, --noglob-pathspecs, --icase-pathspecs
        --list-cmds [=text], --shallow-file =path, -v --version, -h --help
      `,
      subcommands: {
        ...plumbing(),
        ...everyday,
        ...scripted(),
        // `git stash` alone is `git stash push`, and takes its options
        stash: { ...STASH, options: STASH.subcommands?.push?.options ?? [] },
      },
      aliases: { stage: 'add', 'init-db': 'init', 'fsck-objects': 'fsck', pickaxe: 'blame' },
    },
  };
}

/** git and its subcommands. */
export const GIT = family('git', git);
