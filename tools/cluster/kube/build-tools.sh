#!/usr/bin/env bash
# Compiles programs that Debian does not package from Go modules: kube (all of Kubernetes and kubectl in one program), coredns, helm,
# kubeconform, versitygw. They are stored in the cache, so a second run does nothing. Compiling all of them takes 20 minutes of CPU time.
# usage: build-tools.sh [program …]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../paths.sh"
mkdir -p "$BIN"
export CGO_ENABLED=0 GOFLAGS=-trimpath
V=v1.36.3
X="-X k8s.io/component-base/version.gitVersion=$V -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36 -X k8s.io/client-go/pkg/version.gitVersion=$V"
# MODULE_FOLDER PACKAGE LINKER_FLAGS
build() { (cd "$here/modules/$1" && go build -ldflags="-s -w ${3:-}" -o "$BIN/$name.part" "$2" && mv "$BIN/$name.part" "$BIN/$name"); }
install() { GOBIN=$BIN go install -ldflags="-s -w" "$1"; }
for name in ${*:-kube coredns helm kubeconform versitygw}; do
  [ -x "$BIN/$name" ] && continue
  command -v go >/dev/null || { echo "Compiling $name requires Go." >&2; exit 1; }
  case $name in
  kube) build kube . "$X" ;;
  coredns) build addons ./dns ;;
  helm) build addons ./helm ;;
  kubeconform) install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 ;;
  versitygw) install github.com/versity/versitygw/cmd/versitygw@v1.8.0 ;;
  *) echo "Unknown program: $name" >&2; exit 1 ;;
  esac
done
