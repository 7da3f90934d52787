#!/usr/bin/env bash
# Starts a separate Docker engine with its own folder and socket on a machine that has no engine. usage: docker.sh up | down | host
# Requires root. Installs missing Debian packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/paths.sh"
DIR=${DAYMARK_DOCKER_DIR:-$CACHE/docker}
SOCKET=${DAYMARK_DOCKER_SOCKET:-/run/daymark-docker.sock}
export DOCKER_HOST=unix://$SOCKET
is_running() { [ -f "$DIR/pid" ] && kill -0 "$(cat "$DIR/pid")" 2>/dev/null; }
case ${1:-up} in
host) echo "$DOCKER_HOST" ;;
down)
  is_running || exit 0
  kill "$(cat "$DIR/pid")"
  for _ in $(seq 300); do is_running || break; sleep .1; done
  rm -f "$DIR/pid" ;;
up)
  "$here/debs.sh" >&2
  mkdir -p "$DIR"
  if ! is_running; then
    # a separate bridge, because another engine may use or remove docker0
    ip link show dmdocker0 >/dev/null 2>&1 || { ip link add dmdocker0 type bridge && ip addr add 172.31.250.1/24 dev dmdocker0 && ip link set dmdocker0 up; }
    setsid dockerd --bridge dmdocker0 --data-root "$DIR/data" --exec-root "$SOCKET.d" --pidfile "$DIR/dockerd.pid" --host "$DOCKER_HOST" >"$DIR/log" 2>&1 </dev/null &
    echo $! > "$DIR/pid"
    for _ in $(seq 300); do docker version >/dev/null 2>&1 && break; is_running || break; sleep .1; done
  fi
  docker version >/dev/null 2>&1 || { tail -5 "$DIR/log" >&2; exit 1; }
  echo "$DOCKER_HOST" ;;
*) echo "usage: docker.sh up | down | host" >&2; exit 1 ;;
esac
