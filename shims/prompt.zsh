# Written by safeshell for interactive zsh: `safeshell refresh` writes it anew. Nothing here starts a process at an ordinary
# prompt, and all of it does nothing where safeshell is gone.
typeset -g __safeshell_data=@DATA@ __safeshell_aliases=$options[aliases]
'builtin' 'unsetopt' 'aliases' # the person's

# nvm, mise, direnv, conda and their like put their folders first, while the shell is open.
__safeshell_front() {
  emulate -L zsh
  [[ $PATH == $__safeshell_data/shims(|:*) || ! -r $__safeshell_data/env.sh ]] ||
    . $__safeshell_data/env.sh 2>/dev/null # it may be readonly
}

__safeshell_prompt() {
  __safeshell_front
  if (( $+functions[__safeshell_lines] )); then __safeshell_lines; fi # the line door, if it is wanted
}

# Last of those at the prompt and after `cd`, as others change PATH there; and before each line, whatever came after us.
precmd_functions=(${precmd_functions:#__safeshell_prompt} __safeshell_prompt)
chpwd_functions=(${chpwd_functions:#__safeshell_front} __safeshell_front)
preexec_functions=(${preexec_functions:#__safeshell_front} __safeshell_front)
options[aliases]=$__safeshell_aliases
unset __safeshell_aliases
