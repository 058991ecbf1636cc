import type { Sign } from '../conditions/signs.ts';

/**
 * What sh finds out of who starts a program: `agent`: an agent, perhaps; `unconfined`: nobody behind a wall; `first`: this call has not been confined
 * lately, or nobody would answer behind its wall. Where it has, `__ss_behind` becomes the program behind the same wall.
 */
export type CallerTest = Extract<Sign, { readonly caller: unknown }>['caller'];

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
  // see keepWall of store/kept-walls.ts; a permit for one start is for Node to use up
  first: {
    name: '__ss_is_first_call',
    text: `__ss_are_plain() {
for __ss_plain do
[ -e "$__ss_plain" ] && [ ! -h "$__ss_plain" ] || return 1
done
}
__ss_is_first_call() {
[ "\${__ss_written+x}" ] && return 0
[ -z "$__ss_wall" ] || return 1
[ "$__ss_place" = direct ] && [ "$__ss_kept" -nt "$__ss_stamp" ] || return 0
for __ss_permit in "\${__ss_walls%/*}/permits/"*; do
[ -e "$__ss_permit" ] && return 0
done
__ss_pid=
{ IFS= read -r __ss_pid <"$__ss_walls/broker.pid"; [ "$__ss_pid" -gt 1 ] && kill -0 "$__ss_pid"; } 2>/dev/null || return 0
. "$__ss_kept"
[ -z "$__ss_wall" ] && return 0
{ [ x ] >"$__ss_walls/$$"; } 2>/dev/null
return 1
}`,
  },
};
