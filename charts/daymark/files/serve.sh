#!/bin/sh
# Runs nats-server and reloads its configuration when a file changes, such as permissions of a new version or a renewed certificate.
# Connections stay open. An invalid configuration is ignored.
# usage: serve.sh <configuration> [file …: what it includes]; SECONDS_BETWEEN: 5
look() { cat "$@" 2>/dev/null | cksum; }
seen=$(look "$@")
(
  while sleep "${SECONDS_BETWEEN:-5}"; do
    now=$(look "$@")
    # $$: the process that this shell becomes
    kill -0 $$ || exit
    [ "$now" = "$seen" ] || kill -HUP $$
    seen=$now
  done
) &
exec nats-server --config "$1"
