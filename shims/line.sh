#!/bin/sh
# safeshell-line. Generated: `safeshell refresh` writes it anew.
# A shell at a prompt starts this before it runs a line that was typed: `safeshell-line SHELL LINE`. Exit statuses, for good:
#   0 run it   1 do not, all was said   130 do not, Ctrl-C at the question   else this is broken: run it
# What is broken here never keeps a person from typing: the shims still judge what a line starts.

# An sh that is bash imports functions from the environment and options from SHELLOPTS.
unset -f '[' cd echo printf read kill ps
set +aefu

__ss_hooks=@HOOKS@
__ss_node=@NODE@
__ss_main=@MAIN@
[ $# = 2 ] || exit 64

@BEHIND@

# ---- gate: 0, without Node, for plain lines that no rule can be about ----
@GATE@
# ---- end of gate ----

__ss_shims=@SHIMS@
__ss_name=$1
shift

@PERSON@

__ss_broken() { # what is wrong
  if __ss_is_person; then
    printf '\r\nsafeshell: this line was not judged: %s (safeshell doctor)\r\n' "$1" >&2
    exit 0
  fi
  __ss_line='"retry":false,"advice":"Do not retry it and do not work around it. Tell the user."'
  printf '\r\nsafeshell: {"decision":"deny","cause":"guard-broken","reason":"%s",%s}\r\n' "$1" "$__ss_line" >&2
  exit 1
}

[ -x "$__ss_node" ] || __ss_broken 'the guard cannot start: its Node is gone'
[ -s "$__ss_main" ] || __ss_broken 'the guard is not installed as it was: run safeshell setup, or install.sh'

@ASK@

case $__ss_signal$__ss_status in
222) exit 0 ;;
126) exit 1 ;;
129 | 130 | 131 | 143 | INT* | QUIT*) exit 130 ;;
*) __ss_broken "the guard gave no answer (status $__ss_status)" ;;
esac
