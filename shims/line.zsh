
# The line door: asks the guard before a line runs that was typed; docs/lines.md. `safeshell init --no-lines` leaves it out.

# Under the person's options, which the line is read by and his widgets run under: with ksh_arrays (`emulate ksh`) an index
# needs braces, with sh_glob patterns have no groups.

# Stands before every widget that hands a line over, whoever made that.
__safeshell_accept() { # widget, its arguments
  local widget=$1
  shift
  # a widget that wraps ours and is wrapped by it
  if [[ -n ${__safeshell_is_asking-} ]]; then
    zle .$widget -- "$@"
    return
  fi
  local __safeshell_is_asking=yes REPLY at=$CURSOR
  # what is asked stands below the line
  CURSOR=${#BUFFER}
  zle -R
  if ! __safeshell_reads || __safeshell_allows "$REPLY"; then
    zle _safeshell-before-$widget -- "$@"
    return
  fi
  zle -I
  CURSOR=$at
  # at PS2 the lines before this one come back, too
  [[ $CONTEXT != cont ]] || zle .push-line-or-edit
}

# What the shell would run goes into REPLY: history expanded, and aliases where there are any. Fails where none of it would run
# now: it waits for more, or is refused by the shell.
__safeshell_reads() {
  local typed=$BUFFER at=$CURSOR whole
  # vared and select read no commands
  [[ ( $CONTEXT == start || $CONTEXT == cont ) && $PREBUFFER$BUFFER == *[^[:space:]]* ]] || return 1
  if [[ -o banghist && ( $BUFFER == *"${histchars:0:1}"* || $BUFFER == "${histchars:1:1}"* ) ]]; then
    zle .expand-history
  fi
  REPLY=$PREBUFFER$BUFFER
  [[ $BUFFER == "$typed" ]] || BUFFER=$typed CURSOR=$at
  setopt localoptions aliases
  __safeshell_parse "$REPLY"
  whole=${functions[__safeshell_parsed]-}
  if [[ -z $whole ]]; then
    # of several lines the first ones may be whole
    [[ $BUFFER == *$'\n'* ]]
    return
  fi
  setopt noaliases
  __safeshell_parse "$REPLY"
  [[ $whole == "${functions[__safeshell_parsed]-}" ]] || REPLY=${whole#$'\t'}
  # at a prompt a `#` begins no comment, unless one says so
  [[ -o interactivecomments || $REPLY != *'#'* ]] || __safeshell_escape
}

# Reads it, runs nothing of it.
__safeshell_parse() { # text
  unset 'functions[__safeshell_parsed]'
  { functions[__safeshell_parsed]=$1 } 2>/dev/null
}

__safeshell_escape() {
  setopt localoptions extendedglob noshglob
  REPLY=${REPLY//(#m)((#s)|[[:space:]])\#/${MATCH%?}\\#}
}

__safeshell_allows() { # text
  emulate -L zsh
  local answer=127
  if [[ -x $__safeshell_data/safeshell-line ]]; then
    $__safeshell_data/safeshell-line zsh "$1"
    answer=$?
  fi
  case $answer in
  0) return 0 ;;
  1 | 130) return 1 ;;
  esac
  # once, and not where all of it was taken away
  if [[ -z ${__safeshell_is_told-} && -d $__safeshell_data/shims ]]; then
    typeset -g __safeshell_is_told=yes
    zle -I
    print -u2 -r -- 'safeshell: lines are not judged before they run; programs still are (safeshell doctor)'
  fi
  return 0
}

# At each prompt, as plugins make widgets of their own at the first one: those that wrap ours, under a name that was there
# before, are left.
__safeshell_lines() {
  local widget made
  [[ -o zle ]] || return 0
  typeset -gA __safeshell_wrapped
  for widget in accept-line accept-and-hold accept-line-and-down-history accept-and-infer-next-history; do
    made=${widgets[$widget]-}
    [[ $made == user:_safeshell-$widget || -z $made ]] && continue
    if [[ -n ${__safeshell_wrapped[$widget]-} ]]; then
      [[ $made == user:_zsh_autosuggest_* || $made == user:_zsh_highlight_* || " ${__safeshell_wrapped[$widget]} " == *" $made "* ]] && continue
    fi
    __safeshell_wrapped[$widget]+=" $made"
    zle -A $widget _safeshell-before-$widget
    functions[_safeshell-$widget]="__safeshell_accept $widget \"\$@\""
    zle -N $widget _safeshell-$widget
  done
}
