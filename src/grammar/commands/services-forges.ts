// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { each } from '../command-paths.ts';
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function forges(): Readonly<Record<string, Grammar>> {
  return {
    glab: commandTree({
      source: 'glab 1.53, https://gitlab.com/gitlab-org/cli/-/tree/main/docs/source',
      options: `
        -R --repo =text, -g --group =text, -h --help, -X --method =text, -H --header =text, -f --raw-field =text, -F --field =text, --input =text, --hostname =text
        -m --message =text, -t --title =text, -d --description =text, -b --branch =text, -l --label =text, -a --assignee =text, --assets-links =text
        -n --name =text, -N --notes =text, --notes-file =text, -r --ref =text, -s --scope =text, -v --value =text, --visibility =text, -S --scope-name =text
        -P --per-page =text, -p --page =text, -o --output =text, --tag-name =text, -u --username =text, --role =text, --user =text, --milestone =text
        --source-branch =text, --target-branch =text, --id =text, --output-format =text, --archive [=text], -y --yes, -w --web, --defaultBranch =text
      `,
      commands: `
        ${each('repo, project', 'list, view, clone, create, fork, delete, transfer, archive, search, contributors, mirror, update, publish catalog, members add, members remove, members list')}
        ${each('mr, merge-request', 'list, ls, view, show, create, new, close, delete, del, merge, accept, approve, revoke, checkout, update, diff, note, rebase, reopen, issues, for, todo, subscribe, unsubscribe, approvers')}
        ${each('issue, incident', 'list, ls, view, show, create, new, close, delete, del, update, note, reopen, subscribe, unsubscribe, board create, board view, resolve')}
        ${each('release', 'list, ls, view, create, delete, upload, download')}, ${each('variable, var', 'list, ls, get, set, new, create, update, delete, remove, export')}
        ${each('ci, pipeline, pipe', 'list, view, status, run, run-trig, trigger, retry, delete, cancel, cancel pipeline, cancel job, get, lint, trace, artifact, config compile, runner list')}
        ${each('schedule, label, milestone, snippet, deploy-key, ssh-key, gpg-key, securefile, iteration, opentofu state, tf state', 'list, ls, get, create, add, upload, update, edit, delete, remove, rm, run, download, lock, unlock')}
        ${each('token', 'list, create, revoke, rotate')}, ${each('auth', 'login, logout, status, git-credential, docker-helper, configure-docker, dpop-gen')}, ${each('runner', 'list, assign, delete, pause, unpause, update, create')}
        ${each('cluster', 'graph, agent list, agent bootstrap, agent get-token, agent update-kubeconfig, agent check_manifest_usage, agent token list, agent token revoke, agent token-cache clear')}
        ${each('stack', 'list, create, sync, save, amend, next, prev, first, last, move, reorder, switch')}, ${each('changelog', 'generate')}, ${each('alias', 'list, set, delete')}, ${each('config', 'get, set, edit')}
        ${each('user', 'events')}, api, check-update, completion, version, duo ask, attestation verify, mcp serve, job artifact, work-items list
      `,
    }),
    tea: commandTree({
      source: 'tea 0.10, https://gitea.com/gitea/tea/src/branch/main/docs/CLI.md',
      options: `
        -l --login =text, -r --repo =text, -R --remote =text, -o --output =text, -t --title =text, -d --description =text, --tag =text, --target =text, -n --note =text, -a --asset =text
        -L --labels =text, -s --style =text, -m --message =text, --name =text, --owner =text, --state =text, --limit =text, --page =text, -h --help, -y --confirm, -X --method =text, --type =text
        --user =text, --url =text, --permission =text, --private =text, --file =text, -i --input =text, -f --fields =text, -H --header =text
      `,
      commands: `
        ${each('repo, repos', 'list, ls, search, create, create-from-template, fork, migrate, delete, rm, edit')}, ${each('release, releases, r', 'list, ls, create, c, delete, rm, edit, assets, assets list, assets create, assets delete')}
        ${each('issue, issues, i', 'list, ls, create, c, edit, reopen, close')}, ${each('pull, pulls, pr', 'list, ls, checkout, clean, create, close, reopen, review, approve, reject, merge')}
        ${each('label, labels', 'list, ls, create, update, delete')}, ${each('milestone, milestones, ms', 'list, ls, create, close, delete, rm, reopen, issues')}, ${each('branch, branches, b', 'list, ls, protect, unprotect, rename')}
        ${each('org, organization, organizations', 'list, ls, create, delete, rm')}, ${each('webhook, webhooks, hooks', 'list, ls, create, update, delete, rm')}, ${each('admin users', 'list, ls, create, edit, delete')}, admin
        ${each('actions secrets, actions secret, actions variables, actions variable, actions runs', 'list, ls, create, set, delete, rm, view, logs')}, ${each('login, logins', 'list, add, edit, delete, helper, default, oauth-refresh')}, ${each('times', 'list, add, delete, reset')}
        ${each('notifications, notification', 'list, read, unread, pin, unpin')}, comment, open, clone, whoami, api, logout, man
      `,
    }),
    gitea: commandTree({
      source: 'gitea 1.23, https://docs.gitea.com/administration/command-line; forgejo 10',
      options:
        '-c --config =text, -w --work-path =text, -C --custom-path =text, -u --username =text, -p --password =text, --email =text, --id =text, --token-name =text, --scopes =text, -h --help, --admin, --purge, -f --file =text, -t =text, --repo_dir =text, --units =text, --owner_name =text, --repo_name =text',
      commands: `
        web, dump, dump-repo, restore-repo, migrate, migrate-storage, serv, hook, keys, cert, embedded list, embedded extract, doctor check, doctor convert, doctor recreate-table, generate secret, help
        ${each('admin user', 'create, list, delete, change-password, must-change-password, generate-access-token, reset-mfa')}, ${each('admin auth', 'list, delete, add-oauth, add-ldap, update-oauth, update-ldap, add-smtp, update-smtp, add-ldap-simple, update-ldap-simple')}
        admin regenerate hooks, admin regenerate keys, admin repo-sync-releases, admin sendmail, ${each('manager', 'shutdown, restart, flush-queues, logging, processes, reload-templates')}, actions generate-runner-token, forgejo-cli actions generate-runner-token
      `,
    }),
    fj: commandTree({
      source: 'forgejo-cli 0.2, https://codeberg.org/forgejo-contrib/forgejo-cli',
      options:
        '-H --host =text, -R --remote =text, -r --repo =text, --body =text, --tag =text, -h --help, --title =text',
      commands: `
        ${each('repo', 'create, fork, migrate, view, readme, clone, star, unstar, delete, browse, labels')}, ${each('release', 'create, edit, delete, list, view, browse, asset create, asset delete, asset download')}
        ${each('issue', 'create, edit, comment, close, search, view, browse')}, ${each('pr', 'search, create, view, status, checkout, comment, edit, close, merge, browse')}, ${each('org', 'list, view, create, edit, activity, members, visibility, team, label, repo')}
        ${each('tag', 'create, delete, list, view')}, ${each('user', 'search, view, browse, follow, unfollow, block, unblock, repos, orgs, activity, edit, key, gpg')}, ${each('actions', 'tasks, variables list, variables create, variables delete, secrets list, secrets create, secrets delete, dispatch')}
        wiki, auth login, auth logout, auth add-key, auth list, auth use-ssh, whoami, version, completion
      `,
    }),
  };
}

/** Clients of forges beside GitHub's. */
export const FORGES = family('glab tea gitea forgejo fj', () => {
  const built = forges();
  return { ...built, ...(built.gitea !== undefined && { forgejo: built.gitea }) };
});
