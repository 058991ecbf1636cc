# Was it looked at lately, by a clock that has not gone back since? The times of two files say when, and until when it counts.
__ss_is_recent() { # looked at, until
  @RECENT@
}

# Have the rules of the project in this folder been compiled as they are, and are they about other programs? Their file and
# its folder have the times that they had.
__ss_is_silent() { # folder, program
  __ss_known=$__ss_projects$1/.safeshell
  [ "$__ss_projects" ] && [ ! -e "$__ss_known/about/$2" ] && [ -f "$1/.safeshell/rules.yaml" ] &&
    [ ! -h "$1/.safeshell" ] && [ ! -h "$1/.safeshell/rules.yaml" ] &&
    __ss_is_recent "$__ss_known/seen" "$__ss_known/until" &&
    __ss_has_its_time "$1/.safeshell/rules.yaml" 0 && __ss_has_its_time "$1/.safeshell" 1
}

__ss_has_its_time() { # file, number of its marks
  [ -f "$__ss_known/from-$2" ] && [ -f "$__ss_known/to-$2" ] &&
    [ ! "$__ss_known/from-$2" -nt "$1" ] && [ ! "$1" -nt "$__ss_known/to-$2" ]
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
