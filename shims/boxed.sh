#!@SHELL@ -p
# safeshell shim. Of `safeshell run`: lies over @WHAT@ in the box. The shim of that name judges the call; the program itself
# is reached by another path, see docs/box.md.
set -o posix
__ss_program=@PROGRAM@ __ss_as=$0
@PASS@
case ${0##*/} in
@NAMES@) __ss_called=${0##*/} ;;
*) __ss_called=@NAME@ ;;
esac
@SUBCOMMAND@
. @SHIMS@/"$__ss_called"
exit 126
