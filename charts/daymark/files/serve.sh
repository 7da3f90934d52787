#!/bin/sh
# Runs nats-server and reloads its configuration when a file changes, such as permissions of a new version or a renewed certificate.
# Connections stay open. An invalid configuration is ignored.
# usage: serve.sh <configuration> [included file …]; SECONDS_BETWEEN: seconds between checks, default 5
checksum() { cat "$@" 2>/dev/null | cksum; }
previous=$(checksum "$@")
(
  while sleep "${SECONDS_BETWEEN:-5}"; do
    current=$(checksum "$@")
    # $$: the id of this shell, which `exec` replaces by nats-server
    kill -0 $$ || exit
    [ "$current" = "$previous" ] || kill -HUP $$
    previous=$current
  done
) &
exec nats-server --config "$1"
