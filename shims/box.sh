# Behind `safeshell run` the real programs, the guard's own Node with them, are at another place; a file that is there alone says which.
if [ -s @BOX@ ]; then
  . @BOX@
else
  __ss_boxed= __ss_root= __ss_program=
fi
