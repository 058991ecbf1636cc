# Written by safeshell for interactive bash: `safeshell refresh` writes it anew. Nothing here starts a process at an
# ordinary prompt, and all of it does nothing where safeshell is gone. Words with a backslash are nobody's alias.
__safeshell_data=@DATA@

# nvm, mise, direnv, conda and their like put their folders first, while the shell is open.
__safeshell_front() {
  case $PATH in
  "$__safeshell_data/shims" | "$__safeshell_data/shims":*) ;;
  *) if [[ -r $__safeshell_data/env.sh ]]; then \builtin . "$__safeshell_data/env.sh" 2>/dev/null; fi ;; # it may be readonly
  esac
}

# Keeps $? for what comes after it; with `set -e` it would end the shell.
__safeshell_prompt() {
  \builtin local status=$?
  __safeshell_front
  if \builtin declare -F __safeshell_lines >/dev/null; then __safeshell_lines; fi # the line door, if it is wanted
  case $- in *e*) status=0 ;; esac
  \builtin return "$status"
}

# Last of those at the prompt, as others change PATH there. Who has a DEBUG trap takes what comes after him for a line that
# was typed (VS Code), so we come before. bash-preexec has lists of its own.
__safeshell_hook() {
  \builtin local call=__safeshell_prompt newline=$'\n' one others
  others=()
  for one in "${PROMPT_COMMAND[@]}"; do # without what an earlier read has left
    one=${one//"$newline$call"/}
    one=${one//"$call"/:}
    case $one in '' | :) ;; *) others+=("$one") ;; esac
  done
  if [[ ${bash_preexec_imported-}${__bp_imported-} ]]; then
    case " ${precmd_functions[*]-} " in
    *" $call "*) ;;
    *) precmd_functions+=("$call") preexec_functions+=(__safeshell_front) ;;
    esac
    call=
  fi
  if [[ ${#others[@]} -gt 1 ]]; then
    PROMPT_COMMAND=("${others[@]}")
    if [[ $call ]]; then PROMPT_COMMAND+=("$call"); fi
  elif [[ $call && ${others-} ]]; then
    case $(\builtin trap -p DEBUG) in
    '') PROMPT_COMMAND=$others$newline$call ;;
    *) PROMPT_COMMAND=$call$newline$others ;;
    esac
  else
    PROMPT_COMMAND=${others-}$call
  fi
}
case $- in *i*) __safeshell_hook ;; esac
