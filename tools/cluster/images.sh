#!/usr/bin/env bash
# Builds substitutes of the public images that Dockerfiles, compose file and tests use, from Debian and npm packages, for machines that
# cannot reach a registry. Existing images do not change.
# Requires root and a running engine (DOCKER_HOST).
# usage: images.sh [base node postgres nats s3 caddy prometheus]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/paths.sh"
WORK=$CACHE/images
NODE_VERSION=24.21.0
mkdir -p "$WORK"
image_exists() { docker image inspect "$1" >/dev/null 2>&1; }
# OUT SUITE PACKAGES: creates an archive of a minimal Debian root folder. It is unpacked in memory and without fsync.
small_debian() {
  local sources=$WORK/$2.sources
  [ -f "$1" ] && return
  awk 'BEGIN{RS=""} NR==1' /etc/apt/sources.list.d/debian.sources | sed "s/^Suites:.*/Suites: $2/" > "$sources"
  [ "$2" = bookworm ] && sources=/etc/apt/sources.list.d/debian.sources
  mkdir -p /dev/shm/daymark-images
  TMPDIR=/dev/shm/daymark-images mmdebstrap --quiet --format=tar --variant=minbase --include="$3" --dpkgopt=force-unsafe-io \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*' "$2" "$1.part" "$sources" 2>"$WORK/mmdebstrap.log"
  mv "$1.part" "$1"
}
# FOLDER NAME: builds tools/cluster/images/FOLDER.Dockerfile with the folder as its context
build() { docker build --network=host --quiet --tag "$2" --file "$here/images/$(basename "$1").Dockerfile" "$1" >/dev/null; }
# FILE NAME: builds an image with one static program on the slim Debian
program() {
  local folder=$WORK/program-$(basename "$1")
  mkdir -p "$folder" && cp "$1" "$folder/program"
  docker build --network=host --quiet --tag "$2" --build-arg NAME="$(basename "$1")" --file "$here/images/program.Dockerfile" "$folder" >/dev/null
}
base() {
  image_exists debian:bookworm-slim && return
  small_debian "$WORK/bookworm.tar" bookworm ca-certificates
  docker import "$WORK/bookworm.tar" debian:bookworm-slim >/dev/null
}
node24() {
  image_exists node:24-bookworm-slim && return
  local folder=$WORK/node
  mkdir -p "$folder"/{node,npm}
  (
    cd "$folder"
    [ -x node/bin/node ] || tar xzf "$(npm pack --silent "node-linux-$(node -p process.arch)@$NODE_VERSION" | tail -1)" -C node --strip-components=1
    [ -d npm/bin ] || tar xzf "$(npm pack --silent npm@11 | tail -1)" -C npm --strip-components=1
    rm -f ./*.tgz
  )
  build "$folder" node:24-bookworm-slim
}
postgres() {
  image_exists postgres:18 && return
  small_debian "$WORK/postgres.tar" forky ca-certificates,postgresql-18
  image_exists daymark-test/postgres-base || docker import "$WORK/postgres.tar" daymark-test/postgres-base >/dev/null
  mkdir -p "$WORK/postgres" && cp "$here/images/postgres-entry.sh" "$WORK/postgres/"
  build "$WORK/postgres" postgres:18
}
nats() { image_exists nats:2.12-alpine || program "$ROOT/usr/sbin/nats-server" nats:2.12-alpine; }
s3() { image_exists versity/versitygw:v1.8.0 || program "$BIN/versitygw" versity/versitygw:v1.8.0; }
prometheus() { image_exists prom/prometheus:v3.5.0 || program "$ROOT/usr/bin/prometheus" prom/prometheus:v3.5.0; }
caddy() {
  image_exists caddy:2 && return
  local folder=$WORK/program-caddy
  mkdir -p "$folder"
  # a separate folder, because debs.sh manages the other packages
  if [ ! -x "$folder/program" ]; then
    (cd "$folder" && APT_CONFIG=$ROOT/.apt/apt.conf apt-get download -qq caddy && dpkg -x caddy_*.deb unpacked && mv unpacked/usr/bin/caddy program && rm -r unpacked caddy_*.deb)
  fi
  docker build --network=host --quiet --tag caddy:2 --file "$here/images/caddy.Dockerfile" "$folder" >/dev/null
}
for image in ${*:-base node postgres nats s3}; do
  [ "$image" = node ] && image=node24
  "$image"
done
