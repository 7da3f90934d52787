# Sourced by the scripts beside it: where things are. Nothing compiled or unpacked is kept in the checkout.
CACHE=${DAYMARK_CLUSTER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/daymark-cluster}
ROOT=$CACHE/root # newer Debian programs, unpacked (debs.sh)
BIN=$CACHE/bin # what is compiled from Go modules (build-tools.sh)
export PATH=$ROOT/usr/bin:$ROOT/usr/sbin:$BIN:$PATH:/usr/sbin:/sbin
