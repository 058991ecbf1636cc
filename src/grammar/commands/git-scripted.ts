// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import type { Grammar } from '../grammar.ts';

/** Subcommands without git's own option parser, and well-known additions (filter-repo, lfs). */
export function scripted(): Readonly<Record<string, Grammar>> {
  const BISECT_TERM: Grammar = { operands: 'text*' };

  const SUBMODULE_UPDATE: Grammar = {
    // git-submodule(1): without -f what is changed is refused
    gitLosses: [{ given: ['-f'], loses: 'submodules' }],
    options: `
      --init, --remote, -N --no-fetch, --[no-]recommend-shallow, -f --force, --checkout, --rebase, --merge
      --reference =path, --dissociate, --depth =text, --recursive, -j --jobs =text, --[no-]single-branch
      --filter =text, -q --quiet, --progress
    `,
  };

  const SUBTREE = `
    -q --quiet, -d --debug, -h --help, -P --prefix =path, -m --message =text, --annotate =text, -b --branch =text
    --ignore-joins, --onto =text, --[no-]rejoin, --squash, -S --gpg-sign [=text]
  `;

  const SVN = '-q --quiet, -v --verbose, -r --revision =text, -A --authors-file =path, --authors-prog =command';

  return {
    bisect: {
      source: 'git-bisect(1) 2.39',
      subcommands: {
        start: {
          gitLosses: [{ loses: 'operation' }],
          options:
            '--term-new =text, --term-bad =text, --term-old =text, --term-good =text, --no-checkout, --first-parent',
          operands: 'text*',
          afterDashes: 'path*',
        },
        bad: BISECT_TERM,
        good: BISECT_TERM,
        new: BISECT_TERM,
        old: BISECT_TERM,
        skip: BISECT_TERM,
        next: {},
        reset: { ...BISECT_TERM, gitLosses: [{ loses: 'operation' }] },
        terms: { options: '--term-good, --term-old, --term-bad, --term-new' },
        visualize: { operands: 'text*' },
        view: { operands: 'text*' },
        replay: {},
        log: {},
        run: { operands: 'command text*', optionsFirst: true },
        help: {},
      },
      looseSubcommands: true,
      operands: 'text*',
    },
    'check-ref-format': {
      effects: 'reads',
      options: '--normalize, --[no-]allow-onelevel, --refspec-pattern, --branch',
      operands: 'text*',
    },
    credential: { operands: 'text' },
    daemon: {
      source: 'git-daemon(1) 2.39',
      options: `
        --verbose, --syslog, --export-all, --timeout =text, --init-timeout =text, --max-connections =text
        --strict-paths, --base-path =path, --base-path-relaxed, --user-path [=text], --interpolated-path =text
        --reuseaddr, --detach, --pid-file =write, --enable =text, --disable =text, --allow-override =text
        --forbid-override =text, --access-hook =command, --[no-]informative-errors, --inetd, --listen =text
        --port =text, --user =text, --group =text, --log-destination =text
      `,
    },
    'fast-import': {
      source: 'git-fast-import(1) 2.39',
      gitLosses: [{ given: ['--force'], refs: 'any' }],
      options: `
        --force, --quiet, --stats, --allow-unsafe-features, --cat-blob-fd =text, --date-format =text, --done
        --export-marks =write, --import-marks =path, --import-marks-if-exists =path, --[no-]relative-marks
        --rewrite-submodules-from =text, --rewrite-submodules-to =text, --active-branches =text
        --big-file-threshold =text, --depth =text, --export-pack-edges =write, --max-pack-size =text
      `,
    },
    'fetch-pack': {
      source: 'git-fetch-pack(1) 2.39',
      options: `
        --all, --stdin, -q --quiet, -k --keep, --thin, --include-tag, --upload-pack =command, --exec =command
        --depth =text, --shallow-since =text, --shallow-exclude =text, --deepen-relative, --refetch, --no-progress
        --check-self-contained-and-connected, -v
      `,
      operands: 'text*',
    },
    'filter-branch': {
      source: 'git-filter-branch(1) 2.39',
      gitLosses: [{ refs: 'any' }, { loses: 'index' }],
      options: `
        --setup =code, --subdirectory-filter =path, --env-filter =code, --tree-filter =code, --index-filter =code
        --parent-filter =code, --remap-to-ancestor, --msg-filter =code, --commit-filter =code, --tag-name-filter =code
        --prune-empty, --original =text, -d =write, -f --force, --state-branch =text
      `,
      operands: 'text*',
    },
    'filter-repo': {
      source: 'git-filter-repo(1) 2.38',
      // git-filter-repo(1): what no ref has any more goes as well
      gitLosses: [
        { unless: '--dry-run --analyze', loses: 'changed index', refs: 'any' },
        { unless: '--dry-run --analyze', loses: 'stash objects' },
      ],
      options: `
        -h --help, --analyze, --report-dir =write, --invert-paths, --path-match --path =path, --path-glob =text
        --path-regex =text, --use-base-name, --paths-from-file =path, --path-rename-match --path-rename =text
        --replace-text =path, --strip-blobs-bigger-than =text, --strip-blobs-with-ids =path, --tag-rename =text
        --replace-message =path, --message-callback =code, --preserve-commit-encoding, --preserve-commit-hashes
        --no-ff, --mailmap =path, --use-mailmap, --name-callback =code, --email-callback =code
        --filename-callback =code, --file-info-callback =code, --refname-callback =code, --blob-callback =code
        --commit-callback =code, --tag-callback =code, --reset-callback =code, --prune-empty =text
        --prune-degenerate =text, --replace-refs =text, --state-branch =text, --stdin, --quiet, -f --force, --partial
        --no-gc, --refs =text, --dry-run, --debug, --source =path, --target =write, --date-order, --proceed
        --subdirectory-filter =path, --to-subdirectory-filter =path, --sensitive-data-removal, --no-fetch, --version
      `,
      operands: 'text*',
    },
    'fsmonitor--daemon': { operands: 'text*' },
    'get-tar-commit-id': {},
    gui: { operands: 'text*' },
    gitk: { anyOption: true, operands: 'text*' },
    'http-backend': {},
    'http-fetch': { anyOption: true, operands: 'text*' },
    'http-push': { options: '--all, --force, --dry-run, --verbose, -d, -D', operands: 'text*' },
    'imap-send': { options: '-v --[no-]verbose, -q --[no-]quiet, --[no-]curl', operands: 'text*' },
    'index-pack': {
      source: 'git-index-pack(1) 2.39',
      options: `
        -v, -o =write, --[no-]rev-index, --stdin, --fix-thin, --keep [=text], --strict [=text], --promisor [=text]
        --index-version =text, --check-self-contained-and-connected, --fsck-objects [=text], --threads =text
        --max-input-size =text, --object-format =text, --verify, --verify-stat, --verify-stat-only
        --progress-title =text
      `,
    },
    instaweb: {
      source: 'git-instaweb(1) 2.39',
      options: `
        -l --local, -d --httpd =command, -m --module-path =path, -p --port =text, -b --browser =command, --start
        --stop, --restart
      `,
      operands: 'text*',
    },
    lfs: {
      source: 'git-lfs(1) 3.5',
      anyOption: true,
      operands: 'text*',
      looseSubcommands: true,
      subcommands: {
        push: { options: '--dry-run, --object-id, --stdin, --all', operands: 'text*' },
        prune: {
          options: `
            -d --dry-run, -f --force, --recent, -c --[no-]verify-remote, --[no-]verify-unreachable
            --when-unverified =text, -v --verbose
          `,
        },
        migrate: { anyOption: true, operands: 'text*' },
        rm: {},
      },
    },
    mailsplit: { options: '-o =write, -b, -d =text, -f =text, --keep-cr, --mboxrd' },
    mergetool: {
      source: 'git-mergetool(1) 2.39',
      options: '-t --tool =text, --tool-help, -y --no-prompt, --prompt, -g --[no-]gui, -O =path',
    },
    'merge-index': { options: '-a, -o, -q', operands: 'command text*', optionsFirst: true },
    p4: { anyOption: true, operands: 'text*' },
    quiltimport: {
      source: 'git-quiltimport(1) 2.39',
      options: '-n --dry-run, --author =text, --patches =path, --series =path, --keep-non-patch',
      operands: 'text*',
    },
    'receive-pack': {
      options: '-q --quiet, --[no-]skip-connectivity-check, --stateless-rpc, --http-backend-info-refs',
    },
    'request-pull': { options: '-p', operands: 'text*' },
    'rev-parse': {
      effects: 'reads',
      source: 'git-rev-parse(1) 2.39',
      options: `
        --parseopt, --keep-dashdash, --stop-at-non-option, --stuck-long, --sq-quote, --revs-only, --no-revs, --flags
        --no-flags, --default =text, --prefix =text, --verify, -q --quiet, --sq, --short [=text], --not
        --abbrev-ref [=text], --symbolic, --symbolic-full-name, --all, --branches [=text], --tags [=text]
        --remotes [=text], --glob =text, --exclude =text, --exclude-hidden =text, --disambiguate =text
        --local-env-vars, --path-format =text, --git-dir, --git-common-dir, --resolve-git-dir =path, --git-path =text
        --show-toplevel, --show-superproject-working-tree, --shared-index-path, --absolute-git-dir
        --is-inside-git-dir, --is-inside-work-tree, --is-bare-repository, --is-shallow-repository, --show-cdup
        --show-prefix, --show-object-format [=text], --show-ref-format, --since =text, --after =text, --until =text
        --before =text, --bisect, --output-object-format =text, -n =text, --end-of-options
      `,
      operands: 'text*',
      afterDashes: 'path*',
      abbreviations: false,
      anyOption: true,
    },
    'send-email': {
      source: 'git-send-email(1) 2.39',
      options: `
        --annotate, --bcc =text, --cc =text, --compose, --from =text, --reply-to =text, --in-reply-to =text
        --subject =text, --to =text, --8bit-encoding =text, --compose-encoding =text, --transfer-encoding =text
        --[no-]xmailer, --envelope-sender =text, --sendmail-cmd =command, --smtp-encryption =text, --smtp-domain =text
        --smtp-pass [=text], --smtp-server =text, --smtp-server-port =text, --smtp-server-option =text, --smtp-ssl
        --smtp-ssl-cert-path =path, --smtp-user =text, --smtp-auth =text, --no-smtp-auth, --smtp-debug =text
        --batch-size =text, --relogin-delay =text, --no-to, --no-cc, --no-bcc, --identity =text, --to-cmd =command
        --cc-cmd =command, --header-cmd =command, --[no-]chain-reply-to, --[no-]signed-off-by-cc, --[no-]cc-cover
        --[no-]to-cover, --suppress-cc =text, --[no-]suppress-from, --[no-]thread, --confirm =text, --dry-run
        --[no-]format-patch, --quiet, --[no-]validate, --force, --dump-aliases, -v =text
      `,
    },
    shell: { options: '-c =code' },
    submodule: {
      source: 'git-submodule(1) 2.39',
      options: '-q --quiet, --cached',
      optionsEverywhere: true,
      looseSubcommands: true,
      subcommands: {
        add: {
          options:
            '-b --branch =text, -f --force, --name =text, --reference =path, --depth =text, -q --quiet, --progress',
          operands: 'text write',
        },
        status: { options: '--cached, --recursive' },
        init: {},
        deinit: {
          gitLosses: [
            { unless: '--all', trees: '<operands>' },
            { given: ['--all', '-f'], loses: 'submodules' },
          ],
          options: '-f --force, --all, -q --quiet',
          operands: 'delete*',
        },
        update: SUBMODULE_UPDATE,
        'set-branch': { options: '-b --branch =text, -d --default', operands: 'path' },
        'set-url': { operands: 'path text' },
        summary: { options: '--cached, --files, -n --summary-limit =text', operands: 'text*', afterDashes: 'path*' },
        foreach: { options: '--recursive', operands: 'code text*', optionsFirst: true },
        sync: { options: '--recursive' },
        absorbgitdirs: {},
      },
    },
    subtree: {
      source: 'git-subtree(1) 2.39',
      options: SUBTREE,
      optionsEverywhere: true,
      operands: 'text*',
      subcommands: {
        add: { operands: 'text*' },
        merge: { operands: 'text*' },
        split: { operands: 'text*' },
        pull: { operands: 'text*' },
        push: { operands: 'text*' },
      },
    },
    svn: {
      source: 'git-svn(1) 2.39',
      options: SVN,
      optionsEverywhere: true,
      anyOption: true,
      operands: 'text*',
    },
    'unpack-file': { operands: 'text' },
    'unpack-objects': { options: '-n, -q, -r, --strict, --max-input-size =text' },
    'upload-archive': {},
    'web--browse': { options: '-b --browser =command, -t --tool =command, -c --config =text', operands: 'text*' },
    refs: {
      source: 'git-refs(1) 2.51',
      operands: 'text*',
      subcommands: {
        migrate: { options: '--ref-format =text, --[no-]dry-run, --[no-]reflog' },
        verify: { options: '--[no-]strict, -v --[no-]verbose' },
        list: { anyOption: true, operands: 'text*' },
        exists: { operands: 'text' },
      },
    },
    replay: { options: '--onto =text, --advance =text, --contained', operands: 'text*' },
    backfill: { options: '--min-batch-size =text, --[no-]sparse' },
    scalar: { anyOption: true, operands: 'text*' },
    citool: { options: '--nocommit, --amend' },
  };
}
