/** What sh finds out of a call that may destroy something: `agent`: whose it is; `here`, `over`: is something there that could be lost. */
export type LossTest = 'agent' | 'here' | 'over';

/** Longest word whose letters are tried as the option that a path stands behind. */
const MAX_ATTACHED = 64;

/** For each a function of sh that succeeds where that may be so, by the words. They read the disk, and start nothing. */
export const LOSS_TESTS: Readonly<Record<LossTest, { readonly name: string; readonly text: string }>> = {
  // a hook's launcher says so; of what is typed at a prompt the shims say more
  agent: {
    name: '__ss_is_agents',
    text: `__ss_is_agents() {
[ "\${__hook_keeps-}\${__ss_marked-}" ] || [ "\${SAFESHELL_CONTEXT-}" = ai ]
}`,
  },
  // any word is a path, or has one behind an option or a key; what another program expands counts as one
  here: {
    name: '__ss_is_here',
    text: `__ss_is_here() {
for __ss_word do
case $__ss_word in
'') continue ;;
:* | *[*?[{]*) return 0 ;;
*://*)
__ss_word=\${__ss_word%%[?#]*}
__ss_word=\${__ss_word##*/} ;;
esac
while [ "$__ss_word" ]; do
{ [ -e "$__ss_word" ] || [ -h "$__ss_word" ]; } && return 0
case $__ss_word in
*=*) __ss_word=\${__ss_word#*=} ;;
-[!-]?*)
[ "\${#__ss_word}" -lt ${MAX_ATTACHED} ] || return 0
__ss_word=\${__ss_word#-?}
while [ "$__ss_word" ]; do
{ [ -e "$__ss_word" ] || [ -h "$__ss_word" ]; } && return 0
__ss_word=\${__ss_word#?}
done ;;
*) break ;;
esac
done
done
return 1
}`,
  },
  // what goes to the last word, or into it where that is a directory
  over: {
    name: '__ss_is_over',
    text: `__ss_is_over() {
__ss_at= __ss_count=0
for __ss_word do
case $__ss_word in
'' | -- | -*[tT]*) return 0 ;;
-*) [ "$__ss_count" = 0 ] || return 0 ;;
*) __ss_at=$__ss_word __ss_count=$((__ss_count + 1)) ;;
esac
done
[ "$__ss_count" -gt 1 ] || return 0
[ -e "$__ss_at" ] || [ -h "$__ss_at" ] || return 1
[ -d "$__ss_at" ] || return 0
for __ss_word do
case $__ss_word in
"$__ss_at" | -*) continue ;;
*/ | . | .. | */. | */..) return 0 ;;
esac
__ss_word=\${__ss_at%/}/\${__ss_word##*/}
{ [ -e "$__ss_word" ] || [ -h "$__ss_word" ]; } && return 0
done
return 1
}`,
  },
};
