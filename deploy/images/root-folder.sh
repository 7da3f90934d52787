#!/bin/sh
# Creates a root file system with programs, their shared libraries and the package metadata.
# usage: root-folder.sh FOLDER FILE…
set -e
root=$1
shift
mkdir -p "$root/var/lib/dpkg" "$root/usr/bin" "$root/tmp" "$root/etc"
chmod 1777 "$root/tmp"
copy() {
  mkdir -p "$root${1%/*}"
  cp -L "$1" "$root$1"
}
for file; do
  copy "$file"
  ldd "$file" | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p'
done | sort -u > /libraries
while read -r library; do copy "$library"; done < /libraries
# wget for the health check. Under this name, busybox does not work as a shell.
cp /bin/busybox "$root/usr/bin/wget"
printf 'daymark:x:1000:1000::/:/none\n' > "$root/etc/passwd"
printf 'daymark:x:1000:\n' > "$root/etc/group"
for package in nginx libnginx-mod-http-brotli-static busybox-static libc6 libcrypt1 libpcre2-8-0 libssl3 zlib1g; do
  dpkg-query -s "$package"
  echo
done > "$root/var/lib/dpkg/status"
