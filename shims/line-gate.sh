__ss_stamp=@STAMP@
__hook_gates=@GATES@
__hook_projects=@PROJECTS@
__hook_newline='
'
__hook_tab='	'

@PROJECT@

# As in a hook's launcher; but a shell knows its directory by the way that it went, and links may be on that.
__ss_is_plain_place() {
  @FRESH@ || return 1
  [ ! -e "$__ss_hooks/.granted-line-$PPID" ] || return 1 # what is left of an approval ends with this line
  __hook_cwd=$PWD
  cd -P . 2>/dev/null || return 1
  if [ "$PWD" != "$__hook_cwd" ]; then
    case $__hook_line in *cd*) return 1 ;; esac
  fi
  __hook_cwd=$PWD
  case $__hook_cwd/ in [!/]* | *//*) return 1 ;; esac
  __ss_find_project "$__hook_cwd" || return 1
  __hook_project=$__ss_project
}

# Shells at a prompt take a `#` for a letter, fish a backslash in quotes for more than one.
__ss_is_told_the_same() { # shell
  case $__hook_line in '#'* | *[[:space:]]'#'*) return 1 ;; esac
  case $1 in
  bash) ;;
  zsh) case $__hook_line in *^*) return 1 ;; esac ;;
  fish) case $__hook_line in *\\*) return 1 ;; esac ;;
  *) return 1 ;;
  esac
}

@LINES@

__ss_is_plain() { # shell, line
  __hook_line=$2
  __ss_is_told_the_same "$1" && __ss_is_plain_place && __ss_is_plain_line
}

# Letters and ranges are ASCII's. A line that moves is followed in a process of its own.
__hook_locale=${LC_ALL+=$LC_ALL}
LC_ALL=C
case $2 in
*cd*) (__ss_is_plain "$@") && exit 0 ;;
*) __ss_is_plain "$@" && exit 0 ;;
esac
case $__hook_locale in
=*) LC_ALL=${__hook_locale#=} ;;
*) unset LC_ALL ;;
esac
