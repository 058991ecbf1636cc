# safeshell's line door: zsh asks the guard before it runs a line that was typed. See docs/lines.md; `safeshell init --no-lines` leaves it out.
if [[ -o interactive && -o zle ]]; then
typeset -g _safeshell_line=@LINE@ _safeshell_shims=@SHIMS@

# Stands before every widget that hands a line over, whoever made that.
_safeshell_accept() { # widget, its arguments
  local widget=$1
  shift
  # a widget that wraps ours and is wrapped by it
  if [[ -n ${_safeshell_is_asking-} ]]; then
    zle .$widget -- "$@"
    return
  fi
  local _safeshell_is_asking=yes REPLY at=$CURSOR
  # what is asked stands below the line
  CURSOR=$#BUFFER
  zle -R
  if ! _safeshell_reads || _safeshell_allows "$REPLY"; then
    zle _safeshell-before-$widget -- "$@"
    return
  fi
  zle -I
  CURSOR=$at
  # at PS2 the lines before this one come back, too
  [[ $CONTEXT != cont ]] || zle .push-line-or-edit
}

# What the shell would run goes into REPLY: history expanded, and aliases where there are any. Fails where none of it would run
# now: it waits for more, or is refused by the shell. Done with the person's own options, as the shell does it.
_safeshell_reads() {
  local typed=$BUFFER at=$CURSOR whole
  # vared and select read no commands
  [[ $CONTEXT == (start|cont) && $PREBUFFER$BUFFER == *[^[:space:]]* ]] || return 1
  if [[ -o banghist && $BUFFER == *[$histchars]* ]]; then
    zle .expand-history
    REPLY=$BUFFER BUFFER=$typed CURSOR=$at
  else
    REPLY=$BUFFER
  fi
  REPLY=$PREBUFFER$REPLY
  _safeshell_parse "$REPLY"
  whole=${functions[_safeshell_parsed]-}
  if [[ -z $whole ]]; then
    # of several lines the first ones may be whole
    [[ $BUFFER == *$'\n'* ]] && return 0
    return 1
  fi
  setopt localoptions noaliases
  _safeshell_parse "$REPLY"
  [[ $whole == ${functions[_safeshell_parsed]-} ]] || REPLY=${whole#$'\t'}
  # at a prompt a `#` begins no comment, unless one says so
  [[ -o interactivecomments || $REPLY != *'#'* ]] || _safeshell_escape
}

# Reads it, runs nothing of it.
_safeshell_parse() { # text
  unset 'functions[_safeshell_parsed]'
  { functions[_safeshell_parsed]=$1 } 2>/dev/null
}

_safeshell_escape() {
  emulate -L zsh -o extendedglob
  REPLY=${REPLY//(#m)((#s)|[[:space:]])\#/${MATCH%?}\\#}
}

_safeshell_allows() { # text
  local answer=127
  if [[ -x $_safeshell_line ]]; then
    "$_safeshell_line" zsh "$1"
    answer=$?
  fi
  case $answer in
  1 | 130) return 1 ;;
  0) ;;
  *)
    # once, and not where all of it was taken away
    if [[ -z ${_safeshell_is_told-} && -d $_safeshell_shims ]]; then
      typeset -g _safeshell_is_told=yes
      zle -I
      print -u2 -r -- 'safeshell: lines are not judged before they run; programs still are (safeshell doctor)'
    fi
    ;;
  esac
}

() {
  local widget
  for widget in accept-line accept-and-hold accept-line-and-down-history accept-and-infer-next-history; do
    [[ ${widgets[$widget]-} == user:_safeshell-$widget ]] && continue
    zle -A $widget _safeshell-before-$widget
    functions[_safeshell-$widget]="_safeshell_accept $widget \"\$@\""
    zle -N $widget _safeshell-$widget
  done
}
fi
