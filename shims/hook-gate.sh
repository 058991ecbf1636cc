__ss_stamp=@STAMP@

# true = this payload, whole, in one line, is surely answered with silence. Every other one is for Node to judge.
__ss_is_plain() { # payload
  # No backslash: then each quote begins or ends a string. Letters and ranges are ASCII's.
  case $1 in *[!' '-~]* | *\\*) return 1 ;; '{"'*'}') ;; *) return 1 ;; esac
  __ss_rest=${1#?}
  __ss_in= __ss_seen= __ss_event= __ss_tool= __ss_cwd= __ss_line=
  while :; do
    case $__ss_rest in '"'*'":'*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
    __ss_key=${__ss_rest%%\"*}
    case $__ss_key in *[!a-z_]*) return 1 ;; esac
    __ss_key=$__ss_in$__ss_key
    __ss_rest=${__ss_rest#*\"}
    case $__ss_rest in :*) __ss_rest=${__ss_rest#?} ;; *) return 1 ;; esac
    case $__ss_seen in *"|$__ss_key|"*) return 1 ;; esac # the last of two would count
    __ss_seen="$__ss_seen|$__ss_key|"
    case $__ss_rest in
    '"'*'"'*)
      __ss_rest=${__ss_rest#?}
      __ss_value=${__ss_rest%%\"*}
      __ss_rest=${__ss_rest#*\"}
      case $__ss_key in
      hook_event_name) __ss_event=$__ss_value ;;
      tool_name) __ss_tool=$__ss_value ;;
      cwd) __ss_cwd=$__ss_value ;;
      tool_input.command) __ss_line=$__ss_value ;;
      @STRINGS@) ;;
      *) return 1 ;;
      esac
      ;;
    '{'*)
      case $__ss_key in tool_input | effort) __ss_in=$__ss_key. ;; *) return 1 ;; esac
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
  [ "$__ss_event" = @EVENT@ ] && [ "$__ss_tool" = @TOOL@ ] || return 1
  __ss_is_plain_place && __ss_is_plain_line
}

# The compiled policy is the one in force here: younger than its sources, and no project has rules of its own.
__ss_is_plain_place() {
  case $__ss_cwd/ in [!/]* | *//* | */./* | */../*) return 1 ;; esac
  [ -f "$__ss_stamp" ] && ! { @STALE@; } || return 1
  [ -e "$__ss_hooks/.granted" ] && return 1 # an approval is left that ends with this line
  cd -P "$__ss_cwd" 2>/dev/null && [ "$PWD" = "$__ss_cwd" ] || return 1 # symlinks are for Node to follow
  __ss_up=$__ss_cwd
  while :; do
    [ -e "$__ss_up/.safeshell/rules.yaml" ] || [ -h "$__ss_up/.safeshell/rules.yaml" ] && return 1
    [ "$__ss_up" ] || return 0
    __ss_up=${__ss_up%/*}
  done
}

# Words between blanks; commands between `&&`, `||`, `|` and `;`, the last of them also at the end of a word.
__ss_is_plain_line() {
  set -f
  IFS=' '
  set -- $__ss_line
  __ss_want=start # start: a command must follow; none: may; word: within one
  for __ss_word; do
    case $__ss_word in
    '&&' | '||' | '|')
      [ "$__ss_want" = word ] || return 1
      __ss_want=start
      continue
      ;;
    ';')
      [ "$__ss_want" = word ] || return 1
      __ss_want=none
      continue
      ;;
    esac
    __ss_next=word
    case $__ss_word in *';') __ss_word=${__ss_word%?} __ss_next=none ;; esac
    case $__ss_word in '' | *[!A-Za-z0-9_@+=:,./-]*) return 1 ;; esac
    case @WORDS@ in *" ${__ss_word##*/} "*) return 1 ;; esac
    if [ "$__ss_want" = word ]; then
      __ss_is_plain_argument "$__ss_word" || return 1
    else
      case $__ss_word in [!A-Za-z]* | *[!A-Za-z_-]*) return 1 ;; esac
    fi
    __ss_want=$__ss_next
  done
  [ "$__ss_want" != start ]
}

# May be a path: neither it nor the value behind its first `=` is one that a rule about all commands protects.
__ss_is_plain_argument() { # word
  case $1 in
  -*=*) set -- "${1#*=}" ;;
  -*) return 0 ;;
  *=*) __ss_is_plain_path "${1#*=}" || return 1 ;;
  esac
  __ss_is_plain_path "$1"
}

__ss_is_plain_path() { # word
  case $1 in /*) __ss_path=$1 ;; *) __ss_path=$__ss_cwd/$1 ;; esac
  case $__ss_path/ in *//* | */./* | */../*) return 1 ;; esac
  case $__ss_path in
  @PATHS@) return 1 ;;
  esac
  while [ "$__ss_path" != "$__ss_cwd" ] && [ "$__ss_path" ]; do
    [ -h "$__ss_path" ] && return 1
    __ss_path=${__ss_path%/*}
  done
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
        __ss_is_plain "$__ss_whole" && exit 0
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
