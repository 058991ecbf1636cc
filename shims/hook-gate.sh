__ss_stamp=@STAMP@
__hook_gates=@GATES@
__hook_projects=@PROJECTS@
__hook_newline='
'
__hook_tab='	'
__hook_keeps=yes

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

@LINES@

# One piece of at most 4 KB: sh reads byte by byte, which for a long payload costs more than Node. Nothing is waited for behind a whole
# one, as agents may leave the input open. Node gets the piece by a descriptor of its own and reads on.
LC_ALL=C
if [ -x @DD@ ]; then
  __ss_text=$(
    @DD@ bs=4096 count=1 2>/dev/null
    echo .
  )
  __ss_text=${__ss_text%.}
  if [ "${#__ss_text}" -lt 4096 ] && __ss_is_plain "${__ss_text%"
"}"; then
    @ALLOW@
    exit 0
  fi
  __ss_begun=4
  __ss_ask 4<<__ss_payload
$__ss_text
__ss_payload
  __ss_end $?
fi
