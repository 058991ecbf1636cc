/** What sh finds out of who starts a program: `agent`: an agent, perhaps; `unconfined`: nobody behind a wall. */
export type CallerTest = 'agent' | 'unconfined';

/**
 * For each a function of sh that succeeds where that may be so. A hook's launcher cannot tell: its line has yet to start. What a multiplexer
 * starts may be an agent's, who has started that.
 */
export const CALLER_TESTS: Readonly<Record<CallerTest, { readonly name: string; readonly text: string }>> = {
  agent: {
    name: '__ss_is_agents_call',
    text: `__ss_is_agents_call() {
[ "\${__ss_written+x}" ] && return 0
__ss_is_person 'tmux*' '[Ss][Cc][Rr][Ee][Ee][Nn]*' && return 1
return 0
}`,
  },
  // see isConfined of host/confined.ts: the mode lets us write the file, the kernel does not
  unconfined: {
    name: '__ss_is_unconfined',
    text: `__ss_is_unconfined() {
[ "\${__ss_written+x}" ] && return 0
[ -w "$__ss_walls/probe" ] || return 0
{ [ x ] >>"$__ss_walls/probe"; } 2>/dev/null
}`,
  },
};
