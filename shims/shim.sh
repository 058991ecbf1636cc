#!/bin/sh
# safeshell shim. Generated: `safeshell refresh` writes it anew.
# Asks the guard about one command, then becomes the real program. Exit statuses of the slow path (Node):
#   222 run it   224 run it confined   223 something else runs: start Node again in our place   126 refused   127 not found
# Nothing else runs the command: whatever Node dies of, it was not run.

@POSIX@
# An sh that is bash imports functions from the environment and options from SHELLOPTS.
unset -f '[' echo read kill ps
set +aefu

__ss_name=@NAME@
__ss_shims=@SHIMS@
__ss_node=@NODE@
__ss_main=@MAIN@
__ss_stamp=@STAMP@
__ss_walls=@WALLS@
__ss_kept=@KEPT@/$__ss_name # how calls of it were confined lately
__ss_projects=@PROJECTS@
__ss_marked="@MARKERS@" # variables that agents set for what they start

@BEHIND@

@PROJECT@

# The gate may open only while all that the compiled policy was made from has the times that it had, and no project's rule
# file may lie above: by their names, where no link is among the folders, else by `..`, as a directory that was entered through a
# symlink has other parents.
__ss_gate=shut
__ss_way=node
__ss_wall= # yes = this very call has been confined lately, and is again: `__ss_behind`
if @FRESH@; then
  # ---- place: __ss_place=direct where $PWD says where we are ----
  __ss_place=indirect
  case $PWD in
  /) __ss_up= ;;
  *//* | */ | */. | */./* | */.. | */../* | [!/]* | '') __ss_up=. ;;
  *)
    __ss_up=$PWD
    while [ "$__ss_up" ] && [ ! -h "$__ss_up" ] && [ ! -d "$__ss_up/.safeshell" ]; do
      __ss_up=${__ss_up%/*}
    done
    ;;
  esac
  if [ -d "$__ss_up/.safeshell" ]; then
    if [ "$__ss_up" != . ] && [ "$PWD" -ef . ] && __ss_find_project "$__ss_up"; then
      __ss_place=direct
      [ -z "$__ss_project" ] || __ss_is_silent "$__ss_project" "$__ss_name" && __ss_gate=open
    fi
  elif [ -z "$__ss_up" ] && [ "$PWD" -ef . ]; then
    __ss_place=direct
    __ss_gate=open
  else
    __ss_up=
    while [ ! -d "${__ss_up}.safeshell" ] && [ "${#__ss_up}" -lt 300 ]; do
      if [ "${__ss_up}." -ef / ]; then
        __ss_gate=open
        break
      fi
      __ss_up=../$__ss_up
    done
  fi
  # ---- end of place ----
fi
@PASS@

__ss_stop() { # message, status
  echo "safeshell: $1" >&2
  exit "$2"
}

# The real program: the first in PATH that lies in no directory of ours, however that is spelled. A script that just
# sent us back here (pyenv's and its like, when they mean the system's own) is passed over while there is another.
__ss_find() {
  __ss_rest=$PATH:
  while [ -n "$__ss_rest" ]; do
    __ss_dir=${__ss_rest%%:*}
    __ss_rest=${__ss_rest#*:}
    case $__ss_dir in /*) ;; *) __ss_dir=./$__ss_dir ;; esac
    __ss_real=$__ss_dir/$__ss_name
    [ "$__ss_dir" != "$__ss_shims" ] && [ -f "$__ss_real" ] && [ -x "$__ss_real" ] || continue
    [ "$__ss_real" -ef "$__ss_shims/$__ss_name" ] && continue
    [ "$__ss_real" = "$__ss_tried" ] && __ss_is_script "$__ss_real" && continue
    return 0
  done
  return 1
}

__ss_is_script() {
  __ss_line=
  read -r __ss_line 2>/dev/null <"$1"
  case $__ss_line in '#!'*) return 0 ;; esac
  return 1
}

# exec keeps $$, so a ring of shims that pass a command on to each other keeps counting; anything else starts at 0. What
# each of them became stands in a line of its own: scripts like pyenv's start bash, and so its shim, in between.
__ss_hops=0
__ss_tried=
__ss_ring=
case ${SAFESHELL_HOPS-} in
"$$":*)
  __ss_ring=${SAFESHELL_HOPS#*:}
  __ss_hops=${__ss_ring%%:*}
  __ss_ring=${__ss_ring#*:}
  case $__ss_ring in
  *"
$__ss_name:$#:"*)
    __ss_tried=${__ss_ring##*"
$__ss_name:$#:"}
    __ss_tried=${__ss_tried%%"
"*}
    ;;
  esac
  ;;
esac
case $__ss_hops in
[0-9] | [1-9][0-9]) ;;
*) __ss_stop "$__ss_name: shims start each other in a ring, not run" 126 ;;
esac
if [ "$__ss_program" ]; then
  __ss_real=$__ss_program
elif ! __ss_find; then
  __ss_tried=
  __ss_find || __ss_stop "$__ss_name: command not found" 127
fi

__ss_become() {
  SAFESHELL_HOPS="$$:$((__ss_hops + 1)):$__ss_ring
$__ss_name:$#:$__ss_real"
  export SAFESHELL_HOPS
  [ -z "$__ss_program" ] || exec -a "$__ss_as" "$__ss_real" "$@"
  @KEEP_NAME@
  exec "$__ss_real" "$@"
}
__ss_pass() {
  [ "$__ss_gate$__ss_way" = openrun ] || return 1
  [ -z "$__ss_wall" ] || __ss_behind "$@"
  __ss_become "$@"
}

@PERSON@

# ---- gate: sets __ss_way=run where no rule can match; without one every call goes to Node ----
@GATE@
# ---- end of gate ----
__ss_pass "$@"

# ---- slow path ----

__ss_broken() { # what is wrong; a person at a terminal also learns the way round
  if ! __ss_is_person; then
    __ss_line='"retry":false,"advice":"Do not retry it and do not work around it. Tell the user."'
    __ss_stop '{"decision":"deny","cause":"guard-broken","reason":"'"$1\",$__ss_line}" 126
  fi
  [ -t 2 ] && echo "safeshell: to run it without the guard: $__ss_real ..." >&2
  __ss_stop "$__ss_name: not run: $1" 126
}

if [ ! -x "$__ss_node" ]; then
  __ss_is_person || __ss_broken "the guard cannot start: its Node is gone"
  echo "safeshell: $__ss_name runs unguarded: no Node at $__ss_node (safeshell doctor)" >&2
  __ss_become "$@"
fi

[ -s "$__ss_main" ] || __ss_broken "the guard is not installed as it was: $__ss_main is gone or empty; run safeshell setup, or install.sh"

@ASK@

case $__ss_signal$__ss_status in
222) __ss_become "$@" ;;
224) # by the command that Node has left
  [ -s "$__ss_walls/$$" ] || __ss_broken "nothing says how it is confined"
  . "$__ss_walls/$$"
  __ss_broken "what says how it is confined is no command"
  ;;
223)
  export SAFESHELL_STEP=replace SAFESHELL_SHIMS="$__ss_shims" SAFESHELL_PROGRAM="${__ss_program:+$__ss_name:$__ss_program}"
  export NODE_OPTIONS='' NODE_EXTRA_CA_CERTS='' \
    SAFESHELL_NODE_OPTIONS="$__ss_options" SAFESHELL_NODE_CERTS="$__ss_certs"
  exec "$__ss_node" @OPTIONS@"$__ss_main" "$__ss_name" "$@"
  ;;
126 | 127) exit "$__ss_status" ;;
129 | 130 | 131 | 141 | 142 | 143) # HUP INT QUIT PIPE ALRM TERM: someone ended it
  kill -"$((__ss_status - 128))" $$
  exit "$__ss_status"
  ;;
INT* | QUIT*)
  kill -s "$__ss_signal" $$
  exit 130
  ;;
*) __ss_broken "the guard gave no answer (status $__ss_status)" ;;
esac
