# Have the rules of the project in this folder been compiled as they are, and are they about other programs? Their file
# has the time that it had then, and nothing came into its folder since.
__ss_is_silent() { # folder, program
  __ss_known=$__ss_projects$1/.safeshell
  [ "$__ss_projects" ] && [ ! -e "$__ss_known/about/$2" ] && [ -f "$__ss_known/seen" ] &&
    [ -f "$__ss_known/from" ] && [ -f "$__ss_known/to" ] && [ -f "$1/.safeshell/rules.yaml" ] &&
    [ ! -h "$1/.safeshell" ] && [ ! -h "$1/.safeshell/rules.yaml" ] &&
    [ "$1/.safeshell/rules.yaml" -nt "$__ss_known/from" ] && [ ! "$1/.safeshell/rules.yaml" -nt "$__ss_known/to" ] &&
    [ ! "$1/.safeshell" -nt "$__ss_known/seen" ]
}

# The nearest project above a folder whose way has no links: __ss_project, empty where there is none. Fails where it
# cannot be told.
__ss_find_project() { # folder
  __ss_project=
  __ss_up=$1
  while [ ! -h "$__ss_up" ]; do
    if [ -d "$__ss_up/.safeshell" ] && [ -z "$__ss_project" ]; then
      [ -x "$__ss_up/.safeshell" ] || return 1
      if [ -e "$__ss_up/.safeshell/rules.yaml" ] || [ -h "$__ss_up/.safeshell/rules.yaml" ]; then
        [ "$__ss_up" ] || return 1
        __ss_project=$__ss_up
      fi
    fi
    [ "$__ss_up" ] || return 0
    __ss_up=${__ss_up%/*}
  done
  return 1
}
