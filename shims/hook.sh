#!/bin/sh
# safeshell hook. Generated: `safeshell agents install @AGENT@` and `safeshell refresh` write it anew.
# An agent starts this before it acts, with what it is about to do on stdin. Node answers; whatever keeps it from
# answering is a refusal.

# An sh that is bash imports functions from the environment and options from SHELLOPTS.
unset -f '[' cd echo export kill printf read ulimit
set +aefu

# The shell says on its stderr how a child was killed. What agents read goes to theirs.
exec 3>&2 2>/dev/null

__ss_node=@NODE@
__ss_main=@MAIN@
__ss_hooks=@HOOKS@

@BEHIND@

__ss_refuse() {
  exec 2>&3 3>&-
  @REFUSE@
}
__ss_refuse_gone() {
  exec 2>&3 3>&-
  @GONE@
}
__ss_refuse_busy() {
  exec 2>&3 3>&-
  @BUSY@
}
# A program that is empty ends with 0 as well: an answer is what it only knows from us.
__ss_end() { # status of Node
  case $1 in
  @ANSWER@) exit 0 ;;
  @ANSWER_2@) exit 2 ;;
  75 | 137) __ss_refuse_busy ;; # no turn in time; killed at the time limit, or by the system
  esac
  __ss_refuse
}
[ -x "$__ss_node" ] && [ -s "$__ss_main" ] || [ "$1" != after ] || exit 0
[ -x "$__ss_node" ] || __ss_refuse
[ -s "$__ss_main" ] || __ss_refuse_gone

# Beside a dialog of the agent that is open Node waits for a person, as long as the agent lets it.
__ss_limit=yes
[ "$1" != dialog ] || __ss_limit=

# Only a few Node processes run at a time: more would end no sooner, and each takes 45 MB. A slot is a file that names the launcher
# which has it, and is free once that has ended, however it ended. Slots delay a start and never prevent it: where none can be
# written Node starts at once; where none has changed hands for ten looks Node starts, and takes one over.
__ss_queue='
__ss_put() { # slot, process id
  { [ ! -L "$1" ] && { [ ! -e "$1" ] || [ -f "$1" ]; }; } || return 0
  printf "%-20s\n" "$2" 1<>"$1" || return 0 # a file that is cut first waits for the disk
  __ss_pid=
  read -r __ss_pid <"$1"
  [ "$__ss_pid" = "$2" ]
}
__ss_take() { # folder, process id
  [ -w "$1" ] || return 0
  __ss_slot=0 __ss_holders=
  while [ "$__ss_slot" -lt @SLOTS@ ]; do
    __ss_pid=
    [ ! -f "$1/$__ss_slot" ] || read -r __ss_pid <"$1/$__ss_slot"
    case $__ss_pid in "" | *[!0-9]*) __ss_pid= ;; esac
    if [ "$__ss_pid" ] && kill -0 "$__ss_pid"; then
      __ss_holders="$__ss_holders $__ss_pid"
    elif __ss_put "$1/$__ss_slot" "$2"; then
      return 0
    fi
    __ss_slot=$((__ss_slot + 1))
  done
  return 1
}'
__ss_wait='
__ss_looks=0 __ss_same=0 __ss_before=
until __ss_take "$1" "$2"; do
  [ "$__ss_looks" -lt @LOOKS@ ] || exit 75
  if [ "$__ss_holders" = "$__ss_before" ]; then __ss_same=$((__ss_same + 1)); else __ss_same=0; fi
  if [ "$__ss_same" -ge 10 ]; then
    __ss_put "$1/$(( ($2 + __ss_looks) % @SLOTS@ ))" "$2"
    exit 0
  fi
  __ss_before=$__ss_holders __ss_looks=$((__ss_looks + 1))
  "$3" @NAP@ || exit 75
done'
eval "$__ss_queue"
__ss_turn() {
  # bounded, as a slot may be a file of any size; where that ends it Node starts at once
  (
    ulimit -S -t 1
    ulimit -c 0
    __ss_take "$__ss_hooks/.slots" "$$"
  )
  [ $? != 1 ] || @WAIT@"$__ss_root/bin/sh" -c "$__ss_queue$__ss_wait" queue "$__ss_hooks/.slots" "$$" @SLEEP@
}

# Options as in ask.sh. A Node that does not know them has not even started, nor read anything.
__ss_quick=
@TRIED@ && __ss_quick=yes
__ss_begun= # the descriptor that has the beginning of the input, and a newline
__ss_start() {
  (
    export NODE_OPTIONS='' NODE_EXTRA_CA_CERTS=''
    ulimit -S -t @PROCESSOR@
    ulimit -c 0
    exec @LIMIT@"$__ss_node" @OPTIONS@"$__ss_main" @NAME@ "$__ss_hooks" @ANSWER@ $__ss_begun 2>&3 3>&-
  )
}
__ss_ask() {
  @TURN@ || return 75
  __ss_start
  __ss_status=$?
  [ "$__ss_quick$__ss_status" = yes9 ] || return "$__ss_status"
  __ss_quick=
  __ss_start
}

# After a call nothing can be refused. Node reads an output that may tell of a refused write, and is heard where it answers.
if [ "$1" = after ]; then
  __ss_text=$(@CAT@)
  [ "${#__ss_text}" -lt 300000 ] || exit 0
  case $__ss_text in
  *enied* | *EACCES* | *EPERM* | *EROFS* | *EXDEV* | *ead-only\ file* | *ross-device\ link* | *not\ permitted*)
    __ss_said=$(printf '%s' "$__ss_text" | __ss_ask 3>/dev/null)
    [ $? != @ANSWER@ ] || printf '%s' "$__ss_said"
    ;;
  esac
  exit 0
fi

# ---- gate: silence, without Node, for plain lines that no rule can be about ----
@GATE@
# ---- end of gate ----

__ss_ask
__ss_end $?
