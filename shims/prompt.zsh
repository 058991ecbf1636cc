# Written by safeshell for interactive zsh: `safeshell refresh` writes it anew. Nothing here starts a process at an ordinary
# prompt, and all of it does nothing where safeshell is gone.

# Once more, without the person's aliases and options: its functions then run without them, too.
if [[ ! -v __safeshell_plain ]]; then
  __safeshell_plain=
  __safeshell_data=@DATA@
  'builtin' 'emulate' 'zsh' '-o' 'no_aliases' '-c' '. "$__safeshell_data/interactive.zsh"'
  'builtin' 'unset' '__safeshell_plain'
  'builtin' 'return' '0'
fi

# nvm, mise, direnv, conda and their like put their folders first, while the shell is open.
__safeshell_front() {
  [[ $PATH == $__safeshell_data/shims(|:*) || ! -r $__safeshell_data/env.sh ]] ||
    . $__safeshell_data/env.sh 2>/dev/null # it may be readonly
}

__safeshell_prompt() {
  __safeshell_front
  (( $+functions[__safeshell_lines] )) && __safeshell_lines # the line door, if it is wanted
  return 0
}

# Last of those at the prompt and after `cd`, as others change PATH there; and before each line, whatever came after us.
precmd_functions=(${precmd_functions:#__safeshell_prompt} __safeshell_prompt)
chpwd_functions=(${chpwd_functions:#__safeshell_front} __safeshell_front)
preexec_functions=(${preexec_functions:#__safeshell_front} __safeshell_front)
