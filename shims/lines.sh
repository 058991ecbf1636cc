# Reads the line into commands of words that no shell expands, with operators between them, and asks the gate of each.
# They change `__ss_*`, so that what is kept here has other names.
__ss_is_plain_line() {
  case $__hook_line in *safeshell*) return 1 ;; esac
  __ss_gate=open __ss_place=direct
  __ss_shims=/dev/null # nothing lies beside these gates
  __ss_written=$__hook_line
  __hook_code=$__hook_line$__hook_newline
  __hook_token= __hook_kind= # what was read of the word at hand, and whether quotes were a part of it
  __hook_before= __hook_marks= __hook_origin= __hook_moved= __hook_first=yes
  set --
  while [ "$__hook_code" ]; do
    __hook_part=${__hook_code%%[!A-Za-z0-9_@+:,./%=^~-]*}
    if [ "$__hook_part" ]; then
      case $__hook_kind$__hook_part in
      '~' | '~/'*)
        case ${HOME-} in /*[!/]) __hook_token=$HOME${__hook_part#?} ;; *) return 1 ;; esac
        ;;
      [=^~]* | *[!A-Za-z0-9]~*) return 1 ;;
      *) __hook_token=$__hook_token$__hook_part ;;
      esac
      __hook_kind=${__hook_kind:-bare}
      __hook_code=${__hook_code#"$__hook_part"}
    fi
    case $__hook_code in
    [\'\"\\#]*)
      __ss_is_quoted || return 1
      continue
      ;;
    '>'* | '&>'*)
      __ss_is_dropped || return 1
      [ -z "$__hook_kind" ] || set -- "$@" "$__hook_token"
      [ $# -gt 0 ] || return 1
      __hook_token= __hook_kind=
      continue
      ;;
    esac
    if [ "$__hook_kind" ]; then
      set -- "$@" "$__hook_token"
      __hook_token= __hook_kind=
    fi
    case $__hook_code in
    [\ $__hook_tab]*)
      __hook_code=${__hook_code#?}
      continue
      ;;
    '&&'*) __hook_after='&&' ;;
    '||'*) __hook_after='||' ;;
    ';;'* | '|&'*) return 1 ;;
    '|'* | ';'*) __hook_after=${__hook_code%"${__hook_code#?}"} ;;
    "$__hook_newline"*)
      __hook_after=$__hook_newline
      if [ $# = 0 ]; then
        case $__hook_before in ';') __hook_before=$__hook_newline ;; esac
        __hook_code=${__hook_code#?}
        continue
      fi
      ;;
    *) return 1 ;;
    esac
    __hook_code=${__hook_code#"$__hook_after"}
    [ $# -gt 0 ] && __ss_is_plain_command "$@" || return 1
    set --
    __hook_before=$__hook_after
    case $__hook_after in ';' | "$__hook_newline") __hook_first=yes __hook_moved= ;; esac
  done
  [ $# = 0 ] && [ -z "$__hook_kind" ] || return 1
  case $__hook_before in ';' | "$__hook_newline") return 0 ;; esac
  return 1
}

# A piece of a word in quotes; or a comment, which is none.
__ss_is_quoted() {
  case $__hook_code in
  '#'*)
    if [ -z "$__hook_kind" ]; then
      __hook_code=$__hook_newline${__hook_code#*"$__hook_newline"}
      return 0
    fi
    __hook_token="$__hook_token#"
    __hook_code=${__hook_code#?}
    return 0
    ;;
  "\\$__hook_newline"*)
    __hook_code=${__hook_code#??}
    return 0
    ;;
  "'"*)
    __hook_code=${__hook_code#?}
    __hook_part=${__hook_code%%\'*}
    [ "$__hook_part" != "$__hook_code" ] || return 1
    __hook_token=$__hook_token$__hook_part
    __hook_code=${__hook_code#*\'}
    ;;
  '\'[\ -~]*)
    __hook_code=${__hook_code#?}
    __hook_token=$__hook_token${__hook_code%"${__hook_code#?}"}
    __hook_code=${__hook_code#?}
    ;;
  '"'*)
    __hook_code=${__hook_code#?}
    while :; do
      __hook_part=${__hook_code%%[\"\\\$\`]*}
      __hook_token=$__hook_token$__hook_part
      __hook_code=${__hook_code#"$__hook_part"}
      case $__hook_code in
      '"'*)
        __hook_code=${__hook_code#?}
        break
        ;;
      '\'[\"\\\$\`]*)
        __hook_code=${__hook_code#?}
        __hook_token=$__hook_token${__hook_code%"${__hook_code#?}"}
        __hook_code=${__hook_code#?}
        ;;
      "\\$__hook_newline"*) __hook_code=${__hook_code#??} ;;
      '\'*)
        __hook_token="$__hook_token\\"
        __hook_code=${__hook_code#?}
        ;;
      *) return 1 ;;
      esac
    done
    ;;
  *) return 1 ;;
  esac
  __hook_kind=quoted
}

# A redirection to no file: `2>&1`, `>/dev/null`. Its number is no word.
__ss_is_dropped() {
  case $__hook_code in
  '&>&'*) return 1 ;;
  '&'*) __hook_code=${__hook_code#?} ;;
  *)
    case $__hook_kind$__hook_token in
    bare[12]) __hook_token= __hook_kind= ;;
    '' | bare*[!0-9]* | quoted*[!0-9]*) ;;
    *) return 1 ;;
    esac
    ;;
  esac
  case $__hook_code in
  '>&'[12]*) __hook_code=${__hook_code#???} ;;
  '>/dev/null'*) __hook_code=${__hook_code#??????????} ;;
  '> /dev/null'* | '>>/dev/null'*) __hook_code=${__hook_code#???????????} ;;
  *) return 1 ;;
  esac
  case $__hook_code in [\;\|\&\ $__hook_tab$__hook_newline]*) return 0 ;; esac
  return 1
}

# What the gate of the program says, as in its shim; and what this command leaves for those that follow.
__ss_is_plain_command() { # words
  __hook_name=$1 __ss_name=$1
  # disks that fold case would find the file of another program
  case $__ss_name in '' | [!a-z]* | *[!a-z0-9_+.-]*) return 1 ;; esac
  if [ "$__hook_project" ]; then
    __ss_projects=$__hook_projects
    __ss_is_silent "$__hook_project" "$__ss_name" || return 1
  fi
  shift
  __ss_told=$__hook_marks
  case $__hook_before in '|') __ss_told=$__ss_told@fed ;; esac
  case $__hook_after in '|') __ss_told=$__ss_told@feeds ;; esac
  case :$PATH in *:[!/]* | *: | *":$PWD"[:/]* | *":$PWD")
    __ss_is_of_project "$__ss_name" && return 1
    ;;
  esac
  __ss_way=node
  if [ -f "$__hook_gates/$__ss_name" ]; then
    . "$__hook_gates/$__ss_name"
  elif [ -f "$__hook_gates/.other" ]; then
    . "$__hook_gates/.other"
  fi
  [ "$__ss_way" = run ] || return 1
  case $__hook_after in '||') [ -z "$__hook_moved" ] || return 1 ;; esac # where it was cannot be told then
  case $__hook_name in
  cd)
    __ss_is_plain_move "$@"
    return $?
    ;;
  git)
    case " $* " in
    *' checkout '* | *' switch '*) __hook_marks=$__hook_marks@switched ;;
    *' apply '*) __hook_marks=$__hook_marks@wrote ;;
    esac
    ;;
  printf) case ${1-} in -*) return 1 ;; esac ;;
  @WRITERS@) __hook_marks=$__hook_marks@wrote ;;
  esac
  __hook_first=
}
__ss_pass() {
  [ "$__ss_way" = run ]
}

# PATH finds it in the working directory or below: a file that the line runs, which is for Node to read.
__ss_is_of_project() { # name
  __ss_rest=$PATH:
  while [ "$__ss_rest" ]; do
    __ss_dir=${__ss_rest%%:*}
    __ss_rest=${__ss_rest#*:}
    case $__ss_dir in
    "$PWD" | "$PWD"/* | [!/]* | '') [ -e "${__ss_dir:-.}/$1" ] && return 0 ;;
    esac
  done
  return 1
}

# `cd DIR`, after which nothing asks whether it succeeded. Gates then look at that place; what is outside of the project is
# still told from where the line began.
__ss_is_plain_move() { # words behind `cd`
  [ $# = 1 ] && [ "$__hook_first" ] && [ -z "${CDPATH+x}" ] || return 1
  case $1 in '' | -*) return 1 ;; esac
  case $__hook_before$__hook_after in *'|'*) return 1 ;; esac
  if [ -z "$__hook_origin" ]; then
    __hook_origin=$PWD __ss_words=
    @OUTSIDE@
    __hook_marks=$__hook_marks$__ss_words
  fi
  cd "$1" 2>/dev/null && __ss_up=$PWD && cd -P . && [ "$PWD" = "$__ss_up" ] || return 1
  __ss_find_project "$PWD" || return 1
  case $__ss_project in '' | "$__hook_project") ;; *) return 1 ;; esac # which of the two counts is for Node to say
  case $PWD/ in "$__hook_origin"/*) ;; *) __hook_marks=$__hook_marks@outside ;; esac
  __hook_moved=yes
}
