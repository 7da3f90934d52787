#!/bin/sh
# Supports the settings of the official image that the project uses.
set -e
: "${POSTGRES_USER:=postgres}"
: "${POSTGRES_DB:=$POSTGRES_USER}"
if [ -n "$POSTGRES_PASSWORD_FILE" ]; then POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE"); fi
if [ "${1#-}" != "$1" ]; then set -- postgres "$@"; fi
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "$POSTGRES_PASSWORD" ] || { echo "POSTGRES_PASSWORD is not set" >&2; exit 1; }
  mkdir -p "$PGDATA"
  password=$(mktemp)
  printf %s "$POSTGRES_PASSWORD" > "$password"
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile="$password" --auth-host=scram-sha-256 --auth-local=trust -E UTF8 --locale=C.UTF-8 >/dev/null
  rm "$password"
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  if [ "$POSTGRES_DB" != postgres ]; then
    printf 'create database "%s";\n' "$POSTGRES_DB" | postgres --single -D "$PGDATA" postgres >/dev/null
  fi
fi
exec "$@" -D "$PGDATA" -c listen_addresses='*'
