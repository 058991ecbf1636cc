// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function github(): Readonly<Record<string, Grammar>> {
  const ANY: Grammar = { anyOption: true, operands: 'text*' };
  const REPO = '-R --repo =text, --help';
  const BODY = `
    -b --body =text, -F --body-file =path, -t --title =text, -a --assignee =text, -l --label =text
    -m --milestone =text, -p --project =text, -w --web, -e --editor, -T --template =text
  `;
  const EDIT = `
    -b --body =text, -F --body-file =path, -t --title =text, --add-label =text, --remove-label =text
    --add-assignee =text, --remove-assignee =text, --add-project =text, --remove-project =text, -m --milestone =text
    --remove-milestone
  `;
  const LIST = `
    -a --assignee =text, -A --author =text, -l --label =text, -L --limit =text, -s --state =text, -S --search =text
    -q --jq =text, --json =text, -t --template =text, -w --web, --app =text, --mention =text, -m --milestone =text
    -B --base =text, -H --head =text, -d --draft
  `;
  const VIEW = '-c --comments, -q --jq =text, --json =text, -t --template =text, -w --web';
  const COMMENT =
    '-b --body =text, -F --body-file =path, -e --editor, -w --web, --edit-last, --create-if-none, --delete-last, --yes';

  return {
    gh: {
      source: 'gh(1) 2.74',
      options: '--version, --help, -h',
      optionsEverywhere: true,
      abbreviations: false,
      subcommands: {
        alias: ANY,
        api: {
          options: `
            --cache =text, -F --field =text, -H --header =text, --hostname =text, -i --include, --input =path
            -q --jq =text, -X --method =text, --paginate, -p --preview =text, -f --raw-field =text, --silent, --slurp
            -t --template =text, --verbose
          `,
          operands: 'text',
        },
        attestation: ANY,
        auth: ANY,
        browse: ANY,
        cache: {
          subcommands: {
            delete: { options: `${REPO}, -a --all, --succeed-on-no-caches, -r --ref =text`, operands: 'text*' },
            list: ANY,
          },
        },
        codespace: ANY,
        completion: ANY,
        config: ANY,
        extension: ANY,
        gist: {
          subcommands: {
            clone: { anyOption: true, operands: 'text write' },
            create: { options: '-d --desc =text, -f --filename =text, -p --public, -w --web' },
            delete: { options: '--yes', operands: 'text*' },
            edit: {
              options: '-a --add =path, -d --desc =text, -f --filename =text, -r --remove =text',
              operands: 'text path',
            },
            list: ANY,
            rename: ANY,
            view: ANY,
          },
        },
        'gpg-key': ANY,
        issue: {
          options: REPO,
          optionsEverywhere: true,
          subcommands: {
            create: { options: `${BODY}, --recover =text`, operands: 'text*' },
            list: { options: LIST, operands: 'text*' },
            status: ANY,
            close: { options: '-c --comment =text, -r --reason =text', operands: 'text*' },
            comment: { options: COMMENT, operands: 'text*' },
            delete: { options: '--yes, --confirm', operands: 'text*' },
            develop: ANY,
            edit: { options: EDIT, operands: 'text*' },
            lock: { options: '-r --reason =text', operands: 'text*' },
            pin: ANY,
            reopen: { options: '-c --comment =text', operands: 'text*' },
            transfer: ANY,
            unlock: ANY,
            unpin: ANY,
            view: { options: VIEW, operands: 'text*' },
          },
          aliases: { new: 'create', ls: 'list' },
        },
        label: {
          options: REPO,
          optionsEverywhere: true,
          subcommands: {
            clone: ANY,
            create: { options: '-c --color =text, -d --description =text, -f --force', operands: 'text*' },
            delete: { options: '--yes', operands: 'text*' },
            edit: { options: '-c --color =text, -d --description =text, -n --name =text', operands: 'text*' },
            list: ANY,
          },
        },
        org: ANY,
        pr: {
          options: REPO,
          optionsEverywhere: true,
          subcommands: {
            create: {
              options: `
                ${BODY}, -B --base =text, -d --draft, --dry-run, -f --fill, --fill-first, --fill-verbose
                -H --head =text, --no-maintainer-edit, --recover =text, -r --reviewer =text
              `,
              operands: 'text*',
            },
            list: { options: LIST, operands: 'text*' },
            status: ANY,
            checkout: { options: '-b --branch =text, --detach, -f --force, --recurse-submodules', operands: 'text*' },
            checks: {
              options: `
                --fail-fast, -i --interval =text, -q --jq =text, --json =text, --required, -t --template =text
                --watch, -w --web
              `,
              operands: 'text*',
            },
            close: { options: '-c --comment =text, -d --delete-branch', operands: 'text*' },
            comment: { options: COMMENT, operands: 'text*' },
            diff: { options: '--color =text, --name-only, --patch, -w --web', operands: 'text*' },
            edit: {
              options: `${EDIT}, -B --base =text, --add-reviewer =text, --remove-reviewer =text`,
              operands: 'text*',
            },
            lock: { options: '-r --reason =text', operands: 'text*' },
            merge: {
              options: `
                --admin, -A --author-email =text, --auto, -b --body =text, -F --body-file =path, -d --delete-branch
                --disable-auto, --match-head-commit =text, -m --merge, -r --rebase, -s --squash, -t --subject =text
              `,
              operands: 'text*',
            },
            ready: { options: '--undo', operands: 'text*' },
            reopen: { options: '-c --comment =text', operands: 'text*' },
            review: {
              options: '-a --approve, -b --body =text, -F --body-file =path, -c --comment, -r --request-changes',
              operands: 'text*',
            },
            unlock: ANY,
            'update-branch': { options: '--rebase', operands: 'text*' },
            view: { options: VIEW, operands: 'text*' },
          },
          aliases: { new: 'create', ls: 'list', co: 'checkout' },
        },
        preview: ANY,
        project: ANY,
        release: {
          options: REPO,
          optionsEverywhere: true,
          subcommands: {
            create: {
              options: `
                --discussion-category =text, -d --draft, --fail-on-no-commits, --generate-notes, --latest
                -n --notes =text, -F --notes-file =path, --notes-from-tag, --notes-start-tag =text, -p --prerelease
                --target =text, -t --title =text, --verify-tag
              `,
              operands: 'text path*',
            },
            list: ANY,
            delete: { options: '--cleanup-tag, -y --yes', operands: 'text' },
            'delete-asset': { options: '-y --yes', operands: 'text*' },
            download: {
              options: `
                -A --archive =text, --clobber, -D --dir =write, -O --output =write, -p --pattern =text
                --skip-existing
              `,
              operands: 'text',
            },
            edit: {
              anyOption: true,
              options: `
                -n --notes =text, -F --notes-file =path, -t --title =text, --target =text, --tag =text
                --draft [=text], --latest [=text], --prerelease [=text]
              `,
              operands: 'text',
            },
            upload: { options: '--clobber', operands: 'text path*' },
            view: ANY,
          },
          aliases: { new: 'create', ls: 'list' },
        },
        repo: {
          subcommands: {
            archive: { options: '-y --yes, --confirm', operands: 'text*' },
            autolink: ANY,
            clone: { options: '-u --upstream-remote-name =text', operands: 'text write' },
            create: {
              options: `
                --add-readme, -c --clone, -d --description =text, --disable-issues, --disable-wiki
                -g --gitignore =text, -h --homepage =text, --include-all-branches, --internal, -l --license =text
                --private, --public, --push, -r --remote =text, -s --source =path, -t --team =text
                -p --template =text
              `,
              operands: 'text',
            },
            delete: { options: '--yes, --confirm', operands: 'text*' },
            'deploy-key': ANY,
            edit: {
              anyOption: true,
              options: `
                --visibility =text, --accept-visibility-change-consequences, --default-branch =text
                -d --description =text
              `,
              operands: 'text*',
            },
            fork: {
              options: '--clone, --default-branch-only, --fork-name =text, --org =text, --remote, --remote-name =text',
              operands: 'text*',
            },
            gitignore: ANY,
            license: ANY,
            list: ANY,
            rename: { options: '-R --repo =text, -y --yes, --confirm', operands: 'text*' },
            'set-default': ANY,
            sync: { options: '-b --branch =text, --force, -s --source =text', operands: 'text*' },
            unarchive: { options: '-y --yes', operands: 'text*' },
            view: ANY,
          },
          aliases: { new: 'create', ls: 'list' },
        },
        ruleset: ANY,
        run: {
          options: REPO,
          optionsEverywhere: true,
          subcommands: {
            cancel: ANY,
            delete: ANY,
            download: { options: '-D --dir =write, -n --name =text, -p --pattern =text', operands: 'text*' },
            list: {
              anyOption: true,
              options: '-L --limit =text, -w --workflow =text, -b --branch =text, --json =text, -q --jq =text',
              operands: 'text*',
            },
            rerun: { options: '-d --debug, --failed, -j --job =text', operands: 'text*' },
            view: {
              anyOption: true,
              options: '-j --job =text, --log, --log-failed, -a --attempt =text, --json =text, -q --jq =text',
              operands: 'text*',
            },
            watch: ANY,
          },
        },
        search: ANY,
        secret: {
          options: '-R --repo =text',
          optionsEverywhere: true,
          subcommands: {
            delete: { options: '-a --app =text, -e --env =text, -o --org =text, -u --user', operands: 'text*' },
            list: ANY,
            set: {
              options: `
                -a --app =text, -b --body =text, -e --env =text, -f --env-file =path, --no-repos-selected, --no-store
                -o --org =text, -r --repos =text, -u --user, -v --visibility =text
              `,
              operands: 'text*',
            },
          },
          aliases: { remove: 'delete', ls: 'list' },
        },
        'ssh-key': ANY,
        status: ANY,
        variable: {
          options: '-R --repo =text',
          optionsEverywhere: true,
          subcommands: {
            delete: { options: '-e --env =text, -o --org =text', operands: 'text*' },
            get: ANY,
            list: ANY,
            set: {
              options: `
                -b --body =text, -e --env =text, -f --env-file =path, -o --org =text, -r --repos =text
                -v --visibility =text
              `,
              operands: 'text*',
            },
          },
        },
        workflow: {
          options: REPO,
          optionsEverywhere: true,
          subcommands: {
            disable: ANY,
            enable: ANY,
            list: ANY,
            run: { options: '-F --field =text, --json, -f --raw-field =text, -r --ref =text', operands: 'text*' },
            view: ANY,
          },
        },
      },
      aliases: { cs: 'codespace', ext: 'extension', extensions: 'extension' },
    },
  };
}

/** GitHub's client. */
export const GITHUB = family('gh', github);
