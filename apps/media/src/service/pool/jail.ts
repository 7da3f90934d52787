/**
 * sh runs this script in a mount namespace of its own: `sh -c SCRIPT jail <root> <work folder> <file or folder to show>… -- <command>…`. It
 * mounts the listed files read-only and the work folder into an empty root, and runs the command in it.
 */
export const SCRIPT = `
set -e
root=$1 work=$2
shift 2
place() {
  mkdir -p "$root\${1%/*}"
  if [ -d "$1" ]; then mkdir -p "$root$1"; else : > "$root$1"; fi
}
mount -t tmpfs -o mode=755,size=16m,nosuid,nodev none "$root"
while [ "$1" != -- ]; do
  if [ -e "$root$1" ]; then :
  elif [ -L "$1" ]; then mkdir -p "$root\${1%/*}"; ln -s "$(readlink "$1")" "$root$1"
  elif [ -e "$1" ]; then place "$1"; mount --bind "$1" "$root$1"; mount -o remount,bind,ro,nosuid "$root$1"
  fi
  shift
done
shift
place /proc
mount --rbind /proc "$root/proc"
for device in null zero urandom; do
  place "/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
place "$work"
mount --bind "$work" "$root$work"
mount -o remount,bind,ro,nosuid,nodev "$root"
exec chroot "$root" "$@"
`
