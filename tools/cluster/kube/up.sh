#!/usr/bin/env bash
# Starts a complete Kubernetes 1.36 (etcd, API server, controllers, scheduler, kubelet on containerd, kube-proxy, CoreDNS) as processes of
# this machine, with a Docker engine on the same containerd, so that the kubelet has the images of `docker build` without a registry.
# Requires root, and Go at the first run. Installs missing Debian packages.
# usage: up.sh   then: . <(up.sh env)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../paths.sh"
KUBE=$BIN/kube COREDNS=$BIN/coredns D=$CACHE/cluster
NODE=node1 NODE_IP=10.245.0.1 PODS=10.244.0.0/16 SERVICES=10.96.0.0/16 API=10.96.0.1 DNS=10.96.0.10
if [ "${1:-}" = env ]; then
  echo "export KUBECONFIG=$D/kc/admin DOCKER_HOST=unix:///run/dmk/docker.sock PATH=$PATH"
  exit
fi
"$here/../debs.sh" >&2
"$here/build-tools.sh" >&2
mkdir -p "$D"/{pki,kc,log,etcd,containerd,kubelet,manifests,pid,cni}
started_at=$(date +%s.%N); log_line() { printf '%6.1fs %s\n' "$(echo "$(date +%s.%N)-$started_at" | bc)" "$*"; }
run() { # name command...: runs a command in the background and stores its pid for down.sh
  local name=$1; shift; setsid "$@" >"$D/log/$name.log" 2>&1 </dev/null & echo $! > "$D/pid/$name"; }
wait_for() { local name=$1 tries=$2; shift 2; for ((i=0;i<tries;i++)); do "$@" >/dev/null 2>&1 && return 0; sleep .25; done; log_line "no $name"; return 1; }

# --- address of the node, and a network for services that does not leave this machine
ip link show dmk0 >/dev/null 2>&1 || { ip link add dmk0 type bridge; ip addr add $NODE_IP/32 dev dmk0; ip link set dmk0 up; ip route add $SERVICES dev dmk0 src $NODE_IP; }
sysctl -qw net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1 || true

# --- certificates
cd "$D/pki"
if [ ! -f ca.crt ]; then
  openssl ecparam -genkey -name prime256v1 -noout -out ca.key 2>/dev/null
  openssl req -x509 -new -key ca.key -days 30 -subj /CN=kubernetes -out ca.crt
  openssl genrsa -out sa.key 2048 2>/dev/null; openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null
  cert() { # file subject [altnames]
    openssl ecparam -genkey -name prime256v1 -noout -out $1.key 2>/dev/null
    openssl req -new -key $1.key -subj "$2" -out $1.csr
    openssl x509 -req -in $1.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -out $1.crt \
      -extfile <(printf 'keyUsage=digitalSignature,keyEncipherment\nextendedKeyUsage=serverAuth,clientAuth\n%s\n' "${3:+subjectAltName=$3}") 2>/dev/null; }
  cert apiserver /CN=kube-apiserver "DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local,DNS:localhost,IP:127.0.0.1,IP:$API,IP:$NODE_IP"
  cert admin /O=system:masters/CN=admin
  cert kube-controller-manager /CN=system:kube-controller-manager
  cert kube-scheduler /CN=system:kube-scheduler
  cert kube-proxy /CN=system:kube-proxy
  cert kubelet "/O=system:nodes/CN=system:node:$NODE" "DNS:$NODE,IP:$NODE_IP,IP:127.0.0.1"
  cert apiserver-kubelet /O=system:masters/CN=apiserver-kubelet
  cert front-proxy /CN=front-proxy
  for u in admin kube-controller-manager kube-scheduler kube-proxy kubelet; do
    cat > "$D/kc/$u" <<K
{"apiVersion":"v1","kind":"Config","current-context":"c","clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:6443","certificate-authority":"$D/pki/ca.crt"}}],
"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],"users":[{"name":"u","user":{"client-certificate":"$D/pki/$u.crt","client-key":"$D/pki/$u.key"}}]}
K
  done
fi
log_line certificates

# --- etcd, without fsync, because the data is only for tests
run etcd etcd --data-dir "$D/etcd" --unsafe-no-fsync --listen-client-urls http://127.0.0.1:12379 --advertise-client-urls http://127.0.0.1:12379 --listen-peer-urls http://127.0.0.1:12380 --initial-advertise-peer-urls http://127.0.0.1:12380 --initial-cluster default=http://127.0.0.1:12380 --log-level warn
# --- containerd
cat > "$D/containerd.toml" <<C
version = 3
root = "$D/containerd/root"
state = "/run/dmk/containerd"
[grpc]
  address = "/run/dmk/containerd.sock"
[plugins."io.containerd.cri.v1.images"]
  snapshotter = "overlayfs"
  [plugins."io.containerd.cri.v1.images".pinned_images]
    sandbox = "localhost/pause:1"
[plugins."io.containerd.cri.v1.runtime"]
  restrict_oom_score_adj = true  # no CAP_SYS_RESOURCE here
  [plugins."io.containerd.cri.v1.runtime".cni]
    bin_dirs = ["$ROOT/usr/lib/cni"]
    conf_dir = "$D/cni"
  [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
      SystemdCgroup = false
C
cat > "$D/cni/10-bridge.conflist" <<C
{"cniVersion":"1.0.0","name":"dmk","plugins":[
 {"type":"bridge","bridge":"dmk-br","isGateway":true,"ipMasq":false,"hairpinMode":true,"ipam":{"type":"host-local","ranges":[[{"subnet":"10.244.0.0/24"}]],"routes":[{"dst":"0.0.0.0/0"}]}},
 {"type":"portmap","capabilities":{"portMappings":true}},
 {"type":"firewall"}]}
C
mkdir -p /run/dmk
run containerd containerd --config "$D/containerd.toml"
CTR="ctr -a /run/dmk/containerd.sock -n k8s.io"
wait_for containerd 80 $CTR version; log_line containerd
if ! $CTR images ls -q | grep -q localhost/pause:1; then
  [ -f "$D/pause.tar" ] || { gcc -Os -static -o "$D/pause" "$here/pause.c"; python3 "$here/one-file-image.py" "$D/pause" localhost/pause:1 "$D/pause.tar"; }
  $CTR images import "$D/pause.tar" >/dev/null; $CTR images label localhost/pause:1 io.cri-containerd.pinned=pinned >/dev/null
fi
# --- API server
run kube-apiserver "$KUBE" kube-apiserver --etcd-servers=http://127.0.0.1:12379 --advertise-address=$NODE_IP --bind-address=0.0.0.0 --secure-port=6443 \
  --service-cluster-ip-range=$SERVICES --client-ca-file=ca.crt --tls-cert-file=apiserver.crt --tls-private-key-file=apiserver.key \
  --kubelet-client-certificate=apiserver-kubelet.crt --kubelet-client-key=apiserver-kubelet.key --kubelet-certificate-authority=ca.crt \
  --service-account-key-file=sa.pub --service-account-signing-key-file=sa.key --service-account-issuer=https://kubernetes.default.svc.cluster.local \
  --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true --kubelet-preferred-address-types=InternalIP \
  --requestheader-client-ca-file=ca.crt --requestheader-allowed-names=front-proxy --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- --proxy-client-cert-file=front-proxy.crt --proxy-client-key-file=front-proxy.key
export KUBECONFIG=$D/kc/admin
wait_for apiserver 240 kubectl get --raw /readyz; log_line "API server ready"
run kube-controller-manager "$KUBE" kube-controller-manager --kubeconfig="$D/kc/kube-controller-manager" --root-ca-file=ca.crt --service-account-private-key-file=sa.key --cluster-signing-cert-file=ca.crt --cluster-signing-key-file=ca.key --use-service-account-credentials --allocate-node-cidrs --cluster-cidr=$PODS --service-cluster-ip-range=$SERVICES --leader-elect=false
run kube-scheduler "$KUBE" kube-scheduler --kubeconfig="$D/kc/kube-scheduler" --leader-elect=false
cat > "$D/kubelet.yaml" <<K
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
failSwapOn: false
cgroupDriver: cgroupfs
containerRuntimeEndpoint: unix:///run/dmk/containerd.sock
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $D/pki/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $D/pki/kubelet.crt
tlsPrivateKeyFile: $D/pki/kubelet.key
clusterDNS: [$DNS]
clusterDomain: cluster.local
resolvConf: $D/resolv.conf
evictionHard: {memory.available: 100Mi, nodefs.available: 2%, imagefs.available: 2%}
imageGCHighThresholdPercent: 100
syncFrequency: 10s
K
echo 'options ndots:5' > "$D/resolv.conf"
run kubelet "$KUBE" kubelet --config="$D/kubelet.yaml" --kubeconfig="$D/kc/kubelet" --hostname-override=$NODE --node-ip=$NODE_IP --root-dir="$D/kubelet"
cat > "$D/proxy.yaml" <<K
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: nftables
clusterCIDR: $PODS
hostnameOverride: $NODE
clientConnection: {kubeconfig: $D/kc/kube-proxy}
conntrack: {maxPerCore: 0}
K
run kube-proxy "$KUBE" kube-proxy --config="$D/proxy.yaml"
wait_for node 240 kubectl get node $NODE
wait_for node-ready 240 sh -c "kubectl get node $NODE -o jsonpath='{.status.conditions[?(@.type==\"Ready\")].status}' | grep -q True"; log_line "node ready"
# --- DNS, a process on the node that is reached at the service address
{
  kubectl apply -f - >/dev/null <<K
{"apiVersion":"v1","kind":"List","items":[
{"apiVersion":"v1","kind":"Service","metadata":{"name":"kube-dns","namespace":"kube-system"},"spec":{"clusterIP":"$DNS","ports":[{"name":"dns","port":53,"targetPort":10053,"protocol":"UDP"},{"name":"dns-tcp","port":53,"targetPort":10053,"protocol":"TCP"}]}},
{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{"name":"kube-dns-1","namespace":"kube-system","labels":{"kubernetes.io/service-name":"kube-dns"}},"addressType":"IPv4","ports":[{"name":"dns","port":10053,"protocol":"UDP"},{"name":"dns-tcp","port":10053,"protocol":"TCP"}],"endpoints":[{"addresses":["$NODE_IP"],"conditions":{"ready":true}}]}]}
K
  cat > "$D/Corefile" <<K
.:10053 {
  bind $NODE_IP
  errors
  kubernetes cluster.local in-addr.arpa {
    kubeconfig $D/kc/admin c
    pods verified
  }
  cache 5
}
K
  run coredns "$COREDNS" -conf "$D/Corefile"
}
# --- local volumes, which support fsGroup, unlike hostPath
kubectl apply -f - >/dev/null <<K
{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"standard","annotations":{"storageclass.kubernetes.io/is-default-class":"true"}},"provisioner":"kubernetes.io/no-provisioner","volumeBindingMode":"WaitForFirstConsumer"}
K
for i in 1 2 3 4 5 6 7 8; do mkdir -p "$D/volumes/$i"; cat <<K
---
{"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"local-$i"},"spec":{"capacity":{"storage":"200Gi"},"accessModes":["ReadWriteOnce","ReadWriteMany"],"persistentVolumeReclaimPolicy":"Retain","storageClassName":"standard","local":{"path":"$D/volumes/$i"},"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"In","values":["$NODE"]}]}]}}}}
K
done | kubectl apply -f - >/dev/null
# --- a Docker engine on the same containerd and namespace
run dockerd dockerd --containerd /run/dmk/containerd.sock --containerd-namespace k8s.io --data-root "$D/docker" --exec-root /run/dmk/docker --pidfile "$D/dockerd.pid" --feature containerd-snapshotter=true --bridge=none --iptables=false --ip6tables=false -H unix:///run/dmk/docker.sock
wait_for dockerd 80 docker -H unix:///run/dmk/docker.sock version
log_line "up; in a shell: . <($0 env)"
