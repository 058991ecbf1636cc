# Written by safeshell for interactive bash: `safeshell refresh` writes it anew. Nothing here starts a process at an
# ordinary prompt, and all of it does nothing where safeshell is gone. Words with a backslash are nobody's alias.
__safeshell_data=@DATA@ __safeshell_seen=@SEEN@ __safeshell_walls=@WALLS@

# nvm, mise, direnv, conda and their like put their folders first, while the shell is open.
__safeshell_front() {
  case $PATH in
  "$__safeshell_data/shims" | "$__safeshell_data/shims":*) ;;
  *) if [[ -r $__safeshell_data/env.sh ]]; then \builtin . "$__safeshell_data/env.sh" 2>/dev/null; fi ;; # it may be readonly
  esac
}

# A program that was installed since gets its shim before its first use. A process starts only where a folder in PATH is new
# or has another time, and commands are looked up anew only where there are other shims.
__safeshell_programs() {
  \builtin local now= folder mark changed rest
  if ! [[ -r $__safeshell_data/shims/.programs ]]; then \builtin return 0; fi
  if ! IFS= \builtin read -r now <"$__safeshell_data/shims/.programs"; then \builtin return 0; fi
  if [[ $now != "${__safeshell_now-}" ]]; then
    if [[ ${__safeshell_now-} ]]; then \builtin hash -r; fi
    __safeshell_now=$now
  fi
  if [[ $PATH != "${__safeshell_path_read-}" ]]; then
    __safeshell_path_read=$PATH __safeshell_folders=() rest=$PATH:
    while [[ $rest ]]; do
      folder=${rest%%:*} rest=${rest#*:}
      case $folder in "$__safeshell_data/shims" | [!/]* | '') ;; *) __safeshell_folders+=("$folder") ;; esac
    done
  fi
  changed=()
  # with `set -u` an empty array is an error before bash 4.4
  for folder in ${__safeshell_folders[@]+"${__safeshell_folders[@]}"}; do
    mark=$__safeshell_seen/$now$folder/.seen
    if [[ $folder -nt $mark || $folder -ot $mark && -d $folder ]]; then changed+=("$folder"); fi
  done
  if [[ ${#changed[@]} = 0 || ${__safeshell_blind-} = xxx ]]; then \builtin return 0; fi
  if ! /bin/sh "$__safeshell_data/later.sh" "${changed[@]}" </dev/null >/dev/null 2>&1; then :; fi
  # Marks that cannot be kept are not asked for; one that is missing once may be of another generation, written meanwhile.
  if [[ -e $__safeshell_seen/$now${changed[0]}/.seen ]]; then __safeshell_blind=; else __safeshell_blind+=x; fi
  if IFS= \builtin read -r now <"$__safeshell_data/shims/.programs" && [[ $now != "$__safeshell_now" ]]; then
    \builtin hash -r
    __safeshell_now=$now
  fi
}

# What a rule of the person's own confines leaves a line, which is said where the command has failed by itself. The file is emptied.
__safeshell_told() {
  \builtin local line note="$__safeshell_walls/shell-$$"
  if ! [[ -s $note ]] || ! IFS= \builtin read -r line <"$note"; then \builtin return 0; fi
  case $1 in 0 | 126 | 127 | 129 | 1[3-9]? | 2??) ;; *) \builtin printf '%s\n' "$line" >&2 ;; esac
  if ! : >|"$note"; then :; fi
}

# Keeps $? for what comes after it; with `set -e` it would end the shell.
__safeshell_prompt() {
  \builtin local status=$?
  __safeshell_told "$status"
  __safeshell_front
  __safeshell_programs
  if \builtin declare -F __safeshell_lines >/dev/null; then __safeshell_lines; fi # the line door, if it is wanted
  case $- in *e*) status=0 ;; esac
  \builtin return "$status"
}

# Last of those at the prompt, as others change PATH there. Who has a DEBUG trap takes what comes after him for a line that
# was typed (VS Code), so we come before. bash-preexec has lists of its own.
__safeshell_hook() {
  \builtin local call=__safeshell_prompt newline=$'\n' one others
  others=()
  for one in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do # without what an earlier read has left
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
