__ss_stamp=@STAMP@
__hook_gates=@GATES@
__hook_projects=@PROJECTS@
__hook_newline='
'
__hook_tab='	'

@PROJECT@

# true = this payload, whole, in one line, is surely answered with silence. Every other one is for Node to judge.
__ss_is_plain() { # payload
  # Letters and ranges are ASCII's. A JSON text has no control characters in its strings.
  case $1 in *[[:cntrl:]]*) return 1 ;; '{"'*'}') ;; *) return 1 ;; esac
  __ss_rest=${1#?}
  __hook_in= __hook_seen= __hook_must= __hook_cwd= __hook_line= __hook_session=
  while :; do
    case $__ss_rest in '"'*'":'*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
    __hook_key=${__ss_rest%%\"*}
    case $__hook_key in *[!A-Za-z_]*) return 1 ;; esac
    __hook_key=$__hook_in$__hook_key
    __ss_rest=${__ss_rest#*\"}
    case $__ss_rest in :*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
    case $__hook_seen in *"|$__hook_key|"*) return 1 ;; esac # the last of two would count
    __hook_seen="$__hook_seen|$__hook_key|"
    case $__ss_rest in
    '"'*)
      __ss_rest=${__ss_rest#?}
      __ss_is_string || return 1
      case $__hook_key=$__hook_value in
      @MUST@) __hook_must=$__hook_must. ;;
      @DIRECTORY@=*) __hook_cwd=$__hook_value ;;
      @LINE@=*) __hook_line=$__hook_value ;;
      @SESSION@=*) __hook_session=$__hook_value ;;
      *)
        case $__hook_key in @STRINGS@) __hook_odd= ;; *) return 1 ;; esac
        ;;
      esac
      [ -z "$__hook_odd" ] || return 1
      ;;
    '{'*)
      case $__hook_key in @OBJECTS@) __hook_in=$__hook_key. ;; *) return 1 ;; esac
      __ss_rest=${__ss_rest#?}
      continue
      ;;
    [0-9]* | true* | false* | null*)
      __hook_value=${__ss_rest%%[,\}]*}
      __ss_rest=${__ss_rest#"$__hook_value"}
      case $__hook_value in 0?*) return 1 ;; true | false | null) ;; *[!0-9]*) return 1 ;; esac
      case $__hook_key in @OTHERS@) ;; *) return 1 ;; esac
      ;;
    *) return 1 ;;
    esac
    case $__ss_rest in
    '}'*)
      __ss_rest=${__ss_rest#?}
      if [ "$__hook_in" ]; then
        __hook_in=
        case $__ss_rest in
        ,*) ;;
        '}') break ;;
        *) return 1 ;;
        esac
      else
        [ -z "$__ss_rest" ] || return 1
        break
      fi
      ;;
    esac
    case $__ss_rest in ,*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
  done
  [ "$__hook_must" = @ALL@ ] || return 1
  __ss_is_plain_place && __ss_is_plain_line
}

# A string of JSON up to its closing quote, in __hook_value; __hook_odd where a character of it is not decoded.
__ss_is_string() {
  __hook_value= __hook_odd=
  while :; do
    __hook_part=${__ss_rest%%[\"\\]*}
    __hook_value=$__hook_value$__hook_part
    __ss_rest=${__ss_rest#"$__hook_part"}
    case $__ss_rest in
    '"'*)
      __ss_rest=${__ss_rest#?}
      return 0
      ;;
    '\n'*) __hook_part=$__hook_newline ;;
    '\t'*) __hook_part=$__hook_tab ;;
    '\"'*) __hook_part='"' ;;
    '\\'*) __hook_part='\' ;;
    '\/'*) __hook_part=/ ;;
    '\'[bfr]*) __hook_odd=yes ;;
    '\u'[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]*) __hook_odd=yes __ss_rest=${__ss_rest#????} ;;
    *) return 1 ;;
    esac
    __hook_value=$__hook_value$__hook_part
    __ss_rest=${__ss_rest#??}
  done
}

# The compiled policy is the one in force here, its sources having the times that they had: beside the project's own, of which each
# program is asked.
__ss_is_plain_place() {
  case $__hook_cwd/ in [!/]* | *//* | */./* | */../*) return 1 ;; esac
  @FRESH@ || return 1
  # an approval of this session is left that ends with this line
  case $__hook_session in
  '' | *[!A-Za-z0-9_-]*) [ -e "$__ss_hooks/.granted" ] && return 1 ;;
  *) [ -e "$__ss_hooks/.granted-$__hook_session" ] && return 1 ;;
  esac
  cd -P "$__hook_cwd" 2>/dev/null && [ "$PWD" = "$__hook_cwd" ] || return 1 # symlinks are for Node to follow
  __ss_find_project "$__hook_cwd" || return 1
  __hook_project=$__ss_project
}

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
  git) case " $* " in *' checkout '* | *' switch '*) __hook_marks=$__hook_marks@switched ;; esac ;;
  printf) case ${1-} in -*) return 1 ;; esac ;;
  @WRITERS@) __hook_marks=$__hook_marks@wrote ;;
  esac
  __hook_first=
}
__ss_pass() {
  [ "$__ss_way" = run ]
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

# One piece of at most 4 KB: sh reads byte by byte, which for a long payload costs more than Node.
LC_ALL=C
if [ -x @DD@ ] && [ -x @CAT@ ]; then
  __ss_text=$(
    @DD@ bs=4096 count=1 2>/dev/null
    echo .
  )
  __ss_text=${__ss_text%.}
  __ss_whole=${__ss_text%"
"}
  # What looks whole is, if nothing follows.
  __ss_more=
  __ss_cat=@CAT@
  case $__ss_whole in
  *'}')
    if [ "${#__ss_text}" -lt 4096 ]; then
      if IFS= read -r __ss_more; then
        __ss_more="$__ss_more
"
      elif [ -z "$__ss_more" ]; then
        __ss_cat=
        if __ss_is_plain "$__ss_whole"; then
          @ALLOW@
          exit 0
        fi
      fi
    fi
    ;;
  esac
  if [ -z "$__ss_cat" ]; then
    # sh itself fills the pipe: two processes less
    __ss_ask <<__ss_payload
$__ss_text
__ss_payload
  else
    { printf '%s' "$__ss_text$__ss_more" && "$__ss_cat"; } 2>/dev/null | __ss_ask
  fi
  __ss_end $?
fi
