import { GIT_VARIABLES } from '../model/facts.ts';

/** The value of `__ss_branch` where only Node can find it: a symlink, a worktree's file, a bare repository, an unusual HEAD or name. */
export const UNKNOWN_BRANCH = '?';

/** Bytes of HEAD that are read; git takes no longer branch name. */
const MAX_HEAD = 300;

/**
 * A function of sh that sets `__ss_branch` to the branch that is checked out in the working directory; empty = there is none. It
 * reads one line of one regular file, so that it never blocks on a pipe or device.
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
