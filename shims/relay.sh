# Within a wall: has socat take what programs send to their proxy on this side out to the proxy on the other, then becomes the agent.
# Read by bash, at its real path; descriptor 5 is a pipe that is never written to, and closes when who holds the wall has ended.
# relay.sh SETSID SOCAT SOCKET TOKEN PORTS AGENT..: PORTS of this machine's own that are let through, separated by blanks.
(
  exec </dev/null >/dev/null 2>&1
  # not the agent's child, nor in its session: Ctrl-C is not for it
  "$1" "$BASH" -p -c '
    "$1" TCP-LISTEN:@PORT@,bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:"$2" &
    for port in $4; do
      "$1" TCP-LISTEN:"$port",bind=127.0.0.1,fork,reuseaddr PROXY:127.0.0.1:127.0.0.1:"$port",proxyport=@PORT@,proxyauth="$3" &
    done
    read -r _ <&5
    kill $(jobs -p)' relay "$2" "$3" "$4" "$5" &
)
__ss_tries=0
until (exec 3<>/dev/tcp/127.0.0.1/@PORT@) 2>/dev/null; do
  if [ "$((__ss_tries += 1))" -gt 250 ]; then
    echo 'safeshell: not run: the way out of the wall does not stand' >&2
    exit 70
  fi
  read -rt 0.02 _ <&5
done
shift 5
exec 5<&- "$@"
