// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import type { Grammar } from '../grammar.ts';
import { DIFF, REVISIONS } from './git-revisions.ts';

/** git's inner subcommands. Source: `git COMMAND -h` and the completion list of git 2.39. */
export function plumbing(): Readonly<Record<string, Grammar>> {
  return {
    'cat-file': {
      effects: 'reads',
      options: `
        -e, -p, -t, -s, -z, --[no-]allow-unknown-type, --[no-]use-mailmap, --[no-]mailmap, --batch [=text]
        --batch-check [=text], --batch-command [=text], --batch-all-objects, --[no-]buffer, --[no-]follow-symlinks
        --[no-]unordered, --textconv, --filters, --[no-]path =text, -Z
      `,
      operands: 'text*',
    },
    'check-attr': { effects: 'reads', options: '-z, -a --[no-]all, --[no-]cached, --[no-]stdin' },
    'check-ignore': {
      effects: 'reads',
      options: '-z, -q --[no-]quiet, -v --[no-]verbose, --[no-]stdin, -n --[no-]non-matching, --[no-]index',
    },
    'check-mailmap': { effects: 'reads', options: '--[no-]stdin' },
    'check-ref-format': {},
    'checkout-index': {
      gitLosses: [{ given: ['-f'], loses: 'changed', within: 'paths' }],
      options: `
        -z, -a --[no-]all, --[no-]ignore-skip-worktree-bits, -f --[no-]force, -q --[no-]quiet, --[no-]create -n!
        -u --[no-]index, --[no-]stdin, --[no-]temp, --[no-]prefix =into, --stage =text
      `,
    },
    column: {
      options: `
        --[no-]command =text, --[no-]mode [=text], --[no-]raw-mode =text, --[no-]width =text, --[no-]indent =text
        --[no-]nl =text, --[no-]padding =text
      `,
      operands: 'text*',
    },
    'commit-graph': {
      options: '--[no-]object-dir =path',
      subcommands: {
        verify: { options: '--[no-]object-dir =path, --[no-]shallow, --[no-]progress' },
        write: {
          options: `
            --[no-]object-dir =path, --[no-]reachable, --[no-]stdin-packs, --[no-]stdin-commits, --[no-]append
            --[no-]changed-paths, --split [=text], --[no-]max-commits =text, --[no-]size-multiple =text
            --[no-]expire-time =text, --[no-]max-new-filters =text, --[no-]progress
          `,
        },
      },
      looseSubcommands: true,
    },
    'commit-tree': { options: '-p =text, -m =text, -F =text, -S --[no-]gpg-sign [=text]', operands: 'text*' },
    'count-objects': { effects: 'reads', options: '-v --[no-]verbose, -H --[no-]human-readable' },
    'credential-cache': { options: '--[no-]timeout =text, --[no-]socket =text', operands: 'text' },
    'credential-store': { options: '--[no-]file =write', operands: 'text' },
    'diff-files': { effects: 'reads', options: `${DIFF}, -0, -1 --base, -2 --ours, -3 --theirs, -q, -c, --cc` },
    'diff-index': { effects: 'reads', options: `${DIFF}, --cached, -m, --merge-base` },
    'diff-tree': {
      effects: 'reads',
      options: `${DIFF}, ${REVISIONS}, -r, -t, --root, --stdin, -s, -v, --no-commit-id, --merge-base`,
    },
    'fast-export': {
      options: `
        --[no-]progress =text, --[no-]signed-tags =text, --[no-]tag-of-filtered-object =text, --[no-]reencode =text
        --[no-]export-marks =write, --[no-]import-marks =path, --[no-]import-marks-if-exists =path
        --[no-]fake-missing-tagger, --[no-]full-tree, --[no-]use-done-feature, --[no-]data, --[no-]refspec =text
        --[no-]anonymize, --anonymize-map =text, --[no-]reference-excluded-parents, --[no-]show-original-ids
        --[no-]mark-tags
      `,
    },
    'fast-import': {},
    'fetch-pack': {},
    'fmt-merge-msg': {
      options: `
        --[no-]log [=text], --[no-]summary, -m --[no-]message =text, --[no-]into-name =text, -F --[no-]file =path
      `,
    },
    'for-each-ref': {
      effects: 'reads',
      options: `
        -s --[no-]shell, -p --[no-]perl, --[no-]python, --[no-]tcl, --[no-]count =text, --[no-]format =text
        --[no-]color [=text], --[no-]sort =text, --[no-]points-at =text, --[no-]merged =text, --[no-]contains =text
        --[no-]ignore-case, --exclude =text, --include-root-refs, --[no-]omit-empty, --start-after =text
      `,
      operands: 'text*',
    },
    'for-each-repo': { options: '--[no-]config =text', operands: 'command text*' },
    'get-tar-commit-id': {},
    'hash-object': {
      effects: [{ given: ['-w'], does: 'writes' }, { does: 'plain' }],
      options: '-t =text, -w, --[no-]stdin, --[no-]stdin-paths, --[no-]filters, --[no-]literally, --[no-]path =text',
    },
    hook: {
      subcommands: {
        run: { options: '--[no-]ignore-missing', operands: 'text*' },
      },
      looseSubcommands: true,
    },
    'http-fetch': {},
    'http-push': {},
    'index-pack': {},
    'interpret-trailers': {
      options: `
        --[no-]in-place, --[no-]trim-empty, --[no-]where =text, --[no-]if-exists =text, --[no-]if-missing =text
        --[no-]only-trailers, --[no-]only-input, --[no-]unfold, --parse, --[no-]divider, --[no-]trailer =text
      `,
    },
    'ls-files': {
      effects: 'reads',
      options: `
        -z, -t, -v, -f, -c --[no-]cached, -d --[no-]deleted, -m --[no-]modified, -o --[no-]others, -i --[no-]ignored
        -s --[no-]stage, -k --[no-]killed, --[no-]directory, --[no-]eol, --[no-]empty-directory, -u --[no-]unmerged
        --[no-]resolve-undo, -x --exclude =text, -X --exclude-from =path, --[no-]exclude-per-directory =text
        --exclude-standard, --full-name, --[no-]recurse-submodules, --[no-]error-unmatch, --[no-]with-tree =text
        --[no-]abbrev [=text], --[no-]debug, --[no-]deduplicate, --[no-]sparse, --format =text
      `,
    },
    'ls-remote': {
      options: `
        -q --[no-]quiet, --[no-]upload-pack =command, --[no-]exec =command, -t --[no-]tags, -h --[no-]heads
        --[no-]refs, --[no-]get-url, --[no-]sort =text, --[no-]exit-code, --[no-]symref, -o --[no-]server-option =text
        --[no-]branches
      `,
      operands: 'text*',
    },
    'ls-tree': {
      effects: 'reads',
      options: `
        -d, -r, -t, -z, -l --long, --name-only, --name-status, --object-only, --[no-]full-name, --[no-]full-tree
        --format =text, --[no-]abbrev [=text]
      `,
      operands: 'text path*',
    },
    mailinfo: {
      options: `
        -k, -b, -u, -n, -m --[no-]message-id, --encoding =text, --[no-]scissors, --quoted-cr =text
        --[no-]inbody-headers
      `,
    },
    mailsplit: {},
    'merge-base': {
      effects: 'reads',
      options: '-a --[no-]all, --octopus, --independent, --is-ancestor, --fork-point',
      operands: 'text*',
    },
    'merge-file': {
      options: `
        -L =text, -p --[no-]stdout, --[no-]diff3, --[no-]zdiff3, --[no-]ours, --[no-]theirs, --[no-]union
        --[no-]marker-size =text, -q --[no-]quiet, --object-id, --diff-algorithm =text
      `,
      operands: 'write path*',
    },
    'merge-index': {},
    'merge-octopus': {},
    'merge-ours': {},
    'merge-recursive': {},
    'merge-recursive-ours': {},
    'merge-recursive-theirs': {},
    'merge-resolve': {},
    'merge-subtree': {},
    'merge-tree': {
      options: `
        -z, --write-tree, --trivial-merge, --[no-]messages, --name-only, --allow-unrelated-histories, --stdin
        --merge-base =text, -X --strategy-option =text, -q --[no-]quiet
      `,
      operands: 'text*',
    },
    mktag: { options: '--[no-]strict' },
    mktree: { options: '-z, --[no-]missing, --[no-]batch' },
    'multi-pack-index': {
      options: '--[no-]object-dir =path',
      subcommands: {
        repack: { options: '--[no-]object-dir =path, --batch-size =text, --[no-]progress' },
        write: {
          options: `
            --[no-]object-dir =path, --[no-]preferred-pack =text, --[no-]bitmap, --[no-]progress, --[no-]stdin-packs
            --[no-]refs-snapshot =text
          `,
        },
        verify: { options: '--[no-]object-dir =path, --[no-]progress' },
        expire: { options: '--[no-]object-dir =path, --[no-]progress' },
      },
      looseSubcommands: true,
    },
    'pack-objects': {
      options: `
        -q --[no-]quiet, --[no-]progress, --[no-]all-progress, --[no-]all-progress-implied, --index-version =text
        --max-pack-size =text, --[no-]local, --[no-]incremental, --[no-]window =text, --window-memory =text
        --[no-]depth =text, --[no-]reuse-delta, --[no-]reuse-object, --[no-]delta-base-offset, --[no-]threads =text
        --[no-]non-empty, --[no-]revs, --unpacked, --all, --reflog, --indexed-objects, --[no-]stdin-packs
        --[no-]stdout, --[no-]include-tag, --[no-]keep-unreachable, --[no-]pack-loose-unreachable
        --[no-]unpack-unreachable [=text], --[no-]cruft, --[no-]cruft-expiration [=text], --[no-]sparse, --[no-]thin
        --[no-]shallow, --[no-]honor-pack-keep, --[no-]keep-pack =text, --[no-]compression =text
        --[no-]keep-true-parents, --[no-]use-bitmap-index, --[no-]write-bitmap-index, --[no-]write-bitmap-index-quiet
        --[no-]filter =text, --missing =text, --[no-]exclude-promisor-objects, --[no-]delta-islands
        --[no-]uri-protocol =text
      `,
      operands: 'write',
    },
    'pack-redundant': {},
    'pack-refs': { options: '--[no-]all, --[no-]prune, --include =text, --exclude =text, --auto' },
    'patch-id': { options: '--unstable, --stable, --verbatim' },
    prune: {
      gitLosses: [{ unless: '-n', loses: 'objects' }],
      options: `
        -n --[no-]dry-run, -v --[no-]verbose, --[no-]progress, --[no-]expire =text, --[no-]exclude-promisor-objects
      `,
      operands: 'text*',
    },
    'prune-packed': { options: '-n --[no-]dry-run, -q --[no-]quiet' },
    'read-tree': {
      gitLosses: [
        { unless: '-n', loses: 'index' },
        { given: ['--reset', '-u'], unless: '-n', loses: 'changed operation' },
        { given: ['--reset', '-u'], unless: '-n', loses: 'untracked ignored', commit: '<last>' },
        { given: ['-u'], unless: '-n', loses: 'clean', commit: '<last>', exact: true },
      ],
      options: `
        -m, -u, -i, --index-output =write, --[no-]empty, -v --[no-]verbose, --[no-]trivial, --[no-]aggressive
        --[no-]reset, --prefix =text, --exclude-per-directory =text, -n --[no-]dry-run, --[no-]sparse-checkout
        --[no-]debug-unpack, --[no-]recurse-submodules [=text], -q --[no-]quiet
      `,
      operands: 'text*',
    },
    rerere: { options: '--[no-]rerere-autoupdate' },
    'rev-list': {
      effects: 'reads',
      options: `
        ${DIFF}, ${REVISIONS}, --[no-]object-names, --filter =text, --no-filter, --filter-print-omitted
        --filter-provided-objects, --missing =text, --unpacked, --in-commit-order, --objects, --objects-edge
        --objects-edge-aggressive, --indexed-objects, --use-bitmap-index, --disk-usage [=text], --header
        --bisect-vars, --bisect-all, --no-commit-header, --commit-header, --exclude-promisor-objects, --verify-objects
      `,
      operands: 'text*',
      numericOptions: true,
    },
    'send-pack': {
      options: `
        -v --[no-]verbose, -q --[no-]quiet, --[no-]receive-pack =command, --[no-]exec =command, --[no-]remote =text
        --[no-]all, -n --[no-]dry-run, --[no-]mirror, -f --[no-]force, --[no-]signed [=text], --[no-]push-option =text
        --[no-]progress, --[no-]thin, --[no-]atomic, --[no-]stateless-rpc, --[no-]stdin, --[no-]helper-status
        --[no-]force-with-lease [=text], --[no-]force-if-includes
      `,
      operands: 'text*',
    },
    'show-index': { options: '--[no-]object-format =text' },
    'show-ref': {
      effects: 'reads',
      options: `
        --[no-]tags, --[no-]heads, --[no-]verify, --[no-]head, -d --[no-]dereference, -s --[no-]hash [=text]
        --[no-]abbrev [=text], -q --[no-]quiet, --exclude-existing [=text], --[no-]branches, --exists
      `,
      operands: 'text*',
    },
    stripspace: { options: '-s --strip-comments, -c --comment-lines' },
    'symbolic-ref': {
      effects: [{ unless: '-d -m', atMost: 1, does: 'reads' }, { does: 'writes' }],
      gitLosses: [
        { given: ['-d'], refs: '<first>' },
        { operands: 2, refs: '<first>' },
      ],
      options: '-m =text, -q --[no-]quiet, -d --[no-]delete, --[no-]short, --[no-]recurse',
      operands: 'text*',
    },
    'unpack-file': {},
    'unpack-objects': {},
    'update-index': {
      gitLosses: [{ unless: '--refresh --really-refresh --unresolve', loses: 'index' }],
      options: `
        -q, -z, --[no-]ignore-submodules, --[no-]add, --[no-]replace, --[no-]remove, --[no-]unmerged, --refresh
        --really-refresh, --cacheinfo =text, --chmod =text, --[no-]assume-unchanged, --[no-]skip-worktree
        --[no-]ignore-skip-worktree-entries, --[no-]info-only, --[no-]force-remove, --stdin, --index-info, --unresolve
        -g --again, --[no-]ignore-missing, --[no-]verbose, --clear-resolve-undo, --[no-]index-version =text
        --[no-]split-index, --[no-]untracked-cache, --[no-]test-untracked-cache, --[no-]force-untracked-cache
        --[no-]force-write-index, --[no-]fsmonitor, --[no-]fsmonitor-valid
      `,
    },
    'update-ref': {
      gitLosses: [
        { given: ['--stdin'], refs: 'any' },
        { unless: '--stdin', refs: '<first>', to: '<second>' },
      ],
      options: '-m =text, -d, -z, --[no-]deref, --[no-]stdin, --[no-]create-reflog',
      operands: 'text*',
    },
    'update-server-info': { options: '-f --[no-]force' },
    'upload-pack': {
      options: `
        --[no-]stateless-rpc, --[no-]http-backend-info-refs, --[no-]advertise-refs, --[no-]strict
        --[no-]timeout =text
      `,
    },
    var: { effects: 'reads', operands: 'text' },
    'verify-commit': { options: '-v --[no-]verbose, --[no-]raw', operands: 'text*' },
    'verify-pack': { options: '-v --[no-]verbose, -s --[no-]stat-only, --[no-]object-format =text' },
    'verify-tag': { options: '-v --[no-]verbose, --[no-]raw, --[no-]format =text', operands: 'text*' },
    version: { effects: 'reads', options: '--[no-]build-options' },
    'write-tree': { options: '--[no-]missing-ok, --[no-]prefix =text, --[no-]ignore-cache-tree' },
  };
}
