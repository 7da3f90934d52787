#!/usr/bin/env bash
# Stops the processes that up.sh started, by their pids, and the containers of its containerd. usage: down.sh [keep]   keep: keeps the data
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../paths.sh"
KUBE=$BIN/kube D=$CACHE/cluster
end() { local f=$D/pid/$1; [ -f "$f" ] || return; kill "$(cat "$f")" 2>/dev/null; for i in $(seq 40); do kill -0 "$(cat "$f")" 2>/dev/null || break; sleep .1; done; rm -f "$f"; }
for n in dockerd coredns kube-scheduler kube-controller-manager kubelet; do end $n; done
CTR="$ROOT/usr/bin/ctr -a /run/dmk/containerd.sock -n k8s.io"
for t in $($CTR tasks ls -q 2>/dev/null); do $CTR tasks kill -s KILL "$t" 2>/dev/null; done
sleep 1; for c in $($CTR containers ls -q 2>/dev/null); do $CTR tasks rm -f "$c" >/dev/null 2>&1; $CTR containers rm "$c" >/dev/null 2>&1; done
for p in $(pgrep -f -- '-address /run/dmk/containerd.sock'); do kill "$p"; done # remaining shims of this cluster, which are identified by its socket
end kube-proxy; "$KUBE" kube-proxy --cleanup >/dev/null 2>&1
for n in kube-apiserver containerd etcd; do end $n; done
for m in $(awk '{print $2}' /proc/mounts | grep -E "^($D|/run/dmk)/" | sort -r); do umount "$m" 2>/dev/null; done
for n in $(ip netns list | awk '/^cni-/{print $1}'); do ip netns del "$n"; done
for t in iptables; do $t -D FORWARD -m comment --comment "CNI firewall plugin rules" -j CNI-FORWARD 2>/dev/null; for c in CNI-FORWARD CNI-ADMIN; do $t -F $c 2>/dev/null; $t -X $c 2>/dev/null; done; done
ip link del dmk-br 2>/dev/null; ip link del dmk0 2>/dev/null
[ "${1:-}" = keep ] || rm -rf "$D" /run/dmk
