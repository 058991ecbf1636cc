import { GIT_VARIABLES } from '../model/facts.ts';

/** What the branch counts as where only Node can tell: a link, a worktree's file, a bare repository, a strange HEAD or name. */
export const UNKNOWN_BRANCH = '?';

/** More than git takes as a name. */
const MAX_HEAD = 300;

/**
 * A function of sh that sets `__ss_branch` to the branch that is checked out where the command runs, or to nothing where
 * none is. It reads one line of one file, and nothing that may make it wait.
 */
export const FIND_BRANCH = `__ss_find_branch() {
__ss_branch='${UNKNOWN_BRANCH}'
[ "$__ss_place" = direct ] && [ -z "${GIT_VARIABLES.map((name) => `\${${name}+x}`).join('')}" ] || return 0
__ss_up=\${PWD%/}
while [ ! -e "$__ss_up/.git" ] && [ ! -h "$__ss_up/.git" ]; do
[ -e "$__ss_up/HEAD" ] && return 0
[ "$__ss_up" ] || { __ss_branch=; return 0; }
__ss_up=\${__ss_up%/*}
done
__ss_up=$__ss_up/.git
[ -d "$__ss_up" ] && [ ! -h "$__ss_up" ] && [ -d "$__ss_up/objects" ] && [ -d "$__ss_up/refs" ] || return 0
[ ! -e "$__ss_up/commondir" ] && [ -f "$__ss_up/HEAD" ] && [ ! -h "$__ss_up/HEAD" ] && [ -r "$__ss_up/HEAD" ] || return 0
{ IFS= read -r __ss_head && ! IFS= read -r __ss_more && [ -z "$__ss_more" ] && [ \${#__ss_head} -lt ${MAX_HEAD} ]; } <"$__ss_up/HEAD" || return 0
case \${__ss_head#ref: refs/heads/} in "$__ss_head" | '' | .invalid | *[!A-Za-z0-9/_.-]*) ;; *) __ss_branch=\${__ss_head#ref: refs/heads/} ;; esac
}`;
