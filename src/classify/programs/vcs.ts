import { type Access, accesses } from '../../grammar/accesses.ts';
import { dropLead } from '../../grammar/words.ts';
import type { Call, ProgramFamily } from '../behaviour.ts';

const REVISION = /^@$|^HEAD$|[~^][\d^~]{0,40}$|\.\.|@\{|^refs\/|^[0-9a-f]{40}$/;

/** Words of git that its grammar takes for paths, without the revisions; `HEAD:.env` is the file `.env` of a revision. */
function gitPaths(call: Call): readonly Access[] {
  const { endOfOptions = Number.POSITIVE_INFINITY } = call.parsed;
  return accesses(call.parsed).flatMap((access) => {
    const { word, index } = access;
    if (word.kind !== 'known' || index > endOfOptions) return [access];
    if (REVISION.test(word.value)) return [];
    const colon = /^[^/:]*:(?!\/)/.exec(word.value)?.[0].length;
    return [colon === undefined ? access : { ...access, word: dropLead(word, colon) }];
  });
}

/** Version control and the forges' own clients. Source: git(1) 2.39, gh(1) 2.74, glab 1.50, hg(1) 6, svn(1) 1.14. */
export const VCS_OPERATIONS: ProgramFamily = {
  rows: {
    git: [['write_local', 'config edit']],
    gh: [
      [
        'read_external',
        `
          ** list, ** view, ** status, ** checks, ** diff, ** watch, search, api, browse, ruleset, status, issue, pr, repo
          run, release, workflow, label, gist, org, attestation, cache list, variable get, secret list, project, auth status
          codespace list, ssh-key list, gpg-key list
        `,
      ],
      ['write_local', 'alias, config, extension remove, repo set-default, auth setup-git, auth switch, auth logout'],
      [
        'read_local',
        'completion, help, version, alias list, config get, config list, extension list, repo gitignore, repo license',
      ],
      [
        'read_external write_local',
        'repo clone, pr checkout, run download, release download, gist clone, auth login, auth refresh',
      ],
      ['read_external write_local execute?', 'extension install, extension upgrade'],
      [
        'write_external',
        `
          ** create, ** edit, ** delete, ** close, ** reopen, ** merge, ** comment, ** review, ** ready, ** lock, ** unlock
          ** transfer, ** pin, ** unpin, ** develop, ** upload, ** rename, ** archive, ** unarchive, ** fork, ** sync
          ** rerun, ** cancel, ** enable, ** disable, ** set, ** add, ** delete-asset, ** update-branch, workflow run
          repo deploy-key add, repo autolink create, label clone, project copy, project link, project unlink
          project item-add, project item-create, project item-edit, project item-delete, project item-archive
          project field-create, project field-delete, project mark-template, codespace stop
          api -X|--method=post|put|patch|delete, api -f|--raw-field, api -F|--field, api --input
        `,
      ],
      [
        'read_external',
        'api -X|--method=get -f|--raw-field|-F|--field, api -X|--method=get --input, api -X|--method=get',
      ],
      ['execute write_external?', 'codespace ssh, codespace create, codespace cp, codespace code, extension exec'],
    ],
    glab: [
      ['read_external', '** list, ** view, ** diff, ** status, api, ** trace, ** get'],
      ['read_local', 'completion, help, version, config get'],
      ['read_external write_local', 'repo clone, mr checkout, release download, job artifact, auth login'],
      [
        'write_external',
        `
          ** create, ** update, ** close, ** reopen, ** merge, ** approve, ** revoke, ** note, ** delete, ** run, ** retry
          ** cancel, ** set, ** upload, ** rebase, ** subscribe, ** fork, ** archive, ** transfer
          api -X|--method=post|put|patch|delete, api -f|--raw-field, api -F|--field, api --input
        `,
      ],
      ['write_local', 'config set, alias set, alias delete'],
    ],
    hg: [
      [
        'read_local',
        'status, log, diff, annotate, cat, summary, heads, branches, tags, paths, root, identify, files, grep, id, st',
      ],
      [
        'write_local',
        'add, commit, ci, update, up, merge, revert, init, rename, mv, copy, remove, rm, branch, bookmark, tag, strip, shelve, graft, rebase, import',
      ],
      ['read_external write_local', 'clone, pull'],
      ['read_external', 'incoming, in'],
      ['write_external', 'push, email'],
    ],
    svn: [
      ['read_local', 'status, st, diff, info, help, proplist, propget'],
      ['read_external', 'log, ls, list, cat, blame'],
      ['write_local', 'add, revert, delete, rm, mv, move, cp, copy, mkdir, cleanup, propset, resolve, patch'],
      ['read_external write_local', 'checkout, co, update, up, switch, export, merge'],
      ['write_external', 'commit, ci, import, lock, unlock'],
    ],
  },
  paths: { git: gitPaths },
};
