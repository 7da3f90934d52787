import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { realpathSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SCRIPT } from './jail.ts'

/** How decoders are isolated from everything but their photo, as far as this machine allows. */
export type Confinement = {
  /** The command that precedes the program and its arguments. */
  command: string[]
  /** The user id of decoders and of their files. Undefined: decoders run as the user of the server. */
  uid: number | undefined
  /** Decoders cannot see the store, so originals are copied to the work folder. */
  isApart: boolean
  /** Text for the log and `daymark doctor`. */
  description: string
}
export type ConfineOptions = {
  /** The PATH to search. */
  path: string
  /** The folder to which decoders may write. */
  work: string
  /** An empty folder as mount point. */
  root: string
  /** The user id of decoders if the server runs as root. */
  uid: number
}

export const UNCONFINED: Confinement = {
  command: [],
  uid: undefined,
  isApart: false,
  description:
    'as the server, with limits of time and memory only: this machine has no unshare and setpriv that may be used',
}

/** Removes all capabilities and prevents decoders from gaining any. */
const POWERLESS = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']
const SYSTEM = [
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
  for (const one of process.getuid?.() === 0 ? asRoot(options) : asUser(options))
    if (await works(one, options)) return one
  return UNCONFINED
}

function asRoot(options: ConfineOptions): Confinement[] {
  const { uid } = options
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...POWERLESS]
  const own = { uid, isApart: true }
  return [
    {
      ...own,
      command: ['unshare', '--mount', '--net', '--ipc', ...jail(options), ...user],
      description: `user ${uid}, no network, no files but its own`,
    },
    {
      ...own,
      command: user,
      description: `user ${uid}; network and readable files are open, as namespaces are not permitted`,
    },
  ]
}

function asUser(options: ConfineOptions): Confinement[] {
  const own = { uid: undefined, isApart: true }
  const apart = ['unshare', '--user', '--map-root-user', '--net', '--ipc']
  return [
    {
      ...own,
      command: [...apart, '--mount', ...jail(options), 'setpriv', ...POWERLESS],
      description: 'a namespace of its own, no network, no files but its own',
    },
    {
      ...own,
      isApart: false,
      command: [...apart, 'setpriv', ...POWERLESS],
      description: 'a namespace of its own, no network; files are open, as mounts are not permitted',
    },
  ]
}

const jail = ({ root, work }: ConfineOptions): string[] => ['sh', '-c', SCRIPT, 'jail', root, work, ...shown(), '--']

/** Returns the paths that decoders may read: programs and libraries of the system, Node, this service and what it imports. */
function shown(): string[] {
  const service = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
  const modules: string[] = []
  for (let folder = service; folder !== dirname(folder); folder = dirname(folder))
    modules.push(join(folder, 'node_modules'))
  return [...SYSTEM, service, join(service, '../../libs'), ...modules, realpathSync(process.execPath)]
}

/** Loads sharp and writes a file. A confinement in which this fails would make every photo fail. */
async function works({ command, uid }: Confinement, { path, work }: ConfineOptions): Promise<boolean> {
  const sharp = createRequire(import.meta.url).resolve('sharp')
  const folder = await mkdtemp(join(work, 'probe-'))
  const script = `require(process.argv[1]); fs.writeFileSync(process.argv[2] + '/made', '')`
  const [program = '', ...args] = [...command, process.execPath, '-e', script, sharp, folder]
  try {
    if (uid !== undefined) await chown(folder, uid, uid)
    await promisify(execFile)(program, args, { env: { PATH: path }, timeout: 20_000 })
    return true
  } catch {
    return false // any failure means that it cannot be used here
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
