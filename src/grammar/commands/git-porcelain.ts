// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import type { Grammar } from '../grammar.ts';
import type { GitLossRow } from '../loss-row.ts';
import { DIFF, REVISIONS } from './git-revisions.ts';

/**
 * git's everyday subcommands.
 * Source: `git COMMAND -h` and the completion list of git 2.39, newer options from the 2.51 manual.
 */
export function porcelain(): Readonly<Record<string, Grammar>> {
  /** What is in progress ends as if it had not begun: the working tree, the index and HEAD are put back. */
  const ENDED: readonly GitLossRow[] = [
    { given: ['--abort --skip'], loses: 'changed index operation', refs: 'head' },
    { given: ['--quit'], loses: 'operation' },
  ];
  const UNDER_WAY = '--abort --skip --quit --edit-todo --show-current-patch --continue';

  /** It brings a commit into the working tree over whatever stands there. */
  const overwritten = (given: string): GitLossRow => ({
    given: [given],
    loses: 'untracked ignored',
    commit: '<first>',
  });
  /** HEAD goes along, and has to come back with the files and the index. */
  const leaves = (given: string): GitLossRow => ({ given: [given], operands: 1, refs: 'HEAD' });
  const MODES = '--hard --merge --keep --soft';
  /** Without --overlay, tracked files that the source has not go. */
  const FROM_SOURCE: GitLossRow = {
    loses: 'clean untracked ignored',
    within: 'paths',
    commit: '<--source>',
    exact: true,
  };

  /** git-sparse-checkout(1), "INTERNALS": files of a cone come and go with its settings; of folders that leave it, what is ignored goes too. */
  const SPARSE: readonly GitLossRow[] = [
    { loses: 'clean ignored index' },
    { files: ['config', 'config.worktree', 'info/sparse-checkout'] },
  ];

  /** The entry of the stash is laid over files that are clean, or git refuses; its index over the present one. */
  const STASHED: GitLossRow = { loses: 'clean', commit: '<stash>', exact: true };

  return {
    add: {
      effects: [{ given: ['-n'], does: 'plain' }, { does: 'writes' }],
      options: `
        -n --[no-]dry-run, -v --[no-]verbose, -i --[no-]interactive, -p --[no-]patch, -e --[no-]edit, -f --[no-]force
        -u --[no-]update, --[no-]renormalize, -N --[no-]intent-to-add, -A --[no-]all, --[no-]ignore-removal
        --[no-]refresh, --[no-]ignore-errors, --[no-]ignore-missing, --[no-]sparse, --[no-]chmod =text
        --[no-]warn-embedded-repo, --[no-]pathspec-from-file =path, --[no-]pathspec-file-nul
      `,
    },
    am: {
      gitLosses: ENDED,
      options: `
        -C =text, -p =text, -i --[no-]interactive, --[no-]binary, -3 --[no-]3way, -q --[no-]quiet, -s --[no-]signoff
        -u --[no-]utf8, -k --[no-]keep, --[no-]keep-non-patch, -m --[no-]message-id, --[no-]keep-cr
        -c --[no-]scissors, --quoted-cr =text, --[no-]whitespace =text, --[no-]ignore-space-change
        --[no-]ignore-whitespace, --[no-]directory =text, --[no-]exclude =text, --[no-]include =text
        --[no-]patch-format =text, --[no-]reject, --[no-]resolvemsg =text, --continue, -r --resolved, --skip, --abort
        --quit, --show-current-patch [=text], --allow-empty, --[no-]committer-date-is-author-date, --[no-]ignore-date
        --[no-]rerere-autoupdate, -S --[no-]gpg-sign [=text], --empty =text, --[no-]rebasing
      `,
    },
    annotate: {
      effects: 'reads',
      options: `
        ${DIFF}, -b, -c, -t, -l, -s, -w, -S =text, -C [=text], -M [=text], -L =text, --[no-]incremental, --[no-]root
        --[no-]show-stats, --[no-]progress, --[no-]score-debug, -f --[no-]show-name, -n --[no-]show-number
        -p --[no-]porcelain, --[no-]line-porcelain, -e --[no-]show-email, --[no-]ignore-rev =text
        --[no-]ignore-revs-file =path, --[no-]color-lines, --[no-]color-by-age, --[no-]contents =path
      `,
    },
    apply: {
      effects: [
        { given: ['--check --stat --numstat --summary'], unless: '--apply', does: 'plain' },
        { does: 'writes' },
      ],
      gitLosses: [
        { given: ['--index --cached -3'], loses: 'index' },
        { unless: '--cached', loses: 'changed clean', patches: true },
      ],
      options: `
        -p =text, -z, -C =text, --exclude =text, --include =text, --[no-]add, --[no-]stat
        --[no-]allow-binary-replacement, --[no-]binary, --[no-]numstat, --[no-]summary, --[no-]check, --[no-]index
        -N --[no-]intent-to-add, --[no-]cached, --[no-]unsafe-paths, --[no-]apply, -3 --[no-]3way
        --[no-]build-fake-ancestor =text, --[no-]whitespace =text, --[no-]ignore-space-change
        --[no-]ignore-whitespace, -R --[no-]reverse, --[no-]unidiff-zero, --[no-]reject, --[no-]allow-overlap
        -v --[no-]verbose, -q --[no-]quiet, --[no-]inaccurate-eof, --[no-]recount, --[no-]directory =text
        --[no-]allow-empty
      `,
    },
    archive: {
      effects: [{ given: ['-o'], does: 'writes' }, { given: ['--remote'], does: 'network' }, { does: 'plain' }],
      options: `
        -N, -o --[no-]output =write, --[no-]remote =text, --[no-]exec =command, --format =text, --prefix =text
        --add-file =path, --add-virtual-file =text, --worktree-attributes, --mtime =text, -v --verbose, -l --list
      `,
      operands: 'text path*',
      numericOptions: true,
    },
    blame: {
      effects: 'reads',
      options: `
        -b, -c, -t, -l, -s, -w, -S =text, -C [=text], -M [=text], -L =text, --[no-]incremental, --[no-]root
        --[no-]show-stats, --[no-]progress, --[no-]score-debug, -f --[no-]show-name, -n --[no-]show-number
        -p --[no-]porcelain, --[no-]line-porcelain, -e --[no-]show-email, --[no-]ignore-rev =text
        --[no-]ignore-revs-file =path, --[no-]color-lines, --[no-]color-by-age, --[no-]minimal, --[no-]contents =path
        --[no-]abbrev [=text]
      `,
    },
    branch: {
      effects: [
        {
          given: ['-d -D -m -M --copy -C= -f -t -u --edit-description --unset-upstream --set-upstream --create-reflog'],
          does: 'writes',
        },
        { given: ['-l -a -r --contains --no-contains --merged --no-merged --points-at --show-current'], does: 'reads' },
        { atMost: 0, does: 'reads' },
        { does: 'writes' },
      ],
      // git-branch(1): -M and -C take a name that another branch has; remote-tracking branches can be fetched again
      gitLosses: [
        { given: ['-d -D'], unless: '-r', refs: 'refs/heads/<operands>' },
        { given: ['-f'], unless: '-d -D -m -M --copy -C=', refs: 'refs/heads/<first>', to: '<second>' },
        { given: ['-C='], refs: 'refs/heads/<last>' },
        { given: ['-f', '--copy'], refs: 'refs/heads/<last>' },
        { given: ['-M'], refs: 'renamed' },
        { given: ['-f', '-m'], refs: 'renamed' },
      ],
      options: `
        -D, -M, -C, -v --[no-]verbose, -q --[no-]quiet, -t --[no-]track [=text], --[no-]set-upstream
        -u --[no-]set-upstream-to =text, --[no-]unset-upstream, --[no-]color [=text], -r --[no-]remotes
        --[no-]contains =text, --with =text, --without =text, --[no-]abbrev [=text], -a --[no-]all, -d --[no-]delete
        -m --[no-]move, -c --[no-]copy, -l --[no-]list, --[no-]show-current, --[no-]create-reflog
        --[no-]edit-description, -f --[no-]force, --[no-]merged =text, --[no-]column [=text], --[no-]sort =text
        --[no-]points-at =text, -i --[no-]ignore-case, --[no-]recurse-submodules, --[no-]format =text
        --[no-]omit-empty
      `,
      operands: 'text*',
    },
    bugreport: { options: '--[no-]diagnose [=text], -o --[no-]output-directory =write, -s --[no-]suffix =text' },
    bundle: {
      subcommands: {
        create: {
          options: `
            -q --[no-]quiet, --[no-]progress, --[no-]all-progress, --[no-]all-progress-implied, --[no-]version =text
            --filter =text, --stdin, --all, --branches [=text], --tags [=text], --since =text, --not
          `,
          operands: 'write text*',
        },
        verify: { options: '-q --[no-]quiet', operands: 'path' },
        'list-heads': { operands: 'path' },
        unbundle: { options: '--[no-]progress', operands: 'path text*' },
      },
      looseSubcommands: true,
    },
    checkout: {
      // git-checkout(1): -f, -m, -B, "DETACHED HEAD"; without a commit, paths come from the index
      gitLosses: [
        { names: 'paths', loses: 'changed', within: 'paths' },
        { names: 'paths', loses: 'clean untracked ignored', within: 'paths', commit: '<tree>' },
        { given: ['--no-overlay'], names: 'paths', loses: 'clean', within: 'paths', commit: '<tree>', exact: true },
        { names: 'paths', loses: 'index', within: 'paths' },
        { given: ['--patch --pathspec-from-file'], loses: 'changed index' },
        { given: ['-f'], names: 'commit', loses: 'changed index operation' },
        { ...overwritten('-f'), names: 'commit' },
        { given: ['-m'], names: 'commit', loses: 'changed index' },
        { ...leaves('-f -m'), names: 'commit' },
        { given: ['-B'], refs: 'HEAD' },
        { given: ['-B'], refs: 'refs/heads/<-B>', to: '<first>' },
        { unless: '-b -B', names: 'commit', operands: 1, refs: 'detached', to: '<first>' },
        { given: ['--orphan'], refs: 'detached' },
      ],
      options: `
        -b =text, -B =text, -l, --[no-]guess, --[no-]overlay, -q --[no-]quiet, --[no-]recurse-submodules [=text]
        --[no-]progress, -m --[no-]merge, --[no-]conflict =text, -d --[no-]detach, -t --[no-]track [=text]
        -f --[no-]force, --[no-]orphan =text, --[no-]overwrite-ignore, --[no-]ignore-other-worktrees, -2 --ours
        -3 --theirs, -p --[no-]patch, --[no-]ignore-skip-worktree-bits, --[no-]pathspec-from-file =path
        --[no-]pathspec-file-nul
      `,
      operands: 'write*',
      when: [{ given: ['-b -B --orphan --detach'], operands: 'text*' }],
    },
    cherry: { effects: 'reads', options: '--[no-]abbrev [=text], -v --[no-]verbose', operands: 'text*' },
    'cherry-pick': {
      gitLosses: ENDED,
      options: `
        -x, --quit, --continue, --abort, --skip, --[no-]cleanup =text, --[no-]commit -n!, -e --[no-]edit
        -s --[no-]signoff, -m --[no-]mainline =text, --[no-]rerere-autoupdate, --[no-]strategy =text
        -X --[no-]strategy-option =text, -S --[no-]gpg-sign [=text], --[no-]ff, --[no-]allow-empty
        --[no-]allow-empty-message, --[no-]keep-redundant-commits
      `,
      operands: 'text*',
    },
    clean: {
      effects: [{ given: ['-n'], unless: '-i', does: 'reads' }, { given: ['-n'], does: 'plain' }, { does: 'writes' }],
      // git-clean(1): -x also what is ignored, -X that alone. Without -f it refuses, unless clean.requireForce is off
      gitLosses: [
        { unless: '-X', loses: 'untracked', within: 'here' },
        { given: ['-x -X'], loses: 'ignored', within: 'here' },
      ],
      options: `
        -d, -x, -X, -q --[no-]quiet, -n --[no-]dry-run, -f --[no-]force, -i --[no-]interactive, -e --exclude =text
      `,
      operands: 'delete*',
      when: [{ given: ['-n'], operands: 'path*' }],
    },
    clone: {
      options: `
        -v --[no-]verbose, -q --[no-]quiet, --[no-]progress, --[no-]reject-shallow, --[no-]checkout -n!, --[no-]bare
        --[no-]naked, --[no-]mirror, -l --[no-]local, --[no-]hardlinks, -s --[no-]shared
        --[no-]recurse-submodules [=text], --[no-]recursive [=text], -j --[no-]jobs =text, --[no-]template =path
        --[no-]reference =path, --[no-]reference-if-able =path, --[no-]dissociate, -o --[no-]origin =text
        -b --[no-]branch =text, -u --[no-]upload-pack =command, --[no-]depth =text, --[no-]shallow-since =text
        --[no-]shallow-exclude =text, --[no-]single-branch, --[no-]tags, --[no-]shallow-submodules
        --[no-]separate-git-dir =write, -c --[no-]config =setting, --[no-]server-option =text, -4 --[no-]ipv4
        -6 --[no-]ipv6, --[no-]filter =text, --[no-]also-filter-submodules, --[no-]remote-submodules, --[no-]sparse
        --[no-]bundle-uri =text, --revision =text, --[no-]ref-format =text
      `,
      operands: 'text fill',
    },
    commit: {
      effects: [{ given: ['--dry-run'], does: 'plain' }, { does: 'writes' }],
      // git-commit(1): of these options --amend alone leaves a commit behind
      gitLosses: [{ given: ['--amend'], refs: 'head', to: 'HEAD^' }],
      options: `
        -q --[no-]quiet, -v --[no-]verbose, -F --[no-]file =path, --[no-]author =text, --[no-]date =text
        -m --[no-]message =text, -c --[no-]reedit-message =text, -C --[no-]reuse-message =text, --[no-]fixup =text
        --[no-]squash =text, --[no-]reset-author, --trailer =text, -s --[no-]signoff, -t --[no-]template =path
        -e --[no-]edit, --[no-]cleanup =text, --[no-]status, -S --[no-]gpg-sign [=text], -a --[no-]all
        -i --[no-]include, --[no-]interactive, -p --[no-]patch, -o --[no-]only, --[no-]verify -n!, --[no-]dry-run
        --[no-]short, --[no-]branch, --[no-]ahead-behind, --[no-]porcelain, --[no-]long, -z --[no-]null, --[no-]amend
        --[no-]post-rewrite, -u --[no-]untracked-files [=text], --[no-]pathspec-from-file =path
        --[no-]pathspec-file-nul, --[no-]allow-empty, --[no-]allow-empty-message
      `,
    },
    config: {
      effects: [
        {
          given: ['--add --replace-all --unset --unset-all --rename-section --remove-section -e --append --comment'],
          does: 'writes',
        },
        { given: ['--get --get-all'], does: 'reads' },
        { given: ['-l --get-regexp --get-urlmatch --get-color --get-colorbool'], does: 'plain' },
        { atMost: 1, does: 'reads' },
      ],
      byWords: { plain: 'get, list', writes: '*' },
      options: `
        --[no-]global, --[no-]system, --[no-]local, --[no-]worktree, -f --[no-]file =write, --[no-]blob =text
        --[no-]get, --[no-]get-all, --[no-]get-regexp, --[no-]get-urlmatch, --[no-]replace-all, --[no-]add
        --[no-]unset, --[no-]unset-all, --[no-]rename-section, --[no-]remove-section, -l --[no-]list
        --[no-]fixed-value, -e --[no-]edit, --[no-]get-color, --[no-]get-colorbool, -t --[no-]type =text, --bool
        --int, --bool-or-int, --bool-or-str, --path, --expiry-date, -z --[no-]null, --[no-]name-only, --[no-]includes
        --[no-]show-origin, --[no-]show-scope, --[no-]default =text, --comment =text, --[no-]show-names, --append
        --all, --regexp =text, --value =text, --url =text
      `,
      // the key is the second word of `git config set KEY VALUE`
      operands: 'key key text*',
      when: [
        {
          given: ['-l --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool'],
          values: { '-f': 'path' },
        },
      ],
    },
    describe: {
      effects: 'reads',
      options: `
        --[no-]contains, --[no-]debug, --[no-]all, --[no-]tags, --[no-]long, --[no-]first-parent
        --[no-]abbrev [=text], --[no-]exact-match, --[no-]candidates =text, --[no-]match =text, --[no-]exclude =text
        --[no-]always, --[no-]dirty [=text], --[no-]broken [=text]
      `,
      operands: 'text*',
    },
    diagnose: { options: '-o --[no-]output-directory =write, -s --[no-]suffix =text, --mode =text', operands: 'text*' },
    diff: {
      effects: 'reads',
      options: `
        ${DIFF}, ${REVISIONS}, --cached, --staged, --merge-base, -0, -1 --base, -2 --ours, -3 --theirs, --no-index, -q
      `,
    },
    difftool: {
      options: `
        ${DIFF}, -g --[no-]gui, -d --[no-]dir-diff, --[no-]prompt -y!, --[no-]symlinks, -t --[no-]tool =text
        --[no-]tool-help, --[no-]trust-exit-code, -x --[no-]extcmd =command, --[no-]index, --cached, --staged
      `,
    },
    fetch: {
      effects: [{ given: ['--dry-run'], does: 'network' }, { does: 'network writes' }],
      // git-fetch(1): `+x:y`, or -f, sets what is not behind; refs of remotes can be fetched again
      gitLosses: [{ refs: 'refs/<fetched>' }],
      options: `
        -n, -v --[no-]verbose, -q --[no-]quiet, --[no-]all, --[no-]set-upstream, -a --[no-]append, --[no-]atomic
        --[no-]upload-pack =command, -f --[no-]force, -m --[no-]multiple, -t --[no-]tags, -j --[no-]jobs =text
        --[no-]prefetch, -p --[no-]prune, -P --[no-]prune-tags, --[no-]recurse-submodules [=text], --[no-]dry-run
        --[no-]write-fetch-head, -k --[no-]keep, -u --[no-]update-head-ok, --[no-]progress, --[no-]depth =text
        --[no-]shallow-since =text, --[no-]shallow-exclude =text, --[no-]deepen =text, --unshallow, --refetch
        --[no-]submodule-prefix =text, --[no-]recurse-submodules-default =text, --[no-]update-shallow, --refmap =text
        -o --[no-]server-option =text, -4 --[no-]ipv4, -6 --[no-]ipv6, --[no-]negotiation-tip =text
        --[no-]negotiate-only, --[no-]filter =text, --[no-]auto-maintenance, --[no-]auto-gc
        --[no-]show-forced-updates, --[no-]write-commit-graph, --[no-]stdin, --[no-]porcelain
      `,
      operands: 'text*',
    },
    'format-patch': {
      effects: [{ given: ['--stdout'], does: 'plain' }, { does: 'writes' }],
      options: `
        ${DIFF}, ${REVISIONS}, -n --[no-]numbered -N!, -s --[no-]signoff, --[no-]stdout, --[no-]cover-letter
        --[no-]numbered-files, --[no-]suffix =text, --[no-]start-number =text, -v --[no-]reroll-count =text
        --[no-]filename-max-length =text, --rfc, --[no-]cover-from-description =text, --subject-prefix =text
        -o --output-directory =write, -k --keep-subject, --[no-]binary, --[no-]zero-commit
        --[no-]ignore-if-in-upstream, -p --no-stat, --[no-]add-header =text, --[no-]to =text, --[no-]cc =text
        --[no-]from [=text], --[no-]in-reply-to =text, --[no-]attach [=text], --inline [=text], --[no-]thread [=text]
        --[no-]signature =text, --[no-]base =text, --[no-]signature-file =path, --[no-]progress
        --[no-]interdiff =text, --[no-]range-diff =text, --[no-]creation-factor =text, --[no-]force-in-body-from
      `,
      operands: 'text*',
      numericOptions: true,
    },
    fsck: {
      options: `
        -v --[no-]verbose, --[no-]unreachable, --[no-]dangling, --[no-]tags, --[no-]root, --[no-]cache, --[no-]reflogs
        --[no-]full, --[no-]connectivity-only, --[no-]strict, --[no-]lost-found, --[no-]progress, --[no-]name-objects
        --[no-]references
      `,
      operands: 'text*',
    },
    gc: {
      gitLosses: [{ given: ['--prune=now --prune=all --prune=0'], loses: 'objects' }],
      options: `
        -q --[no-]quiet, --[no-]prune [=text], --[no-]cruft, --[no-]aggressive, --[no-]auto, --[no-]force
        --[no-]keep-largest-pack, --max-cruft-size =text, --expire-to =write, --[no-]detach
      `,
      operands: 'text*',
    },
    grep: {
      effects: [{ given: ['-O'], does: 'runs' }, { does: 'reads' }],
      options: `
        -I, -h, -H, -N, -f =text, -e =text, --[no-]cached, --[no-]index, --[no-]untracked, --[no-]exclude-standard
        --[no-]recurse-submodules, -v --[no-]invert-match, -i --[no-]ignore-case, -w --[no-]word-regexp
        -a --[no-]text, --[no-]textconv, -r --[no-]recursive, --max-depth =text, -E --[no-]extended-regexp
        -G --[no-]basic-regexp, -F --[no-]fixed-strings, -P --[no-]perl-regexp, -n --[no-]line-number, --[no-]column
        --[no-]full-name, -l --[no-]files-with-matches, --[no-]name-only, -L --[no-]files-without-match
        -z --[no-]null, -o --[no-]only-matching, -c --[no-]count, --[no-]color [=text], --[no-]break, --[no-]heading
        -C --[no-]context =text, -B --[no-]before-context =text, -A --[no-]after-context =text, --[no-]threads =text
        -p --[no-]show-function, -W --[no-]function-context, --and, --[no-]or, --not, -q --[no-]quiet
        --[no-]all-match, -O --[no-]open-files-in-pager [=command], --[no-]ext-grep, -m --[no-]max-count =text
      `,
      operands: 'text path*',
      afterDashes: 'path*',
      when: [{ given: ['-e -f'], operands: 'path*' }],
      numericOptions: true,
    },
    help: {
      options: `
        -a --all, --[no-]external-commands, --[no-]aliases, --[no-]exclude-guides, -m --[no-]man, -w --[no-]web
        -i --[no-]info, -v --[no-]verbose, -g --guides, --user-interfaces, --developer-interfaces, -c --config
        --config-for-completion, --config-sections-for-completion
      `,
      operands: 'text*',
    },
    init: {
      options: `
        --[no-]template =path, --[no-]bare, --shared [=text], -q --[no-]quiet, --[no-]separate-git-dir =write
        -b --[no-]initial-branch =text, --[no-]object-format =text, --[no-]ref-format =text
      `,
      operands: 'write',
    },
    log: {
      effects: 'reads',
      options: `
        ${DIFF}, ${REVISIONS}, -L =text, --[no-]source, --[no-]use-mailmap, --[no-]mailmap, --clear-decorations
        --[no-]decorate-refs =text, --[no-]decorate-refs-exclude =text, --[no-]decorate [=text]
      `,
      numericOptions: true,
    },
    maintenance: {
      subcommands: {
        run: {
          options: '--[no-]auto, --[no-]schedule =text, --[no-]quiet, --task =text, --[no-]detach, -q',
          operands: 'text*',
        },
        start: { options: '--scheduler =text' },
        stop: {},
        register: { options: '--[no-]config-file =text' },
        unregister: { options: '--[no-]config-file =text, -f --[no-]force' },
      },
      looseSubcommands: true,
    },
    merge: {
      gitLosses: [
        { given: ['--abort'], loses: 'changed index operation' },
        { given: ['--quit'], loses: 'operation' },
      ],
      options: `
        -n, --[no-]stat, --[no-]summary, --[no-]log [=text], --[no-]squash, --[no-]commit, -e --[no-]edit
        --[no-]cleanup =text, --[no-]ff, --ff-only, --[no-]rerere-autoupdate, --[no-]verify-signatures
        -s --[no-]strategy =text, -X --[no-]strategy-option =text, -m --[no-]message =text, -F --file =path
        --[no-]into-name =text, -v --[no-]verbose, -q --[no-]quiet, --[no-]abort, --[no-]quit, --[no-]continue
        --[no-]allow-unrelated-histories, --[no-]progress, -S --[no-]gpg-sign [=text], --[no-]autostash
        --[no-]overwrite-ignore, --[no-]signoff, --[no-]verify
      `,
      operands: 'text*',
    },
    mv: {
      effects: [{ given: ['-n'], does: 'plain' }, { does: 'writes' }],
      // git-mv(1): what stands at the destination is overwritten with -f alone
      gitLosses: [{ given: ['-f'], loses: 'index', overwrites: true }],
      options: '-k, -v --[no-]verbose, -n --[no-]dry-run, -f --[no-]force, --[no-]sparse',
      operands: 'delete* write',
    },
    'name-rev': {
      effects: 'reads',
      options: `
        --[no-]name-only, --[no-]tags, --[no-]refs =text, --[no-]exclude =text, --[no-]all, --[no-]stdin
        --[no-]annotate-stdin, --[no-]undefined, --[no-]always, --[no-]peel-tag
      `,
      operands: 'text*',
    },
    notes: {
      options: '--[no-]ref =text',
      subcommands: {
        list: { operands: 'text*' },
        add: {
          options: `
            -m --message =text, -F --file =path, -c --reedit-message =text, -C --reuse-message =text
            --[no-]allow-empty, -f --[no-]force
          `,
          operands: 'text*',
        },
        copy: { options: '-f --[no-]force, --[no-]stdin, --[no-]for-rewrite =text', operands: 'text*' },
        append: {
          options: `
            -m --message =text, -F --file =path, -c --reedit-message =text, -C --reuse-message =text
            --[no-]allow-empty
          `,
          operands: 'text*',
        },
        edit: {
          options: `
            -m --message =text, -F --file =path, -c --reedit-message =text, -C --reuse-message =text
            --[no-]allow-empty
          `,
          operands: 'text*',
        },
        show: { effects: 'reads', operands: 'text*' },
        merge: {
          options: '-v --[no-]verbose, -q --[no-]quiet, -s --[no-]strategy =text, --commit, --abort',
          operands: 'text*',
        },
        remove: { options: '--[no-]ignore-missing, --[no-]stdin', operands: 'text*' },
        prune: { options: '-n --[no-]dry-run, -v --[no-]verbose' },
        'get-ref': {},
      },
      looseSubcommands: true,
    },
    pull: {
      // git-pull(1): with --rebase own commits are copied
      gitLosses: [
        { unless: '-r --no-rebase --ff-only --dry-run', rebases: true, refs: 'head', to: '@{upstream}' },
        { given: ['-r'], unless: '-r=false --dry-run', refs: 'head', to: '@{upstream}' },
        { given: ['-f'], unless: '--dry-run', refs: 'refs/<fetched>' },
      ],
      options: `
        -n, -v --[no-]verbose, -q --[no-]quiet, --[no-]progress, --[no-]recurse-submodules [=text]
        -r --[no-]rebase [=text], --[no-]stat, --[no-]summary, --[no-]log [=text], --[no-]signoff [=text]
        --[no-]squash, --[no-]commit, --[no-]edit, --[no-]cleanup =text, --[no-]ff, --ff-only, --[no-]verify
        --[no-]verify-signatures, --[no-]autostash, -s --[no-]strategy =text, -X --[no-]strategy-option =text
        -S --[no-]gpg-sign [=text], --[no-]allow-unrelated-histories, --[no-]all, -a --[no-]append
        --[no-]upload-pack =command, -f --[no-]force, -t --[no-]tags, -p --[no-]prune, -j --[no-]jobs [=text]
        --[no-]dry-run, -k --[no-]keep, --[no-]depth =text, --[no-]shallow-since =text, --[no-]shallow-exclude =text
        --[no-]deepen =text, --unshallow, --[no-]update-shallow, --refmap =text, -o --[no-]server-option =text
        -4 --[no-]ipv4, -6 --[no-]ipv6, --[no-]negotiation-tip =text, --[no-]show-forced-updates, --[no-]set-upstream
        --[no-]porcelain
      `,
      operands: 'text*',
    },
    push: {
      effects: [{ given: ['-n'], does: 'network' }, { does: 'sends' }],
      options: `
        -v --[no-]verbose, -q --[no-]quiet, --[no-]repo =text, --[no-]all, --[no-]mirror, -d --[no-]delete
        --[no-]tags, -n --[no-]dry-run, --[no-]porcelain, -f --[no-]force, --[no-]force-with-lease [=text]
        --[no-]force-if-includes, --[no-]recurse-submodules =text, --[no-]thin, --[no-]receive-pack =command
        --[no-]exec =command, -u --[no-]set-upstream, --[no-]progress, --[no-]prune, --[no-]verify, --[no-]follow-tags
        --[no-]signed [=text], --[no-]atomic, -o --[no-]push-option =text, -4 --[no-]ipv4, -6 --[no-]ipv6
        --[no-]branches
      `,
      operands: 'text*',
    },
    'range-diff': {
      effects: 'reads',
      options: `
        ${DIFF}, --[no-]creation-factor =text, --[no-]dual-color, --[no-]notes [=text], --[no-]left-only
        --[no-]right-only
      `,
      operands: 'text*',
    },
    rebase: {
      effects: [{ given: ['-x'], does: 'writes runs' }, { does: 'writes' }],
      // git-rebase(1): the commits that it copies stay in the reflog alone
      gitLosses: [
        ...ENDED,
        { unless: '--abort --skip --quit --edit-todo --show-current-patch', refs: 'head', to: '<first>' },
        { unless: UNDER_WAY, operands: 2, refs: 'refs/heads/<last>' },
        { unless: UNDER_WAY, loses: 'ignored', commit: '<first>' },
        { given: ['--update-refs'], refs: 'any' },
        { given: ['--continue'], loses: 'operation' },
      ],
      options: `
        -C =text, --[no-]onto =text, --[no-]keep-base, --[no-]verify, -q --[no-]quiet, -v --[no-]verbose
        --[no-]stat -n!, --[no-]signoff, --[no-]committer-date-is-author-date, --[no-]reset-author-date
        --[no-]ignore-date, --[no-]ignore-whitespace, --[no-]whitespace =text, -f --[no-]force-rebase, --[no-]ff
        --continue, --skip, --abort, --quit, --edit-todo, --show-current-patch, --apply, -m --merge, -i --interactive
        --[no-]preserve-merges, --[no-]rerere-autoupdate, --empty =text, --[no-]keep-empty, --[no-]autosquash
        --[no-]update-refs, -S --[no-]gpg-sign [=text], --[no-]autostash, -x --[no-]exec =command
        --[no-]allow-empty-message, -r --[no-]rebase-merges [=text], --[no-]fork-point, -s --[no-]strategy =text
        -X --[no-]strategy-option =text, --[no-]root, --[no-]reschedule-failed-exec, --[no-]reapply-cherry-picks
      `,
      operands: 'text*',
    },
    reflog: {
      effects: [{ atMost: 0, does: 'reads' }],
      subcommands: {
        show: { effects: 'reads', options: `${DIFF}, ${REVISIONS}`, numericOptions: true },
        expire: {
          gitLosses: [{ unless: '--dry-run', loses: 'reflog' }],
          options: `
            --[no-]dry-run, --[no-]rewrite, --[no-]updateref, --[no-]verbose, --expire =text
            --expire-unreachable =text, --[no-]stale-fix, --[no-]all, - --[no-]single-worktree
          `,
          operands: 'text*',
        },
        delete: {
          gitLosses: [{ unless: '--dry-run', loses: 'reflog' }],
          options: '--[no-]dry-run, --[no-]rewrite, --[no-]updateref, --[no-]verbose',
          operands: 'text*',
        },
        exists: { operands: 'text*' },
      },
      looseSubcommands: true,
    },
    remote: {
      effects: [{ atMost: 0, does: 'reads' }],
      options: '-v --[no-]verbose',
      subcommands: {
        add: {
          options: '-f --[no-]fetch, --[no-]tags, -t --[no-]track =text, -m --[no-]master =text, --[no-]mirror =text',
          operands: 'text*',
        },
        rename: { options: '--[no-]progress', operands: 'text*' },
        rm: { operands: 'text*' },
        remove: { operands: 'text*' },
        'set-head': { options: '-a --[no-]auto, -d --[no-]delete', operands: 'text*' },
        'set-branches': { options: '--[no-]add', operands: 'text*' },
        'get-url': { effects: 'reads', options: '--[no-]push, --[no-]all', operands: 'text*' },
        'set-url': { options: '--[no-]push, --[no-]add, --[no-]delete', operands: 'text*' },
        show: { options: '-n', operands: 'text*' },
        prune: { options: '-n --[no-]dry-run', operands: 'text*' },
        update: { options: '-p --[no-]prune', operands: 'text*' },
      },
      looseSubcommands: true,
    },
    repack: {
      options: `
        -a, -A, -d, -f, -F, -n, --[no-]cruft, --[no-]cruft-expiration =text, -q --[no-]quiet, -l --[no-]local
        -b --[no-]write-bitmap-index, -i --[no-]delta-islands, --[no-]unpack-unreachable =text
        -k --[no-]keep-unreachable, --[no-]window =text, --[no-]window-memory =text, --[no-]depth =text
        --[no-]threads =text, --[no-]max-pack-size =text, --[no-]pack-kept-objects, --[no-]keep-pack =text
        -g --[no-]geometric =text, -m --[no-]write-midx, --[no-]expire-to =text, --filter =text, --filter-to =write
        --max-cruft-size =text, --combine-cruft-below-size =text, --name-hash-version =text, --[no-]path-walk
      `,
    },
    replace: {
      gitLosses: [{ given: ['-d -f'], refs: 'refs/replace/<first>' }],
      options: `
        -l --list, -d --delete, -e --edit, -g --graft, --convert-graft-file, -f --[no-]force, --[no-]raw
        --[no-]format =text
      `,
      operands: 'text*',
    },
    reset: {
      // git-reset(1), "Discussion": tables of what each mode leaves in the working tree and the index
      gitLosses: [
        { given: ['--hard --merge'], loses: 'changed index operation', refs: 'moved', to: '<first>' },
        overwritten('--hard'),
        { given: ['--keep'], loses: 'index', refs: 'moved', to: '<first>' },
        { given: ['--soft'], refs: 'moved', to: '<first>' },
        { unless: MODES, names: 'commit', loses: 'index operation', refs: 'moved', to: '<first>' },
        { unless: MODES, names: 'paths', loses: 'index', within: 'paths' },
      ],
      options: `
        -q --[no-]quiet, --[no-]refresh, --[no-]mixed, --[no-]soft, --[no-]hard, --[no-]merge, --[no-]keep
        --[no-]recurse-submodules [=text], -p --[no-]patch, -N --[no-]intent-to-add, --[no-]pathspec-from-file =path
        --[no-]pathspec-file-nul
      `,
      afterDashes: 'path*',
    },
    restore: {
      // git-restore(1): the working tree, unless --staged is given alone
      gitLosses: [
        { unless: '--staged', loses: 'changed', within: 'paths' },
        { given: ['--staged'], loses: 'index', within: 'paths' },
        { given: ['--staged', '--worktree'], loses: 'changed', within: 'paths' },
        { unless: '--staged', ...FROM_SOURCE },
        { given: ['--worktree'], ...FROM_SOURCE },
      ],
      options: `
        -s --[no-]source =text, -S --[no-]staged, -W --[no-]worktree, --[no-]ignore-unmerged, --[no-]overlay
        -q --[no-]quiet, --[no-]recurse-submodules [=text], --[no-]progress, -m --[no-]merge, --[no-]conflict =text
        -2 --ours, -3 --theirs, -p --[no-]patch, --[no-]ignore-skip-worktree-bits, --[no-]pathspec-from-file =path
        --[no-]pathspec-file-nul
      `,
      operands: 'write*',
    },
    revert: {
      gitLosses: ENDED,
      options: `
        --quit, --continue, --abort, --skip, --[no-]cleanup =text, --[no-]commit -n!, -e --[no-]edit
        -s --[no-]signoff, -m --[no-]mainline =text, --[no-]rerere-autoupdate, --[no-]strategy =text
        -X --[no-]strategy-option =text, -S --[no-]gpg-sign [=text], --[no-]reference
      `,
      operands: 'text*',
    },
    rm: {
      effects: [{ given: ['-n'], does: 'plain' }, { does: 'writes' }],
      // git-rm(1): without -f files that differ from HEAD are refused
      gitLosses: [
        { given: ['-f'], unless: '--cached', loses: 'changed', within: 'paths' },
        { unless: '--cached', loses: 'clean', within: 'paths', nested: true },
        { loses: 'index', within: 'paths' },
      ],
      options: `
        -r, -n --[no-]dry-run, -q --[no-]quiet, --[no-]cached, -f --[no-]force, --[no-]ignore-unmatch, --[no-]sparse
        --[no-]pathspec-from-file =path, --[no-]pathspec-file-nul
      `,
      operands: 'delete*',
    },
    shortlog: {
      effects: 'reads',
      options: `
        ${REVISIONS}, -w [=text], -c --[no-]committer, -n --[no-]numbered, -s --[no-]summary, -e --[no-]email
        --[no-]group =text
      `,
      operands: 'text*',
      numericOptions: true,
    },
    show: {
      effects: 'reads',
      options: `
        ${DIFF}, ${REVISIONS}, -L =text, --[no-]source, --[no-]use-mailmap, --[no-]mailmap, --clear-decorations
        --[no-]decorate-refs =text, --[no-]decorate-refs-exclude =text, --[no-]decorate [=text]
      `,
      numericOptions: true,
    },
    'show-branch': {
      effects: 'reads',
      options: `
        -a --[no-]all, -r --[no-]remotes, --[no-]color [=text], --[no-]more [=text], --[no-]list, --[no-]name
        --[no-]current, --[no-]sha1-name, --[no-]merge-base, --[no-]independent, --[no-]topo-order, --[no-]topics
        --[no-]sparse, --[no-]date-order, -g --reflog [=text]
      `,
      operands: 'text*',
    },
    'sparse-checkout': {
      subcommands: {
        list: {},
        init: { gitLosses: SPARSE, options: '--[no-]cone, --[no-]sparse-index' },
        set: {
          gitLosses: SPARSE,
          options: '--[no-]cone, --[no-]sparse-index, --skip-checks, --stdin',
          operands: 'text*',
        },
        add: { operands: 'text*' },
        reapply: { gitLosses: SPARSE },
        disable: {},
      },
      looseSubcommands: true,
    },
    stash: {
      subcommands: {
        apply: { gitLosses: [{ loses: 'index' }, STASHED], options: '-q --[no-]quiet, --[no-]index', operands: 'text' },
        clear: { gitLosses: [{ loses: 'stash' }] },
        drop: { gitLosses: [{ loses: 'stash' }], options: '-q --[no-]quiet', operands: 'text' },
        pop: {
          gitLosses: [{ loses: 'stash index' }, STASHED],
          options: '-q --[no-]quiet, --[no-]index',
          operands: 'text',
        },
        branch: {
          gitLosses: [
            { loses: 'stash index', refs: 'HEAD' },
            { refs: 'refs/heads/<first>' },
            { refs: 'detached' },
            STASHED,
          ],
          operands: 'text*',
        },
        list: {
          effects: 'reads',
          options: `${DIFF}, ${REVISIONS}`,
          operands: 'text*',
          numericOptions: true,
        },
        show: { effects: 'reads', options: `${DIFF}, -u --[no-]include-untracked, --only-untracked`, operands: 'text' },
        store: { options: '-q --[no-]quiet, -m --[no-]message =text', operands: 'text' },
        create: { operands: 'text*' },
        push: {
          options: `
            -k --[no-]keep-index, -S --[no-]staged, -p --[no-]patch, -q --[no-]quiet, -u --[no-]include-untracked
            -a --[no-]all, -m --[no-]message =text, --[no-]pathspec-from-file =path, --[no-]pathspec-file-nul
          `,
        },
        save: {
          options: `
            -k --[no-]keep-index, -S --[no-]staged, -p --[no-]patch, -q --[no-]quiet, -u --[no-]include-untracked
            -a --[no-]all, -m --[no-]message =text
          `,
          operands: 'text*',
        },
      },
      looseSubcommands: true,
    },
    status: {
      effects: 'reads',
      options: `
        -v --[no-]verbose, -s --[no-]short, -b --[no-]branch, --[no-]show-stash, --[no-]ahead-behind
        --[no-]porcelain [=text], --[no-]long, -z --[no-]null, -u --[no-]untracked-files [=text]
        --[no-]ignored [=text], --[no-]ignore-submodules [=text], --[no-]column [=text], --[no-]renames
        -M --find-renames [=text]
      `,
    },
    switch: {
      // git-switch(1): -f is --discard-changes
      gitLosses: [
        { given: ['-f --discard-changes'], loses: 'changed index' },
        overwritten('-f --discard-changes'),
        { given: ['-m'], loses: 'changed index' },
        leaves('-f --discard-changes -m'),
        { given: ['--force-create'], refs: 'HEAD' },
        { given: ['--force-create'], refs: 'refs/heads/<--force-create>', to: '<first>' },
        { unless: '--create --force-create', refs: 'detached', to: '<first>' },
      ],
      options: `
        -c --[no-]create =text, -C --[no-]force-create =text, --[no-]guess, --[no-]discard-changes, -q --[no-]quiet
        --[no-]recurse-submodules [=text], --[no-]progress, -m --[no-]merge, --[no-]conflict =text, -d --[no-]detach
        -t --[no-]track [=text], -f --[no-]force, --[no-]orphan =text, --[no-]overwrite-ignore
        --[no-]ignore-other-worktrees
      `,
      operands: 'text*',
    },
    tag: {
      effects: [
        { given: ['--verify'], does: 'plain' },
        { given: ['-d -a -s -m -F -f -e -u --create-reflog'], does: 'writes' },
        { given: ['-l -n --contains --no-contains --merged --no-merged --points-at'], does: 'reads' },
        { atMost: 0, does: 'reads' },
        { does: 'writes' },
      ],
      gitLosses: [
        { given: ['-d'], refs: 'refs/tags/<operands>' },
        { given: ['-f'], unless: '-d -l', refs: 'refs/tags/<first>', to: '<second>' },
      ],
      options: `
        -n [=text], -l --list, -d --delete, -v --verify, -a --[no-]annotate, -m --message =text, -F --[no-]file =path
        -e --[no-]edit, -s --[no-]sign, --[no-]cleanup =text, -u --[no-]local-user =text, -f --[no-]force
        --[no-]create-reflog, --[no-]column [=text], --[no-]contains =text, --with =text, --without =text
        --[no-]merged =text, --[no-]sort =text, --[no-]points-at =text, --[no-]format =text, --[no-]color [=text]
        -i --[no-]ignore-case, --[no-]omit-empty, --[no-]trailer =text
      `,
      operands: 'text*',
    },
    whatchanged: {
      effects: 'reads',
      options: `
        ${DIFF}, ${REVISIONS}, -L =text, --[no-]source, --[no-]use-mailmap, --[no-]mailmap, --clear-decorations
        --[no-]decorate-refs =text, --[no-]decorate-refs-exclude =text, --[no-]decorate [=text]
      `,
      numericOptions: true,
    },
    worktree: {
      subcommands: {
        add: {
          gitLosses: [{ given: ['-B'], refs: 'refs/heads/<-B>' }],
          options: `
            -b =text, -B =text, -f --[no-]force, -d --[no-]detach, --[no-]checkout, --[no-]lock, --[no-]reason =text
            -q --[no-]quiet, --[no-]track, --[no-]guess-remote, --[no-]orphan, --[no-]relative-paths
          `,
          operands: 'write text',
        },
        prune: { options: '-n --[no-]dry-run, -v --[no-]verbose, --[no-]expire =text' },
        list: { effects: 'reads', options: '-z, --[no-]porcelain, -v --[no-]verbose, --[no-]expire =text' },
        lock: { options: '--[no-]reason =text', operands: 'path' },
        unlock: { operands: 'path' },
        move: { options: '-f --[no-]force, --[no-]relative-paths', operands: 'delete write' },
        remove: { gitLosses: [{ trees: '<first>' }], options: '-f --[no-]force', operands: 'delete' },
        repair: { options: '--[no-]relative-paths' },
      },
      looseSubcommands: true,
    },
  };
}
