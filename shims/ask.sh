# What Node starts gets its own NODE_* back: `=value`, or nothing where there was none. Cleared for Node itself, because
# NODE_OPTIONS could load foreign code and NODE_EXTRA_CA_CERTS costs as much again as the whole answer.
__ss_options=${NODE_OPTIONS+=$NODE_OPTIONS}
__ss_certs=${NODE_EXTRA_CA_CERTS+=$NODE_EXTRA_CA_CERTS}

# Ctrl-C reaches Node too: it answers first, then we follow. A trap that does something leaves Node the default action.
__ss_signal=
trap '__ss_signal=INT' INT
trap '__ss_signal=QUIT' QUIT
__ss_ask() {
  SAFESHELL_STEP=@STEP@ SAFESHELL_SHIMS=$__ss_shims SAFESHELL_NODE_OPTIONS=$__ss_options SAFESHELL_NODE_CERTS=$__ss_certs \
    NODE_OPTIONS='' NODE_EXTRA_CA_CERTS='' "$__ss_node" \
    ${__ss_quick:+--min-semi-space-size=4} ${__ss_quick:+--no-rehash-snapshot} ${__ss_quick:+--no-verify-snapshot-checksum} \
    ${__ss_quick:+--v8-pool-size=1} ${__ss_brief:+--no-sparkplug} ${__ss_quick:+--interrupt-budget=$__ss_budget} \
    "$__ss_main" "$__ss_name" "$@"
  __ss_status=$?
}
# Room for all that one answer makes: else Node cleans up twice on the way, and waits for busy cores to help. And hashes
# that are always the same: new ones take a fifth of a start. Whoever makes them collide waits longer for an answer.
# No check of Node's own heap, one helper. And no machine code for what ran some times, but where many words make it run long.
__ss_quick=yes
__ss_words="$*"
__ss_brief=yes __ss_budget=1000000
[ "${#__ss_words}" -lt 4096 ] || __ss_brief= __ss_budget=250000
__ss_ask "$@"
if [ "$__ss_status" = 9 ]; then # a Node that knows no such options has not even started
  __ss_quick= __ss_brief=
  __ss_ask "$@"
fi
trap - INT QUIT
