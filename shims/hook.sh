#!/bin/sh
# safeshell hook. Generated: `safeshell agents install @AGENT@` and `safeshell refresh` write it anew.
# An agent starts this before it acts, with what it is about to do on stdin. Node answers; whatever keeps it from
# answering is a refusal.

# An sh that is bash imports functions from the environment and options from SHELLOPTS.
unset -f '[' cd echo printf read
set +aefu

__ss_node=@NODE@
__ss_main=@MAIN@
__ss_hooks=@HOOKS@

@BEHIND@

__ss_refuse() {
  @REFUSE@
}
__ss_refuse_gone() {
  @GONE@
}
# A program that is empty ends with 0 as well: an answer is what it only knows from us.
__ss_end() { # status of Node
  case $1 in
  @ANSWER@) exit 0 ;;
  @ANSWER_2@) exit 2 ;;
  esac
  __ss_refuse
}
[ -x "$__ss_node" ] && [ -s "$__ss_main" ] || [ "$1" != after ] || exit 0
[ -x "$__ss_node" ] || __ss_refuse
[ -s "$__ss_main" ] || __ss_refuse_gone

# Beside a dialog of the agent that is open Node waits for a person, as long as the agent lets it.
__ss_limit=yes
[ "$1" != dialog ] || __ss_limit=

# Options as in ask.sh. A Node that does not know them has not even started, nor read anything.
__ss_quick=
@TRIED@ && __ss_quick=yes
__ss_ask() {
  NODE_OPTIONS='' NODE_EXTRA_CA_CERTS='' @LIMIT@"$__ss_node" @OPTIONS@"$__ss_main" @NAME@ "$__ss_hooks" @ANSWER@
  __ss_status=$?
  [ "$__ss_quick$__ss_status" = yes9 ] || return "$__ss_status"
  __ss_quick=
  __ss_ask
}

# After a call nothing can be refused. Node reads an output that may tell of a refused write, and is heard where it answers.
if [ "$1" = after ]; then
  __ss_text=$(@CAT@)
  [ "${#__ss_text}" -lt 300000 ] || exit 0
  case $__ss_text in
  *enied* | *EACCES* | *EPERM* | *EROFS* | *EXDEV* | *ead-only\ file* | *ross-device\ link* | *not\ permitted*)
    __ss_said=$(printf '%s' "$__ss_text" | __ss_ask 2>/dev/null)
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
