# The line door: bash asks the guard before it runs a line that was typed. `safeshell init --no-lines` leaves it out.
__safeshell_line=@LINE@

# Called at each prompt: a new command begins. PS0 is read when bash has a whole one and runs it: until then more lines of it
# may follow (PS2), after that a line belongs to some `read -e`. ble.sh has an editor of its own.
__safeshell_lines() {
  __safeshell_typed= __safeshell_runs=
  if [[ ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]} -lt 44 || ${BLE_VERSION-} ]]; then \builtin return 0; fi
  case ${PS0-} in
  *__safeshell_runs=1*) ;;
  *) if \builtin shopt -q promptvars; then PS0=${PS0-}'${__safeshell_never[__safeshell_runs=1]-}'; fi ;;
  esac
  case ${__safeshell_bound-}:$SHELLOPTS: in :*:emacs:* | :*:vi:*) __safeshell_bind 2>/dev/null ;; esac
}

# Enter is two keys then: the first asks, the second is what Enter was, or nothing. They begin as no key does.
__safeshell_bind() {
  \builtin local keymap key keys widget
  __safeshell_bound=1
  for keymap in emacs-standard vi-insert vi-command; do
    for widget in accept-line operate-and-get-next; do
      keys=$(\builtin bind -m "$keymap" -q "$widget") || \builtin :
      \builtin bind -m "$keymap" -x "\"\\C-x\\C-]${widget:0:1}\": __safeshell_enter $widget \"\$_\""
      for key in '\C-m' '\C-j' '\C-o'; do
        case $keys in *"\"$key\""*) \builtin bind -m "$keymap" "\"$key\": \"\\C-x\\C-]${widget:0:1}\\C-x\\C-]e\"" ;; esac
      done
    done
  done
}

# Makes the second key do this.
__safeshell_then() { # function of readline, '' = nothing
  \builtin local keymap
  if [[ ${__safeshell_second-none} = "$1" ]]; then \builtin return 0; fi
  __safeshell_second=$1
  for keymap in emacs-standard vi-insert vi-command; do
    \builtin bind -m "$keymap" "\"\\C-x\\C-]e\": ${1:-\"\"}"
  done
}

__safeshell_enter() { # function of readline, $_ to keep
  __safeshell_front
  __safeshell_programs
  # somebody has set PROMPT_COMMAND: where we are is not known any more
  case "${PROMPT_COMMAND[*]-} ${precmd_functions[*]-}" in
  *__safeshell_prompt*) ;;
  *)
    __safeshell_hook
    __safeshell_lines
    ;;
  esac
  if __safeshell_allows; then __safeshell_then "$1"; else __safeshell_then ''; fi
}

# Of the line in the editor, with those before it that it goes on with.
__safeshell_allows() {
  \builtin local text answer __safeshell_drops=
  if [[ $__safeshell_runs ]]; then \builtin return 0; fi
  __safeshell_read text
  __safeshell_aliased text
  if [[ $text != *[![:space:]]* ]]; then \builtin return 0; fi
  if __safeshell_is_open "$text"; then
    __safeshell_typed=$text$'\n'
    \builtin return 0
  fi
  answer=127
  if [[ -x $__safeshell_line ]]; then
    if "$__safeshell_line" bash "$text"; then answer=0; else answer=$?; fi
  fi
  case $answer in
  0) ;;
  1 | 130) \builtin return 1 ;;
  14[5-9] | 150) # Ctrl-Z: bash has put the terminal back, and only a new prompt makes it readline's again
    \builtin kill -KILL '%"$__safeshell_line' 2>/dev/null
    \builtin printf '\n%s\n' 'safeshell: not run' >&2
    \builtin history -s -- "$READLINE_LINE"
    READLINE_LINE= READLINE_POINT=0
    \builtin return 0
    ;;
  *)
    # once, and not where all of it was taken away
    if [[ ! ${__safeshell_told-} && -d $__safeshell_data/shims ]]; then
      __safeshell_told=1
      \builtin printf '%s\n' 'safeshell: lines are not judged before they run; programs still are (safeshell doctor)' >&2
    fi
    ;;
  esac
  if [[ ! $__safeshell_drops || $__safeshell_typed ]]; then __safeshell_typed=$text$'\n'; fi
}

# As bash will read it: with history expanded.
__safeshell_read() { # variable
  \builtin local line= bang=
  line=$READLINE_LINE bang=${histchars-}
  bang=${bang:0:1}
  case $-:$line in
  *H*:*"${bang:-!}"* | *H*:^*)
    if line=$(__safeshell_expand "$READLINE_LINE" 2>/dev/null); then
      # comes back to be looked at
      if [[ $line != "$READLINE_LINE" ]] && \builtin shopt -q histverify; then line=; fi
    else
      line=$READLINE_LINE
      __safeshell_drops=1 # what bash cannot expand it drops
    fi
    ;;
  esac
  \builtin printf -v "$1" %s "$__safeshell_typed$line"
}

# In a process of its own. `history -p` takes the last line of the history for its own one and forgets it, unless what was
# typed last was ignored; `history -s` does so, too, and lets the next one be.
__safeshell_expand() { # line
  \builtin local HISTTIMEFORMAT= HISTCONTROL= HISTIGNORE= before= after=
  before=$(\builtin history 1)
  after=${before#*[0-9]  }
  \builtin history -s -- "${after#*[0-9]\* }"
  after=$(\builtin history 1)
  __safeshell_number before
  __safeshell_number after
  if [[ $before != "$after" ]]; then \builtin history -d "$after"; fi
  \builtin history -p -- "$1"
}

# `  12  text` -> 12
__safeshell_number() { # variable
  \builtin local text
  text=${!1}
  text=${text#"${text%%[! ]*}"}
  \builtin printf -v "$1" %s "${text%%[!0-9]*}"
}

# A first word that is an alias, as what it stands for, and so on; aliases elsewhere are judged by their names.
__safeshell_aliased() { # variable
  \builtin local rest word known=' '
  rest=${!1}
  while :; do
    rest=${rest#"${rest%%[![:space:]]*}"}
    word=${rest%%[[:space:]\;\|\&\<\>\(\)\`\"\'\$\\/]*}
    case $word:$known in
    :* | *:*" $word "*) \builtin break ;;
    *) if [[ ! ${BASH_ALIASES[$word]-} ]]; then \builtin break; fi ;;
    esac
    known="$known$word "
    rest=${BASH_ALIASES[$word]}${rest#"$word"}
  done
  if [[ $known != ' ' ]]; then \builtin printf -v "$1" %s "$rest"; fi
}

# Does bash surely wait for more lines? Plain ones are not even asked about: they end where they end.
__safeshell_is_open() { # text
  \builtin local last options=
  case $1 in
  *[\'\"\`\\\(\{\<\|\&]* | *[[:space:]]*[[:space:]]do* | *'[['*) ;;
  *if* | *for* | *while* | *until* | *case* | *select* | *function* | *coproc*) ;;
  *) \builtin return 1 ;;
  esac
  last=${1##*$'\n'}
  case $last in
  *\#*) ;;
  *[!\\]\\ | *[!\\]\\\\\\ | \\) \builtin return 0 ;;
  esac
  if \builtin shopt -q extglob; then options='-O extglob'; fi
  case :$SHELLOPTS: in *:posix:*) options="$options -o posix" ;; esac
  case $(IFS=' '; LC_ALL=C BASH_ENV='' "$BASH" $options -n -c "$1" 2>&1 </dev/null) in
  *'unexpected end of file'* | *'unexpected EOF while looking for matching'* | *'delimited by end-of-file'*) ;;
  *) \builtin return 1 ;;
  esac
}

# Who sets PROMPT_COMMAND below our lines in a start-up file takes the first prompt from us: his first Enter brings it back.
case $- in
*i*)
  __safeshell_lines
  __safeshell_bound= # what is bound to Enter below our lines is asked about at the first prompt
  ;;
esac
