#!/bin/sh
# Puts safeshell on this machine, from this checkout, and takes it off again. Needs sh, Node.js >= 20 and npm.
set -eu
umask 022

usage() {
  cat <<'EOF'
usage: ./install.sh [options]

Builds safeshell and installs it for the current user:
  ~/.local/share/safeshell   the product and its shims   ($XDG_DATA_HOME)
  ~/.local/bin/safeshell     the command, and safeshell-sh beside it
  ~/.config/safeshell        your settings and rules     ($XDG_CONFIG_HOME)

  --prefix DIR   the product into DIR/share/safeshell, the command into DIR/bin
  --yes          also add the start-up line to the files of bash, zsh and fish, without asking
  --no-rc        do not touch start-up files, do not ask
  --no-build     install dist/ as it stands
  --dry-run      say what would be done, change nothing
  --uninstall    take everything away again; your own rules, and what is on record, stay
  --purge        with --uninstall: these too
  --help
EOF
}

newline='
'
say() { printf '%s\n' "$@"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
quote() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

# Does it, or says that it would.
act() {
  if [ "$dry_run" ]; then
    printf 'would run:'
    for word; do case $word in *[!A-Za-z0-9_./=:@+-]* | '') printf ' %s' "$(quote "$word")" ;; *) printf ' %s' "$word" ;; esac; done
    printf '\n'
  else
    "$@"
  fi
}

# ---- one at a time ----

# Two installations at once would each take away what the other one builds on. A lock is a file that names its holder, as
# in src/store/lock.ts; one whose holder is gone is taken over.
held=
LONGEST_WAIT=900 # seconds: npm may have to load everything anew
lock() { # path
  [ -z "$dry_run" ] || return 0
  waited=0
  until take "$1"; do
    theirs=$(cat -- "$1" 2>/dev/null) || theirs=
    holder=${theirs%% *}
    if [ "$holder" ] && ! kill -0 "$holder" 2>/dev/null && ! [ -d "/proc/$holder" ]; then
      take_over "$1" "$theirs"
      continue
    fi
    [ "$waited" != 1 ] || say "waiting for another installation (process $holder)"
    [ "$waited" -lt "$LONGEST_WAIT" ] ||
      fail "another installation does not end (process $holder); if that is none, remove $1"
    waited=$((waited + 1))
    sleep 1
  done
  held=$1$newline$held
  rm -f -- "$1".[0-9]* # of those that were killed; who waits writes its own again
}
take() { # path; false = somebody else has it
  printf '%s' "$$ $(date +%s)000 install" >"$1.$$" || fail "cannot write $1.$$"
  taken=
  ln -- "$1.$$" "$1" 2>/dev/null && taken=1
  rm -f -- "$1.$$"
  [ "$taken" ]
}
take_over() { # path, what was in it; others may have been faster
  mv -f -- "$1" "$1.$$.old" 2>/dev/null || return 0
  [ "$(cat -- "$1.$$.old")" = "$2" ] || ln -- "$1.$$.old" "$1" 2>/dev/null || :
  rm -f -- "$1.$$.old"
}
unlock() {
  while [ "$held" ]; do
    rm -f -- "${held%%"$newline"*}"
    held=${held#*"$newline"}
  done
}
npm_cache=
trap 'unlock; [ -z "$npm_cache" ] || rm -rf -- "$npm_cache"' EXIT
trap 'exit 130' INT TERM HUP

# ---- what is wanted ----

prefix= yes= no_rc= no_build= dry_run= uninstall= purge=
while [ $# -gt 0 ]; do
  case $1 in
  --prefix)
    [ $# -ge 2 ] || fail '--prefix needs a directory'
    prefix=$2
    shift
    ;;
  --prefix=*) prefix=${1#*=} ;;
  --yes | -y) yes=1 ;;
  --no-rc) no_rc=1 ;;
  --no-build) no_build=1 ;;
  --dry-run) dry_run=1 ;;
  --uninstall) uninstall=1 ;;
  --purge) purge=1 ;;
  --help | -h)
    usage
    exit 0
    ;;
  *)
    usage >&2
    exit 64
    ;;
  esac
  shift
done

case ${HOME-} in /*) ;; *) fail 'HOME is not an absolute path' ;; esac
case $prefix in '' | /*) ;; *) prefix=$PWD/$prefix ;; esac
xdg() { # value, fallback; a relative value is to be ignored
  case $1 in /*) printf '%s/safeshell' "$1" ;; *) printf '%s/%s/safeshell' "$HOME" "$2" ;; esac
}
data=$(xdg "${XDG_DATA_HOME-}" .local/share)
config=$(xdg "${XDG_CONFIG_HOME-}" .config)
cache=$(xdg "${XDG_CACHE_HOME-}" .cache)
state=$(xdg "${XDG_STATE_HOME-}" .local/state)
root=${prefix:+$prefix/share/safeshell}
root=${root:-$data}
bin=${prefix:-$HOME/.local}/bin
app=$root/app
launcher=$bin/safeshell
case $data$root$bin in
*:* | *"$newline"*) fail "a path with a colon or a line break cannot stand in PATH: $data, $bin" ;;
esac

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)

# An older guard must not judge what its own installation runs.
rest=$PATH: PATH=
while [ "$rest" ]; do
  [ "${rest%%:*}" = "$data/shims" ] || PATH=$PATH${PATH:+:}${rest%%:*}
  rest=${rest#*:}
done

# ---- Node.js ----

node=$(command -v node) || fail 'Node.js >= 20 is needed, and there is no `node` in PATH (https://nodejs.org)'
NODE_OPTIONS=
export NODE_OPTIONS
version=$("$node" -p process.versions.node) || fail "$node does not run"
[ "${version%%.*}" -ge 20 ] || fail "Node.js >= 20 is needed; $node is $version"
# What `node` in PATH may be a version manager's shim for. Homebrew's real path changes with every upgrade.
real_node=$("$node" -p process.execPath)
case $real_node in */Cellar/*) ;; *) node=$real_node ;; esac

# ---- uninstall ----

if [ "$uninstall" ]; then
  if ! [ -f "$app/dist/cli.cjs" ]; then
    say "safeshell is not installed in $root"
    if [ -d "$state/audit" ]; then say "what was on record is still in $state/audit"; fi
    exit 0
  fi
  exec "$node" "$app/dist/cli.cjs" uninstall ${purge:+--purge} ${dry_run:+--dry-run}
fi

# ---- build ----

[ -f "$here/package-lock.json" ] && [ -d "$here/src" ] || fail "not a checkout of safeshell: $here"

modules_are_current() {
  [ -f "$here/node_modules/.package-lock.json" ] && (cd "$here" && "$node" -e '
    const packages = (file) => JSON.parse(require("fs").readFileSync(file, "utf8")).packages;
    const have = packages("node_modules/.package-lock.json");
    const isStale = ([path, { version, optional }]) => path && !optional && have[path]?.version !== version;
    process.exitCode = Object.entries(packages("package-lock.json")).some(isStale) ? 1 : 0;')
}

if [ "$no_build" ]; then
  [ -f "$here/dist/cli.cjs" ] || fail 'dist/ is not built; leave out --no-build'
else
  command -v npm >/dev/null || fail 'npm is needed to build, and there is none in PATH'
  lock "$here/.install.lock"
  # npm keeps a cache in HOME: one that was not there before is none of ours to leave behind.
  if ! [ "$dry_run" ] && ! [ -d "$HOME/.npm" ] && ! [ "${npm_config_cache-}" ]; then
    npm_cache=$(mktemp -d)
    export npm_config_cache="$npm_cache"
  fi
  modules_are_current || act npm --prefix "$here" ci --include=dev --no-audit --no-fund --no-update-notifier --loglevel=error
  for left in "$here"/.dist.*; do [ ! -e "$left" ] || act rm -rf -- "$left"; done # of builds that were killed
  act npm --prefix "$here" run --silent build
fi

# ---- install ----

# Notes each folder that it makes: what was not there before goes at uninstall.
made=
make_dir() {
  [ -d "$1" ] && return 0
  case $newline$made in *"$newline$1$newline"*) return 0 ;; esac
  make_dir "$(dirname -- "$1")"
  if ! act mkdir -- "$1"; then
    if [ -d "$1" ]; then return 0; fi # another installation was faster
    unlock
    unmake
    fail "cannot make $1"
  fi
  made=$made$1$newline
}
unmake() { # the last one first
  while [ "$made" ]; do
    made=${made%"$newline"}
    act rmdir -- "${made##*"$newline"}"
    made=${made%"${made##*"$newline"}"}
  done
}
write_file() { # path, mode, text; whole or not at all
  if [ "$dry_run" ]; then
    say "would write: $1"
  else
    printf '%s\n' "$3" >"$1.new"
    chmod "$2" "$1.new"
    mv -f -- "$1.new" "$1"
  fi
}

mark='# safeshell launcher. Generated by install.sh.'
if [ -e "$launcher" ] && ! grep -qxF "$mark" "$launcher"; then
  fail "$launcher is another program; move it away or choose another --prefix"
fi

wrapper=$bin/safeshell-sh
if [ -e "$wrapper" ] || [ -h "$wrapper" ]; then
  [ -h "$wrapper" ] && [ "$(readlink "$wrapper")" = "$data/safeshell-sh" ] ||
    fail "$wrapper is another program; move it away or choose another --prefix"
fi

for folder in "$data" "$root"; do
  make_dir "$folder"
  case $newline$held in *"$newline$folder/install.lock$newline"*) ;; *) lock "$folder/install.lock" ;; esac
done
for folder in "$bin" "$config/rules" "$cache" "$state"; do make_dir "$folder"; done
for folder in "$data" "$config" "$cache" "$state"; do
  case $newline$made in *"$newline$folder$newline"*) act chmod 700 "$folder" ;; esac
done
if [ "$made" ]; then
  if [ "$dry_run" ]; then say "would write: $data/made-folders"; else printf '%s' "$made" >>"$data/made-folders"; fi
fi

# The product is a folder of its own for each installation; `app` leads to the one that counts and changes in one rename.
# The one before stays until the next time: what runs now may still load a part of it.
before=$(readlink "$app") || before=
for left in "$root"/app-* "$root"/app.*; do
  if ! [ -e "$left" ] && ! [ -h "$left" ] || [ "$left" = "$root/$before" ]; then continue; fi
  act rm -rf -- "$left" || : # what a killed installation has started may still write there
done
fresh=$app.new.$$
act mkdir -- "$fresh"
for part in dist rules shims package.json README.md CHANGELOG.md LICENSE; do
  if [ -e "$here/$part" ] || [ "$part" = dist ]; then act cp -R -- "$here/$part" "$fresh/"; fi
done
act chmod -R u=rwX,go=rX "$fresh"

# ---- does it guard? ----

if ! [ "$dry_run" ]; then
  say 'asked as an agent would ask, by the rules that come with it, without running anything:'
  # not by all rules in force: a person may have loosened some
  answers=$(printf '%s\n' 'git push --force' 'rm -rf ~' 'git status' |
    "$node" "$fresh/dist/cli.cjs" check --actor ai --cwd "$HOME" --rules "$fresh"/rules/*.yaml -- - | grep -v '^  ') || :
  say "$answers" | sed 's/^/  /'
  case $answers in
  [dr]e[nq]*'  git push --force'*"$newline"[dr]e[nq]*'  rm -rf ~'*"$newline"'allow  git status') ;;
  *)
    rm -rf -- "$fresh"
    fail 'the guard answers wrongly: it is not installed'
    ;;
  esac
fi

version=app-$(date +%Y%m%d%H%M%S)-$$
act mv -- "$fresh" "$root/$version"
act ln -s -- "$version" "$app.link.$$"
act "$node" -e '
  const { lstatSync, renameSync } = require("fs");
  const [link, app] = process.argv.slice(1);
  // as older versions had it: the only time that there is none for a moment
  if (lstatSync(app, { throwIfNoEntry: false })?.isDirectory()) renameSync(app, `${app}.old`);
  renameSync(link, app);' "$app.link.$$" "$app"

write_file "$launcher" 755 "#!/bin/sh
$mark
if ! [ -x $(quote "$node") ]; then
  echo $(quote "safeshell: Node.js is gone from $node: run install.sh again") >&2
  exit 127
fi
if ! [ -s $(quote "$app/dist/cli.cjs") ]; then
  echo $(quote "safeshell: $app/dist/cli.cjs is gone or empty: run install.sh again") >&2
  exit 70
fi
NODE_OPTIONS=
export NODE_OPTIONS
# 70 until it has answered: no answer must not look like one
exec $(quote "$node") -e 'process.exitCode = 70; require(process.argv[1])' -- $(quote "$app/dist/cli.cjs") \"\$@\""
write_file "$root/launcher" 644 "$launcher"
[ -h "$wrapper" ] || act ln -s -- "$data/safeshell-sh" "$wrapper"

# A copy tells at uninstall whether the person has changed it.
skeleton() { # name, place
  [ -e "$2" ] || [ -h "$2" ] && return 0
  act cp -- "$here/src/install/skeleton/$1" "$2"
  make_dir "$data/skeleton"
  act cp -- "$here/src/install/skeleton/$1" "$data/skeleton/$1"
}
skeleton config.yaml "$config/config.yaml"
skeleton mine.yaml "$config/rules/mine.yaml"

PATH=$PATH:$bin
export PATH
status=0
act "$launcher" refresh || status=$?
case $status in
0) ;;
65) say 'Your own rules have errors, see above: the guard works without what is wrong in them.' ;;
*) fail 'the rules could not be compiled' ;;
esac

unlock

# ---- start-up files ----

say "safeshell is installed: $launcher"
if [ "$no_rc" ]; then exit 0; fi
if ! [ "$yes" ] && [ -t 0 ] && [ -t 1 ] && ! [ "$dry_run" ]; then
  printf 'Put the guard into the start-up files of your shells (bash, zsh, fish)? [Y/n] '
  read -r answer || answer=n
  case $answer in '' | [Yy]*) yes=1 ;; esac
fi
line="if [ -r $(quote "$data/env.sh") ]; then . $(quote "$data/env.sh"); fi"
if [ "$yes" ]; then
  act "$launcher" init --install
  say 'New shells are guarded. To guard this one as well:' "  $line"
else
  say 'Nothing is guarded until PATH says so: `safeshell init --install`, or this line at the top and at the end of'
  say 'your start-up files (fish: `safeshell init fish`). It also guards the shell that you type it into:' "  $line"
fi
