#!/bin/sh
# safeshell-sh. Generated: `safeshell refresh` writes it anew.
# Asks the guard about the line that it is given, then becomes the real shell: for tools that start $SHELL.

# An sh that is bash imports functions from the environment and options from SHELLOPTS.
unset -f '[' echo read kill ps
set +aefu

__ss_shims=@SHIMS@
__ss_node=@NODE@
__ss_main=@MAIN@
__ss_walls=@WALLS@

@BEHIND@

__ss_stop() { # message, status
  echo "safeshell: $1" >&2
  exit "$2"
}

# The shell that really runs: never this file again, or it would start itself for ever.
__ss_real=@NAME@
case ${SAFESHELL_SHELL-} in
/*) [ "$SAFESHELL_SHELL" -ef "$0" ] || __ss_real=$SAFESHELL_SHELL ;;
esac
case ${__ss_real##*/} in
@SHELLS@) ;;
*) __ss_stop "SAFESHELL_SHELL: no shell that can be judged: $__ss_real" 126 ;;
esac
[ -f "$__ss_real" ] && [ -x "$__ss_real" ] || __ss_stop "SAFESHELL_SHELL: not found: $__ss_real" 127
__ss_name=$__ss_real

__ss_become() {
  exec "$__ss_real" "$@"
}
[ $# -eq 0 ] && __ss_become # a terminal, or lines on stdin: what they start is for the shims to see

@PERSON@

@SLOW@
