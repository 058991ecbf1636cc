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
    NODE_OPTIONS='' NODE_EXTRA_CA_CERTS='' "$__ss_node" @OPTIONS@"$__ss_main" "$__ss_name" "$@"
  __ss_status=$?
}
# Another Node may not know the options: they count while Node's file has the time that it had when they were tried.
__ss_quick=
@TRIED@ && __ss_quick=yes
__ss_ask "$@"
if [ "$__ss_quick$__ss_status" = yes9 ]; then # another Node under the same time: it has not even started
  __ss_quick=
  __ss_ask "$@"
fi
trap - INT QUIT
