#!/bin/sh
# nats-server, and a look at its files every few seconds: what has changed (permissions that a new version needs, a certificate that was
# renewed) it reads anew, and nobody is disconnected. What it cannot read it leaves alone and goes on as it was.
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
