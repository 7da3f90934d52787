import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Shell script that confines a decoder. Runs in its own mount namespace as `sh -c JAIL_SCRIPT jail <root> <work folder> <readable path>… --
 * <command>…`. Mounts the readable paths read-only and the work folder into the empty root, and runs the command in this root.
 */
const JAIL_SCRIPT = `
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

/** How decoder processes are isolated on this machine, so that a compromised decoder can access only its own photo. */
export type Confinement = {
  /** Command and arguments that precede the decoder program and its arguments. */
  command: string[]
  /** User id of decoders and their files, or undefined if decoders run as the user of the server. */
  uid: number | undefined
  /** Whether decoders cannot read the store. Originals must then be copied to the work folder. */
  isStoreHidden: boolean
  /** Description for the log and `daymark doctor`. */
  description: string
}
type ConfineOptions = {
  /** PATH of the decoder. */
  path: string
  /** Folder to which decoders may write. */
  work: string
  /** Empty folder that becomes the root of the decoders' file system. */
  root: string
  /** User id of decoders if the server runs as root. */
  uid: number
}

export const UNCONFINED: Confinement = {
  command: [],
  uid: undefined,
  isStoreHidden: false,
  description:
    'the user of the server, with limits of time and memory only: unshare and setpriv are missing or not permitted',
}

/** Options of setpriv that remove all capabilities and prevent decoders from gaining any. */
const WITHOUT_CAPABILITIES = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']
const SYSTEM_PATHS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/etc/ld.so.cache',
  '/etc/alternatives',
]

/** Returns the strictest confinement that works on this machine. */
export async function confine(options: ConfineOptions): Promise<Confinement> {
  if (process.platform !== 'linux') return UNCONFINED
  for (const confinement of process.getuid?.() === 0 ? confinementsForRoot(options) : confinementsForUser(options))
    if (await canDecode(confinement, options)) return confinement
  return UNCONFINED
}

function confinementsForRoot(options: ConfineOptions): Confinement[] {
  const { uid } = options
  const setprivCommand = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...WITHOUT_CAPABILITIES]
  const common = { uid, isStoreHidden: true }
  return [
    {
      ...common,
      command: ['unshare', '--mount', '--net', '--ipc', ...jailCommand(options), ...setprivCommand],
      description: `user ${uid}, no network, no files but its own`,
    },
    {
      ...common,
      command: setprivCommand,
      description: `user ${uid}; with network and all readable files, because namespaces are not permitted`,
    },
  ]
}

function confinementsForUser(options: ConfineOptions): Confinement[] {
  const common = { uid: undefined, isStoreHidden: true }
  const unshareCommand = ['unshare', '--user', '--map-root-user', '--net', '--ipc']
  return [
    {
      ...common,
      command: [...unshareCommand, '--mount', ...jailCommand(options), 'setpriv', ...WITHOUT_CAPABILITIES],
      description: 'a namespace of its own, no network, no files but its own',
    },
    {
      ...common,
      isStoreHidden: false,
      command: [...unshareCommand, 'setpriv', ...WITHOUT_CAPABILITIES],
      description: 'a namespace of its own, no network; with all readable files, because mounts are not permitted',
    },
  ]
}

const jailCommand = ({ root, work }: ConfineOptions): string[] => [
  'sh',
  '-c',
  JAIL_SCRIPT,
  'jail',
  root,
  work,
  ...readablePaths(),
  '--',
]

/** Returns the paths that decoders may read: system programs and libraries, Node.js, and the code of this service. */
function readablePaths(): string[] {
  const serviceFolder = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
  const moduleFolders: string[] = []
  for (let folder = serviceFolder; folder !== dirname(folder); folder = dirname(folder))
    moduleFolders.push(join(folder, 'node_modules'))
  return [
    ...SYSTEM_PATHS,
    serviceFolder,
    join(serviceFolder, '../../libs'),
    ...moduleFolders,
    realpathSync(process.execPath),
  ]
}

/** Tests whether a process in this confinement can load sharp and write a file. */
async function canDecode({ command, uid }: Confinement, { path, work }: ConfineOptions): Promise<boolean> {
  const sharp = createRequire(import.meta.url).resolve('sharp')
  const folder = await mkdtemp(join(work, 'probe-'))
  const script = `require(process.argv[1]); fs.writeFileSync(process.argv[2] + '/made', '')`
  const [program = '', ...args] = [...command, process.execPath, '-e', script, sharp, folder]
  try {
    if (uid !== undefined) await chown(folder, uid, uid)
    await promisify(execFile)(program, args, { env: { PATH: path }, timeout: 20_000 })
    return true
  } catch {
    return false // this machine does not support this confinement
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
