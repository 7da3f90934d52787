#!/usr/bin/env bash
# Unpacks Docker, compose, buildx, containerd, etcd, NATS, Prometheus and kubectl of a newer Debian into a separate folder. Packages and apt
# configuration of the bookworm system do not change. A second run does nothing. usage: debs.sh [package …]
set -euo pipefail
. "$(dirname "$0")/paths.sh"
# programs that the engine and the node run by name are installed in the system
missing=
for program in runc iptables nft:nftables conntrack mmdebstrap; do
  command -v "${program%:*}" >/dev/null || missing="$missing ${program#*:}"
done
[ -z "$missing" ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >&2
SUITE=forky
PACKAGES=${*:-docker.io docker-cli docker-compose docker-buildx containerd containernetworking-plugins nats-server etcd-server prometheus prometheus-alertmanager promtool kubectl}
stamp=$ROOT/.unpacked
# Docker finds plugins only in the home folder. Without buildx it cannot build the Dockerfiles.
link_plugins() { [ ! -d "$ROOT/usr/libexec/docker/cli-plugins" ] || { mkdir -p ~/.docker/cli-plugins && ln -sf "$ROOT"/usr/libexec/docker/cli-plugins/* ~/.docker/cli-plugins/; }; }
[ "$(cat "$stamp" 2>/dev/null)" = "$SUITE $PACKAGES" ] && { link_plugins; exit 0; }
if [ ! -x "$ROOT/usr/bin/dockerd" ] && [ ! -x "$ROOT/usr/sbin/dockerd" ]; then
  state=$ROOT/.apt
  mkdir -p "$state"/{lists/partial,cache/archives/partial,parts,debs}
  awk 'BEGIN{RS=""} NR==1' /etc/apt/sources.list.d/debian.sources | sed "s/^Suites:.*/Suites: $SUITE/" > "$state/parts/x.sources"
  : > "$state/status"
  cat > "$state/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "$state/parts";
Dir::State::lists "$state/lists"; Dir::State::status "$state/status"; Dir::Cache "$state/cache";
APT::Sandbox::User "root";
CONF
  export APT_CONFIG=$state/apt.conf
  apt-get update -qq
  (cd "$state/debs" && apt-get download -qq $PACKAGES)
  for deb in "$state"/debs/*.deb; do dpkg -x "$deb" "$ROOT"; done
fi
# the runc of the newer suite needs a newer libc than bookworm has
[ ! -x /usr/sbin/runc ] || rm -f "$ROOT"/usr/{bin,sbin}/runc
echo "$SUITE $PACKAGES" > "$stamp"
link_plugins
