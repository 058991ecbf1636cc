#!/bin/sh
# Puts safeshell on this machine, from this checkout, and takes it off again. Needs sh, Node.js >= 20 and npm.
set -eu
umask 022

usage() {
  cat <<'EOF'
usage: ./install.sh [options]

Build safeshell and set it up for the current user (see `safeshell setup`):
  ~/.local/share/safeshell   program and shims           ($XDG_DATA_HOME)
  ~/.local/bin/safeshell     command, and safeshell-sh
  ~/.config/safeshell        your settings and rules     ($XDG_CONFIG_HOME)

  --prefix DIR   Install into DIR/share/safeshell and DIR/bin
  --yes          Skip the prompt; set up shells and agents too
  --no-shells    Do not change shell start-up files
  --no-agents    Do not change agent settings
  --no-lines     Do not check typed lines (--lines: check them again)
  --no-rc        Skip the prompt; change neither shells nor agents
  --no-build     Install the existing dist/ without building
  --dry-run      Show the changes without making them
  --uninstall    Uninstall the guard; keep your rules and records
  --purge        With --uninstall: also remove your rules and records
  --help         Show this help
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

# Runs one step. Its output is only shown where the step fails: the line that names the error.
step() { # name, advice, command and arguments
  name=$1 advice=$2 failed=
  shift 2
  if [ "$dry_run" ]; then
    act "$@"
    return 0
  fi
  say "$name .."
  output=$("$@" 2>&1 </dev/null) || failed=1
  # npm 10 only warns of files that it cannot write
  case $output in *TAR_ENTRY_ERROR*) failed=1 ;; esac
  [ "$failed" ] || return 0
  rm -f -- node_modules/.package-lock.json # the next run installs all packages again
  fail "$name failed: $(error_in "$output"). $advice"
}
NETWORK_ERRORS='ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|[A-Z_]*CERT_[A-Z_]*'
error_in() { # output of npm or Node.js
  case $1 in *ENOSPC* | *[Nn]'o space left'*) printf 'the disk is full' && return ;; esac
  # npm 10 may end before it prints the reason; the log of its requests has it
  code=$(printf '%s\n' "$1" | grep -Eo "$NETWORK_ERRORS" | head -n 1)
  [ -z "$code" ] || { printf 'the npm registry cannot be reached (%s)' "$code" && return; }
  text=$(printf '%s\n' "$1" | sed -E -e 's/^npm (error|ERR!) *//' -e '/^npm (http|warn|notice) /d' -e '/^ *at /d' -e '/^ *$/d' -e '/complete log of this run/d')
  line=$(printf '%s\n' "$text" | grep -E '(reason|Error|E[A-Z]{3,}): .*[A-Za-z]' | head -n 1)
  [ "$line" ] || line=$(printf '%s\n' "$text" | grep -Ev 'Error: *[^A-Za-z]*$' | grep '[A-Za-z]' | tail -n 1)
  line=${line:-it printed no reason}
  printf '%s' "${line%.}"
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
  { printf '%s' "$$ $(date +%s)000 install" >"$1.$$"; } 2>/dev/null ||
    fail "cannot write to $here. Check its permissions and the free disk space, then run ./install.sh again."
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

prefix= yes= no_shells= no_agents= lines= no_build= dry_run= uninstall= purge=
while [ $# -gt 0 ]; do
  case $1 in
  --prefix)
    [ $# -ge 2 ] || fail '--prefix needs a directory'
    prefix=$2
    shift
    ;;
  --prefix=*) prefix=${1#*=} ;;
  --yes | -y) yes=1 ;;
  --no-shells) no_shells=1 ;;
  --no-agents) no_agents=1 ;;
  --lines | --no-lines) lines=$1 ;;
  --no-rc) yes=1 no_shells=1 no_agents=1 ;;
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

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)

# An older guard must not judge what its own installation runs.
rest=$PATH: PATH=
while [ "$rest" ]; do
  [ "${rest%%:*}" = "$data/shims" ] || PATH=$PATH${PATH:+:}${rest%%:*}
  rest=${rest#*:}
done

# ---- Node.js ----

node=$(command -v node) || fail 'Node.js >= 20 is needed, and there is no `node` in PATH. Install it (https://nodejs.org), then run ./install.sh again.'
NODE_OPTIONS=
export NODE_OPTIONS
version=$("$node" -p process.versions.node) || fail "$node does not run"
[ "${version%%.*}" -ge 20 ] || fail "Node.js >= 20 is needed; $node is $version. Install a newer one (https://nodejs.org), then run ./install.sh again."
# What `node` in PATH may be a version manager's shim for. Homebrew's real path changes with every upgrade.
real_node=$("$node" -p process.execPath)
case $real_node in */Cellar/*) ;; *) node=$real_node ;; esac

# ---- uninstall ----

if [ "$uninstall" ]; then
  root=${prefix:+$prefix/share/safeshell}
  [ "$root" ] || root=$(cat -- "$data/product-root" 2>/dev/null) || root=$data
  if ! [ -f "$root/app/dist/cli.cjs" ]; then
    command=$HOME/.local/bin/safeshell # knows the XDG_* variables that it was installed with
    if ! [ "$prefix" ] && grep -q '^# safeshell launcher' "$command" 2>/dev/null; then
      exec "$command" uninstall ${purge:+--purge} ${dry_run:+--dry-run}
    fi
    say "safeshell is not installed in $root"
    audit=$(xdg "${XDG_STATE_HOME-}" .local/state)/audit
    if [ -d "$audit" ]; then say "what was on record is still in $audit"; fi
    exit 0
  fi
  exec "$node" "$root/app/dist/cli.cjs" uninstall ${purge:+--purge} ${dry_run:+--dry-run}
fi

# ---- build ----

# In npm's package, everything is built.
if ! [ -f "$here/package-lock.json" ] && [ -f "$here/dist/cli.cjs" ]; then no_build=1; fi

if [ "$no_build" ]; then
  [ -f "$here/dist/cli.cjs" ] || fail 'dist/ is not built; leave out --no-build'
else
  [ -f "$here/package-lock.json" ] && [ -d "$here/src" ] || fail "not a checkout of safeshell: $here"
  command -v npm >/dev/null || fail 'npm is needed to build, and there is none in PATH'
  lock "$here/.install.lock"
  # npm keeps a cache in HOME: one that was not there before is none of ours to leave behind.
  if ! [ "$dry_run" ] && ! [ -d "$HOME/.npm" ] && ! [ "${npm_config_cache-}" ]; then
    npm_cache=$(mktemp -d 2>/dev/null) || fail "cannot write to ${TMPDIR:-/tmp}. Check its permissions and the free disk space."
    export npm_config_cache="$npm_cache"
  fi
  cd -- "$here" || fail "cannot enter $here"
  # esbuild is an optional package for each platform: an .npmrc can leave these out.
  # What only tests need is a workspace. It is not installed here, unless somebody has installed it before.
  some=--workspaces=false
  [ ! -d node_modules/vitest ] || some=
  # npm writes this file last. It is older than the lock file after an update of the checkout.
  if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
    step 'installing build dependencies' 'Check the network, the npm registry and the free disk space, then run ./install.sh again.' \
      npm ci ${some:+"$some"} --include=dev --include=optional --ignore-scripts --no-update-notifier --loglevel=http
  fi
  for left in .dist.*; do [ ! -e "$left" ] || act rm -rf -- "$left"; done # of builds that were killed
  step building 'Check the free disk space. In an unchanged checkout, please report this.' "$node" scripts/build.mjs
fi

# ---- set up ----

# Where nobody can be asked, the product is installed and nothing that is a person's own is touched.
if ! [ "$yes" ] && ! { [ -t 0 ] && [ -t 1 ]; }; then yes=1 no_shells=1 no_agents=1; fi
if [ "$dry_run" ] && ! [ -f "$here/dist/cli.cjs" ]; then
  say "would run: safeshell setup"
  exit 0
fi
unlock
status=0
"$node" "$here/dist/cli.cjs" setup ${prefix:+--prefix "$prefix"} ${yes:+--yes} ${no_shells:+--no-shells} \
  ${no_agents:+--no-agents} ${lines:+"$lines"} ${dry_run:+--dry-run} || status=$?
exit "$status"
