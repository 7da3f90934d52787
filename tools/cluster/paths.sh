# Paths, sourced by the other scripts of this folder. Build results are stored outside the checkout.
CACHE=${DAYMARK_CLUSTER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/daymark-cluster}
ROOT=$CACHE/root # newer Debian programs, unpacked (debs.sh)
BIN=$CACHE/bin # programs compiled from Go modules (build-tools.sh)
export PATH=$ROOT/usr/bin:$ROOT/usr/sbin:$BIN:$PATH:/usr/sbin:/sbin
