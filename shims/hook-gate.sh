__ss_stamp=@STAMP@
__ss_gates=@GATES@
__ss_newline='
'
__ss_tab='	'

# true = this payload, whole, in one line, is surely answered with silence. Every other one is for Node to judge.
__ss_is_plain() { # payload
  # Letters and ranges are ASCII's. A JSON text has no control characters in its strings.
  case $1 in *[[:cntrl:]]*) return 1 ;; '{"'*'}') ;; *) return 1 ;; esac
  __ss_rest=${1#?}
  __ss_in= __ss_seen= __ss_must= __ss_cwd= __ss_line= __ss_session=
  while :; do
    case $__ss_rest in '"'*'":'*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
    __ss_key=${__ss_rest%%\"*}
    case $__ss_key in *[!A-Za-z_]*) return 1 ;; esac
    __ss_key=$__ss_in$__ss_key
    __ss_rest=${__ss_rest#*\"}
    case $__ss_rest in :*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
    case $__ss_seen in *"|$__ss_key|"*) return 1 ;; esac # the last of two would count
    __ss_seen="$__ss_seen|$__ss_key|"
    case $__ss_rest in
    '"'*)
      __ss_rest=${__ss_rest#?}
      __ss_is_string || return 1
      case $__ss_key=$__ss_value in
      @MUST@) __ss_must=$__ss_must. ;;
      @DIRECTORY@=*) __ss_cwd=$__ss_value ;;
      @LINE@=*) __ss_line=$__ss_value ;;
      @SESSION@=*) __ss_session=$__ss_value ;;
      *)
        case $__ss_key in @STRINGS@) __ss_odd= ;; *) return 1 ;; esac
        ;;
      esac
      [ -z "$__ss_odd" ] || return 1
      ;;
    '{'*)
      case $__ss_key in @OBJECTS@) __ss_in=$__ss_key. ;; *) return 1 ;; esac
      __ss_rest=${__ss_rest#?}
      continue
      ;;
    [0-9]* | true* | false* | null*)
      __ss_value=${__ss_rest%%[,\}]*}
      __ss_rest=${__ss_rest#"$__ss_value"}
      case $__ss_value in 0?*) return 1 ;; true | false | null) ;; *[!0-9]*) return 1 ;; esac
      case $__ss_key in @OTHERS@) ;; *) return 1 ;; esac
      ;;
    *) return 1 ;;
    esac
    case $__ss_rest in
    '}'*)
      __ss_rest=${__ss_rest#?}
      if [ "$__ss_in" ]; then
        __ss_in=
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
  [ "$__ss_must" = @ALL@ ] || return 1
  __ss_is_plain_place && __ss_is_plain_line
}

# A string of JSON up to its closing quote, in __ss_value; __ss_odd where a character of it is not decoded.
__ss_is_string() {
  __ss_value= __ss_odd=
  while :; do
    __ss_part=${__ss_rest%%[\"\\]*}
    __ss_value=$__ss_value$__ss_part
    __ss_rest=${__ss_rest#"$__ss_part"}
    case $__ss_rest in
    '"'*)
      __ss_rest=${__ss_rest#?}
      return 0
      ;;
    '\n'*) __ss_part=$__ss_newline ;;
    '\t'*) __ss_part=$__ss_tab ;;
    '\"'*) __ss_part='"' ;;
    '\\'*) __ss_part='\' ;;
    '\/'*) __ss_part=/ ;;
    '\'[bfr]*) __ss_odd=yes ;;
    '\u'[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]*) __ss_odd=yes __ss_rest=${__ss_rest#????} ;;
    *) return 1 ;;
    esac
    __ss_value=$__ss_value$__ss_part
    __ss_rest=${__ss_rest#??}
  done
}

# The compiled policy is the one in force here: younger than its sources, and no project has rules of its own.
__ss_is_plain_place() {
  case $__ss_cwd/ in [!/]* | *//* | */./* | */../*) return 1 ;; esac
  [ -f "$__ss_stamp" ] && ! { @STALE@; } || return 1
  # an approval of this session is left that ends with this line
  case $__ss_session in
  '' | *[!A-Za-z0-9_-]*) [ -e "$__ss_hooks/.granted" ] && return 1 ;;
  *) [ -e "$__ss_hooks/.granted-$__ss_session" ] && return 1 ;;
  esac
  cd -P "$__ss_cwd" 2>/dev/null && [ "$PWD" = "$__ss_cwd" ] || return 1 # symlinks are for Node to follow
  __ss_up=$__ss_cwd
  while :; do
    [ -e "$__ss_up/.safeshell/rules.yaml" ] || [ -h "$__ss_up/.safeshell/rules.yaml" ] && return 1
    [ "$__ss_up" ] || return 0
    __ss_up=${__ss_up%/*}
  done
}

# Reads the line into commands of words that no shell expands, with operators between them, and asks the gate of each.
# The gates have variables of their own: none of theirs is used here.
__ss_is_plain_line() {
  case $__ss_line in *safeshell*) return 1 ;; esac
  __ss_gate=open __ss_place=direct
  __ss_written=$__ss_line
  __ss_code=$__ss_line$__ss_newline
  __ss_token= __ss_kind= # what was read of the word at hand, and whether quotes were a part of it
  __ss_before= __ss_marks= __ss_origin= __ss_moved= __ss_first=yes
  set --
  while [ "$__ss_code" ]; do
    __ss_part=${__ss_code%%[!A-Za-z0-9_@+:,./%=^~-]*}
    if [ "$__ss_part" ]; then
      case $__ss_kind$__ss_part in
      '~' | '~/'*)
        case ${HOME-} in /*[!/]) __ss_token=$HOME${__ss_part#?} ;; *) return 1 ;; esac
        ;;
      [=^~]* | *[!A-Za-z0-9]~*) return 1 ;;
      *) __ss_token=$__ss_token$__ss_part ;;
      esac
      __ss_kind=${__ss_kind:-bare}
      __ss_code=${__ss_code#"$__ss_part"}
    fi
    case $__ss_code in
    [\'\"\\#]*)
      __ss_is_quoted || return 1
      continue
      ;;
    '>'* | '&>'*)
      __ss_is_dropped || return 1
      [ -z "$__ss_kind" ] || set -- "$@" "$__ss_token"
      [ $# -gt 0 ] || return 1
      __ss_token= __ss_kind=
      continue
      ;;
    esac
    if [ "$__ss_kind" ]; then
      set -- "$@" "$__ss_token"
      __ss_token= __ss_kind=
    fi
    case $__ss_code in
    [\ $__ss_tab]*)
      __ss_code=${__ss_code#?}
      continue
      ;;
    '&&'*) __ss_after='&&' ;;
    '||'*) __ss_after='||' ;;
    ';;'* | '|&'*) return 1 ;;
    '|'* | ';'*) __ss_after=${__ss_code%"${__ss_code#?}"} ;;
    "$__ss_newline"*)
      __ss_after=$__ss_newline
      if [ $# = 0 ]; then
        case $__ss_before in ';') __ss_before=$__ss_newline ;; esac
        __ss_code=${__ss_code#?}
        continue
      fi
      ;;
    *) return 1 ;;
    esac
    __ss_code=${__ss_code#"$__ss_after"}
    [ $# -gt 0 ] && __ss_is_plain_command "$@" || return 1
    set --
    __ss_before=$__ss_after
    case $__ss_after in ';' | "$__ss_newline") __ss_first=yes __ss_moved= ;; esac
  done
  [ $# = 0 ] && [ -z "$__ss_kind" ] || return 1
  case $__ss_before in ';' | "$__ss_newline") return 0 ;; esac
  return 1
}

# A piece of a word in quotes; or a comment, which is none.
__ss_is_quoted() {
  case $__ss_code in
  '#'*)
    if [ -z "$__ss_kind" ]; then
      __ss_code=$__ss_newline${__ss_code#*"$__ss_newline"}
      return 0
    fi
    __ss_token="$__ss_token#"
    __ss_code=${__ss_code#?}
    return 0
    ;;
  "\\$__ss_newline"*)
    __ss_code=${__ss_code#??}
    return 0
    ;;
  "'"*)
    __ss_code=${__ss_code#?}
    __ss_part=${__ss_code%%\'*}
    [ "$__ss_part" != "$__ss_code" ] || return 1
    __ss_token=$__ss_token$__ss_part
    __ss_code=${__ss_code#*\'}
    ;;
  '\'[\ -~]*)
    __ss_code=${__ss_code#?}
    __ss_token=$__ss_token${__ss_code%"${__ss_code#?}"}
    __ss_code=${__ss_code#?}
    ;;
  '"'*)
    __ss_code=${__ss_code#?}
    while :; do
      __ss_part=${__ss_code%%[\"\\\$\`]*}
      __ss_token=$__ss_token$__ss_part
      __ss_code=${__ss_code#"$__ss_part"}
      case $__ss_code in
      '"'*)
        __ss_code=${__ss_code#?}
        break
        ;;
      '\'[\"\\\$\`]*)
        __ss_code=${__ss_code#?}
        __ss_token=$__ss_token${__ss_code%"${__ss_code#?}"}
        __ss_code=${__ss_code#?}
        ;;
      "\\$__ss_newline"*) __ss_code=${__ss_code#??} ;;
      '\'*)
        __ss_token="$__ss_token\\"
        __ss_code=${__ss_code#?}
        ;;
      *) return 1 ;;
      esac
    done
    ;;
  *) return 1 ;;
  esac
  __ss_kind=quoted
}

# A redirection to no file: `2>&1`, `>/dev/null`. Its number is no word.
__ss_is_dropped() {
  case $__ss_code in
  '&>&'*) return 1 ;;
  '&'*) __ss_code=${__ss_code#?} ;;
  *)
    case $__ss_kind$__ss_token in
    bare[12]) __ss_token= __ss_kind= ;;
    '' | bare*[!0-9]* | quoted*[!0-9]*) ;;
    *) return 1 ;;
    esac
    ;;
  esac
  case $__ss_code in
  '>&'[12]*) __ss_code=${__ss_code#???} ;;
  '>/dev/null'*) __ss_code=${__ss_code#??????????} ;;
  '> /dev/null'* | '>>/dev/null'*) __ss_code=${__ss_code#???????????} ;;
  *) return 1 ;;
  esac
  case $__ss_code in [\;\|\&\ $__ss_tab$__ss_newline]*) return 0 ;; esac
  return 1
}

# What the gate of the program says, as in its shim; and what this command leaves for those that follow.
__ss_is_plain_command() { # words
  __ss_name=$1
  # disks that fold case would find the file of another program
  case $__ss_name in '' | [!a-z]* | *[!a-z0-9_+.-]*) return 1 ;; esac
  shift
  __ss_told=$__ss_marks
  case $__ss_before in '|') __ss_told=$__ss_told@fed ;; esac
  case $__ss_after in '|') __ss_told=$__ss_told@feeds ;; esac
  __ss_way=node
  if [ -f "$__ss_gates/$__ss_name" ]; then
    . "$__ss_gates/$__ss_name"
  elif [ -f "$__ss_gates/.other" ]; then
    . "$__ss_gates/.other"
  fi
  [ "$__ss_way" = run ] || return 1
  case $__ss_after in '||') [ -z "$__ss_moved" ] || return 1 ;; esac # where it was cannot be told then
  case $__ss_name in
  cd)
    __ss_is_plain_move "$@"
    return $?
    ;;
  git) case " $* " in *' checkout '* | *' switch '*) __ss_marks=$__ss_marks@switched ;; esac ;;
  printf) case ${1-} in -*) return 1 ;; esac ;;
  @WRITERS@) __ss_marks=$__ss_marks@wrote ;;
  esac
  __ss_first=
}
__ss_pass() {
  [ "$__ss_way" = run ]
}

# `cd DIR`, after which nothing asks whether it succeeded. Gates then look at that place; what is outside of the project is
# still told from where the line began.
__ss_is_plain_move() { # words behind `cd`
  [ $# = 1 ] && [ "$__ss_first" ] && [ -z "${CDPATH+x}" ] || return 1
  case $1 in '' | -*) return 1 ;; esac
  case $__ss_before$__ss_after in *'|'*) return 1 ;; esac
  if [ -z "$__ss_origin" ]; then
    __ss_origin=$PWD __ss_words=
    @PROJECT@
    __ss_marks=$__ss_marks$__ss_words
  fi
  cd "$1" 2>/dev/null && __ss_up=$PWD && cd -P . && [ "$PWD" = "$__ss_up" ] || return 1
  case $PWD/ in "$__ss_origin"/*) ;; *) __ss_marks=$__ss_marks@outside ;; esac
  __ss_moved=yes
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
