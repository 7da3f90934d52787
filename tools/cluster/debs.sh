#!/usr/bin/env bash
# Docker, compose, buildx, containerd, etcd, NATS, Prometheus and kubectl of a newer Debian, unpacked next to a bookworm system: the
# system's packages and its apt configuration stay as they are. A second run does nothing. usage: debs.sh [package …]
set -euo pipefail
. "$(dirname "$0")/paths.sh"
# what engine and node call by name is the system's own
wanted=
for program in runc iptables nft:nftables conntrack mmdebstrap; do
  command -v "${program%:*}" >/dev/null || wanted="$wanted ${program#*:}"
done
[ -z "$wanted" ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends $wanted; } >&2
SUITE=forky
PACKAGES=${*:-docker.io docker-cli docker-compose docker-buildx containerd containernetworking-plugins nats-server etcd-server prometheus prometheus-alertmanager promtool kubectl}
stamp=$ROOT/.unpacked
# docker finds its parts there alone: without buildx it builds nothing of today's Dockerfiles
plugins() { [ ! -d "$ROOT/usr/libexec/docker/cli-plugins" ] || { mkdir -p ~/.docker/cli-plugins && ln -sf "$ROOT"/usr/libexec/docker/cli-plugins/* ~/.docker/cli-plugins/; }; }
[ "$(cat "$stamp" 2>/dev/null)" = "$SUITE $PACKAGES" ] && { plugins; exit 0; }
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
# the suite's own runc needs a newer libc than bookworm's
[ ! -x /usr/sbin/runc ] || rm -f "$ROOT"/usr/{bin,sbin}/runc
echo "$SUITE $PACKAGES" > "$stamp"
plugins
