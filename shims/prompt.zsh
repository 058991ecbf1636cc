# Written by safeshell for interactive zsh: `safeshell refresh` writes it anew. Nothing here starts a process at an ordinary
# prompt, and all of it does nothing where safeshell is gone.
typeset -g __safeshell_data=@DATA@ __safeshell_seen=@SEEN@ __safeshell_walls=@WALLS@
typeset -g __safeshell_aliases=${options[aliases]}
'builtin' 'unsetopt' 'aliases' # the person's

# nvm, mise, direnv, conda and their like put their folders first, while the shell is open.
__safeshell_front() {
  emulate -L zsh
  [[ $PATH == $__safeshell_data/shims(|:*) || ! -r $__safeshell_data/env.sh ]] ||
    . $__safeshell_data/env.sh 2>/dev/null # it may be readonly
}

# A program that was installed since gets its shim before its first use. A process starts only where a folder in PATH is new
# or has another time, and commands are looked up anew only where there are other shims.
__safeshell_programs() {
  emulate -L zsh
  local now folder mark
  local -a changed
  [[ -r $__safeshell_data/shims/.programs ]] && IFS= read -r now <$__safeshell_data/shims/.programs || return 0
  if [[ $now != ${__safeshell_now-} ]]; then
    [[ -z ${__safeshell_now-} ]] || rehash
    typeset -g __safeshell_now=$now
  fi
  for folder in $path; do
    [[ $folder == /* && $folder != $__safeshell_data/shims && -d $folder ]] || continue
    mark=$__safeshell_seen/$now$folder/.seen
    [[ -e $mark && ! $folder -nt $mark && ! $folder -ot $mark ]] || changed+=($folder)
  done
  (( $#changed )) && [[ ${__safeshell_blind-} != xxx ]] || return 0
  /bin/sh $__safeshell_data/later.sh $changed </dev/null &>/dev/null
  # Marks that cannot be kept are not asked for; one that is missing once may be of another generation, written meanwhile.
  if [[ -e $__safeshell_seen/$now$changed[1]/.seen ]]; then typeset -g __safeshell_blind=
  else typeset -g __safeshell_blind=${__safeshell_blind-}x; fi
  if IFS= read -r now <$__safeshell_data/shims/.programs && [[ $now != $__safeshell_now ]]; then
    rehash
    __safeshell_now=$now
  fi
}

# What a rule of the person's own confines leaves a line, which is said where the command has failed by itself. The file is emptied.
__safeshell_told() {
  emulate -L zsh
  local line note=$__safeshell_walls/shell-$$
  [[ -s $note ]] && IFS= read -r line <$note || return 0
  case $1 in (0|126|127|129|1[3-9]?|2??) ;; (*) print -ru2 -- $line ;; esac
  : >|$note
}

__safeshell_prompt() {
  __safeshell_told $?
  __safeshell_front
  __safeshell_programs
  if [[ -n ${functions[__safeshell_lines]-} ]]; then __safeshell_lines; fi # the line door, if it is wanted
}

# Last of those at the prompt and after `cd`, as others change PATH there; and before each line, whatever came after us.
precmd_functions=(${precmd_functions[@]:#__safeshell_prompt} __safeshell_prompt)
chpwd_functions=(${chpwd_functions[@]:#__safeshell_front} __safeshell_front)
preexec_functions=(${preexec_functions[@]:#__safeshell_front})
preexec_functions=(${preexec_functions[@]:#__safeshell_programs} __safeshell_front __safeshell_programs)
options[aliases]=$__safeshell_aliases
unset __safeshell_aliases
