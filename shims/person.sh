# Is the caller surely a person? Two patterns more of names that no person's chain may have.
__ss_is_person() {
  [ -z "$__ss_boxed" ] && [ "${SAFESHELL_CONTEXT-}" != ai ] && [ -z "@MARKERS@" ] || return 1
  __ss_pid=$PPID
  while [ "$__ss_pid" -gt 1 ] 2>/dev/null; do
    if [ -r "/proc/$__ss_pid/stat" ]; then
      IFS= read -r __ss_line <"/proc/$__ss_pid/stat"
      __ss_comm=${__ss_line#*\(}
      __ss_comm=${__ss_comm%\)*}
      __ss_line=${__ss_line##*\) ? }
      __ss_pid=${__ss_line%% *}
    else
      { __ss_comm=$(ps -o comm= -p "$__ss_pid") && __ss_line=$(ps -o ppid= -p "$__ss_pid"); } 2>/dev/null || return 1
      __ss_pid=$((__ss_line))
    fi
    case ${__ss_comm##*/} in
    @AGENTS@ | node | bun | deno | python* | ruby* | ${1-} | ${2-}) return 1 ;;
    esac
  done
  [ "$__ss_pid" -le 1 ] 2>/dev/null
}
